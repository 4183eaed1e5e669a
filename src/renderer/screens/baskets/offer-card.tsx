import { Button } from '@fluentui/react-components';
import { dayWords } from '../../i18n/dates.ts';
import { compactRupees } from '../../i18n/amounts.ts';
import { basketRoute } from '../../../shared/basket-rules.ts';
import type { BasketOffer } from '../../../shared/contract/baskets.ts';
import { formatCount } from '../../../shared/money.ts';
import { REBALANCE_WORDS } from '../../i18n/basket-words.ts';
import { routeHref } from '../../state/navigation.ts';
import { PercentChange } from '../../ui/money.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { StrategyCard } from '../../ui/strategy-card.tsx';

const heldWords = (modes: BasketOffer['heldModes']): string =>
  modes.length > 1 ? 'Held, live and test' : modes[0] === 'live' ? 'Held live' : 'Held';

/** A basket that can be opened. */
export const OfferCard = ({ offer }: { offer: BasketOffer }) => {
  const { basketId, name, author, isMine, isHeld, heldModes, minimumAmount, returnPercent, from } = offer;
  const isLiveOnly = isHeld && !heldModes.includes('test');
  const href = routeHref(basketRoute(basketId, isLiveOnly ? 'live' : 'test'));
  return (
    <StrategyCard
      name={name}
      href={href}
      chip={isHeld ? <StatusText tone="good">{heldWords(heldModes)}</StatusText> : undefined}
      subtitle={`${isMine ? 'Your own' : author.name} · ${REBALANCE_WORDS[offer.rebalance]}`}
      summary={offer.summary}
      equity={offer.levels}
      equityLabel={`Index of ${name}${from === null ? '' : ` since ${dayWords(from)}`}`}
      figures={[
        {
          name: from === null ? 'Index' : `Since ${dayWords(from)}`,
          value: returnPercent === null ? '–' : <PercentChange percent={returnPercent} hasMark />,
        },
        { name: 'Needs at least', value: minimumAmount === null ? '–' : compactRupees(minimumAmount) },
        { name: 'Shares', value: formatCount(offer.constituents) },
      ]}
      actions={
        <Button as="a" size="small" href={href} aria-label={`Look at ${name}`}>
          {isHeld ? 'Open' : 'Look and open'}
        </Button>
      }
    />
  );
};
