import { dayNumber } from '../bars.ts';
import { type Lot, lotProfit } from './account.ts';

/** A lot in the day's result: open, or closed on the day. Money in paise. */
export interface DayPart {
  /** The lot as the day began, or as entered on it. */
  readonly lot: Pick<Lot, 'side' | 'quantity' | 'value' | 'chargesPaid'>;
  readonly enteredAt: number;
  /** Result since it was entered, less charges: a trade's net, or the profit so far. */
  readonly result: number;
  /** Close of the day before; null where it is not known. */
  readonly previousClose: number | null;
}

/**
 * The result of a day, realised and open, paise: from what the account was worth at the last close before it. What was
 * held overnight counts from that close, what was entered on the day from its entry. Where the close is not known, a
 * loss since the entry counts as one of the day, and a profit does not.
 */
export const dayResult = (parts: readonly DayPart[], now: number): number => {
  const today = dayNumber(now);
  return parts.reduce((sum, { lot, enteredAt, result, previousClose }) => {
    if (dayNumber(enteredAt) === today) return sum + result;
    if (previousClose === null) return sum + Math.min(0, result);
    return sum + result - (lotProfit(lot, previousClose) - lot.chargesPaid);
  }, 0);
};
