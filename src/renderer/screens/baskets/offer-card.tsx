import { Button } from '@fluentui/react-components';
import { basketRoute } from '../../../shared/basket-rules.ts';
import type { BasketOffer } from '../../../shared/contract/baskets.ts';
import { formatCount } from '../../../shared/money.ts';
import { compactRupees } from '../../i18n/amounts.ts';
import { REBALANCE_LABELS } from '../../i18n/basket-labels.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { PercentChange } from '../../ui/money.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { StrategyCard } from '../../features/strategies/strategy-card.tsx';

const heldText = (modes: BasketOffer['heldModes']): string =>
  modes.length > 1 ? t('Held, live and paper') : modes[0] === 'live' ? t('Held live') : t('Held');

/** A basket that can be opened. */
export const OfferCard = ({ offer }: { offer: BasketOffer }) => {
  const { basketId, name, author, isMine, isHeld, heldModes, minimumAmount, returnPercent, from } = offer;
  const isLiveOnly = isHeld && !heldModes.includes('test');
  const href = routeHref(basketRoute(basketId, isLiveOnly ? 'live' : 'test'));
  return (
    <StrategyCard
      name={name}
      href={href}
      chip={isHeld ? <StatusText tone="good">{heldText(heldModes)}</StatusText> : undefined}
      subtitle={`${isMine ? t('Your own') : author.name} · ${REBALANCE_LABELS[offer.rebalance]}`}
      summary={offer.summary}
      line={
        <Sparkline
          values={offer.levels}
          label={
            from === null
              ? t('Index of {{name}}', { name })
              : t('Index of {{name}} since {{day}}', { name, day: writtenDay(from) })
          }
        />
      }
      figures={[
        {
          name: from === null ? t('Index') : t('Since {{day}}', { day: writtenDay(from) }),
          value: returnPercent === null ? '–' : <PercentChange percent={returnPercent} hasMark />,
        },
        { name: t('Needs at least'), value: minimumAmount === null ? '–' : compactRupees(minimumAmount) },
        { name: t('Shares'), value: formatCount(offer.constituents) },
      ]}
      actions={
        <Button as="a" size="small" href={href} aria-label={t('Look at {{name}}', { name })}>
          {isHeld ? t('Open') : t('View')}
        </Button>
      }
    />
  );
};
