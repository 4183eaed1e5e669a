import { dayWords } from '../../i18n/dates.ts';
import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { formatPercentChange, formatRupees } from '../../../shared/money.ts';
import { BASKET_STATE_TONES, BASKET_STATE_WORDS } from '../../i18n/basket-words.ts';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const XIRR_WORDS =
  'The yearly rate at which what was put in, each amount from its day on, would have grown to the value now. Shown once the basket has been held for thirty days.';
const RESULT_WORDS =
  'Value now (shares at their last prices, and cash) less everything put in, over what was put in. Charges paid so far are in it.';

/** What a held basket is worth, how it did, and what comes next. */
export const BasketFigures = ({
  holding,
  xirrPercent,
}: {
  holding: HeldBasket;
  xirrPercent: number | null;
}) => (
  <StatRow label="This basket">
    <StatTile
      label="Value"
      value={formatRupees(holding.value)}
      hint={`${formatRupees(holding.cash)} of it in cash`}
    />
    <StatTile
      label="Result after charges"
      value={<MoneyChange paise={holding.pnl} isHero />}
      hint={
        <>
          <PercentChange percent={holding.returnPercent} /> of {formatRupees(holding.invested)}
          <Explain figure="Result" explanation={RESULT_WORDS} />
        </>
      }
    />
    <StatTile
      label="Yearly return"
      value={xirrPercent === null ? '–' : formatPercentChange(xirrPercent)}
      hint={
        <>
          {xirrPercent === null ? 'After thirty days' : 'Money-weighted (XIRR)'}
          <Explain figure="Yearly return" explanation={XIRR_WORDS} />
        </>
      }
    />
    <StatTile
      label="Next rebalance"
      value={
        holding.isRebalanceDue
          ? 'Due now'
          : holding.nextRebalance === null
            ? 'Never'
            : dayWords(holding.nextRebalance)
      }
      hint={
        <StatusText tone={BASKET_STATE_TONES[holding.state]}>{BASKET_STATE_WORDS[holding.state]}</StatusText>
      }
    />
  </StatRow>
);
