import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { basketRoute } from '../../../shared/basket-rules.ts';
import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { formatRupees } from '../../../shared/money.ts';
import {
  BASKET_STATE_TONES,
  BASKET_STATE_LABELS,
  SIP_TONES,
  SIP_LABELS,
  sipStatusOf,
} from '../../i18n/basket-labels.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const useStyles = makeStyles({
  figures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    margin: 0,
  },
  name: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums lining-nums' },
  main: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  chips: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
  },
  foot: { display: 'flex', gap: tokens.spacingHorizontalS, marginTop: 'auto' },
  item: { display: 'flex', minWidth: 0, '& > section': { flexGrow: 1 } },
});

/** A basket that is held: what it is worth, how it did, what comes next. */
export const HeldCard = ({ basket }: { basket: HeldBasket }) => {
  const styles = useStyles();
  const { name, basketId, sip, state, nextRebalance, isRebalanceDue } = basket;
  const status = sipStatusOf(sip);
  return (
    <li className={styles.item}>
      <SectionCard title={name} aside={<ModeChip mode={basket.mode} />}>
        <dl className={styles.figures}>
          <div>
            <dt className={styles.name}>{t('Value', { context: 'money' })}</dt>
            <dd className={styles.main}>{formatRupees(basket.value)}</dd>
          </div>
          <div>
            <dt className={styles.name}>{t('Result after charges')}</dt>
            <dd className={styles.value}>
              <MoneyChange paise={basket.pnl} /> <PercentChange percent={basket.returnPercent} />
            </dd>
          </div>
          <div>
            <dt className={styles.name}>{t('Invested')}</dt>
            <dd className={styles.value}>{formatRupees(basket.invested)}</dd>
          </div>
          <div>
            <dt className={styles.name}>{t('Next rebalance')}</dt>
            <dd className={styles.value}>
              {isRebalanceDue ? (
                <StatusText tone="warning">{t('Due now')}</StatusText>
              ) : nextRebalance === null ? (
                t('Never')
              ) : (
                writtenDay(nextRebalance)
              )}
            </dd>
          </div>
        </dl>
        <div className={styles.chips}>
          <StatusText tone={SIP_TONES[status]}>
            {sip?.nextRun
              ? t('{{state}}, next on {{day}}', { state: SIP_LABELS[status], day: writtenDay(sip.nextRun) })
              : SIP_LABELS[status]}
          </StatusText>
          {basket.askedSips.length > 0 && <StatusText tone="warning">{t('A SIP waits for you')}</StatusText>}
          {state !== 'held' && (
            <StatusText tone={BASKET_STATE_TONES[state]}>{BASKET_STATE_LABELS[state]}</StatusText>
          )}
        </div>
        <div className={styles.foot}>
          <Button
            as="a"
            size="small"
            href={routeHref(basketRoute(basketId, basket.mode))}
            aria-label={t('Open {{name}}', { name })}
          >
            {isRebalanceDue ? t('Look at the rebalance') : t('Open')}
          </Button>
        </div>
      </SectionCard>
    </li>
  );
};
