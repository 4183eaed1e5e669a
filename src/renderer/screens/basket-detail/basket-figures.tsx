import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { formatPercentChange, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { BASKET_STATE_TONES, BASKET_STATE_LABELS } from '../../i18n/basket-labels.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { StatusText } from '../../ui/status-text.tsx';

/** A held basket's worth, its result, and what comes next. */
export const BasketFigures = ({
  holding,
  xirrPercent,
  loadedAt,
}: {
  holding: HeldBasket;
  xirrPercent: number | null;
  /** Epoch ms of the answer; prices came later. */
  loadedAt: number | null;
}) => (
  <StatRow label={t('This basket')}>
    <StatTile
      label={t('Value', { context: 'money' })}
      value={formatRupees(holding.value)}
      hint={
        <>
          {t('{{cash}} of it in cash', { cash: formatRupees(holding.cash) })} ·{' '}
          <ValuesAsOf loadedAt={loadedAt} />
        </>
      }
    />
    <StatTile
      label={t('Result after charges')}
      value={<MoneyChange paise={holding.pnl} />}
      hint={
        <>
          <Sentence
            text="<percent/> of {{invested}}"
            values={{ invested: formatRupees(holding.invested) }}
            parts={{ percent: <PercentChange percent={holding.returnPercent} /> }}
          />
          <Explain
            figure={t('P&L')}
            explanation={t(
              'Value now (shares at their last prices, and cash) less everything put in, over what was put in. The charges so far, {{charges}}, are in it; those to come, {{toCome}} for selling all of it now, are not. {{closed}} of it come from shares that are sold; the rest stands in Holdings, share by share.',
              {
                charges: formatRupees(holding.charges),
                toCome: formatRupees(holding.chargesToCome),
                closed: formatRupeesChange(holding.closedPnl),
              },
            )}
          />
        </>
      }
    />
    <StatTile
      label={t('XIRR')}
      value={xirrPercent === null ? '–' : formatPercentChange(xirrPercent)}
      hint={
        <>
          {xirrPercent === null ? t('After thirty days') : t('Money-weighted (XIRR)')}
          <Explain
            figure={t('XIRR')}
            explanation={t(
              'The yearly rate at which what was put in, each amount from its day on, would have grown to the value now. Shown once the basket has been held for thirty days.',
            )}
          />
        </>
      }
    />
    <StatTile
      label={t('Next rebalance')}
      value={
        holding.isRebalanceDue
          ? t('Due now')
          : holding.nextRebalance === null
            ? t('Never')
            : writtenDay(holding.nextRebalance)
      }
      hint={
        <StatusText tone={BASKET_STATE_TONES[holding.state]}>{BASKET_STATE_LABELS[holding.state]}</StatusText>
      }
    />
  </StatRow>
);
