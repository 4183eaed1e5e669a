import { symbolOf } from '../../../engine/contracts/contract.ts';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import type { ListedExpiry } from '../../../engine/contracts/expiry-calendar.ts';
import { modelledForward, onOptionTick } from '../../../engine/options/option-model.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { drawn, type IndexNow, sessionAt } from './option-quotes.ts';

/** A made-up quote of a future. Prices in paise. */
export interface SimulatedFuture {
  readonly symbol: string;
  readonly expiry: string;
  readonly ltp: number;
  /** Since the close of the day before. */
  readonly change: number;
  /** Units. */
  readonly openInterest: number;
}

/** Lots that are open in the nearest month; of each month after it so much is open. */
const [NEAREST_LOTS, NEXT_SHARE] = [220_000, 0.18] as const;

/** Price of a future by the model, paise. At a price of its index and a moment, epoch ms. */
export const futurePrice = (spot: number, expiry: string, now: number): number =>
  onOptionTick(modelledForward(spot, yearsTo(expiry, now)));

/** Futures on an index in the simulated market, the nearest first. They have the months of the expiries. */
export const quoteFutures = (
  { underlying, spot, previousClose, now }: IndexNow,
  expiries: readonly ListedExpiry[],
): SimulatedFuture[] => {
  const { done, opened } = sessionAt(now);
  return expiries
    .filter(({ isMonthly }) => isMonthly)
    .map(({ day: expiry, lotSize }, month) => {
      const symbol = symbolOf({ exchange: 'NSE', underlying, expiry, kind: 'future' });
      const lotsOn = (at: number): number =>
        NEAREST_LOTS * NEXT_SHARE ** month * (0.9 + 0.2 * drawn(`${symbol} lots ${istDate(at)}`));
      const [before, after] = [lotsOn(now - DAY_MS), lotsOn(now)];
      const ltp = futurePrice(spot, expiry, now);
      return {
        symbol,
        expiry,
        ltp,
        change: ltp - futurePrice(previousClose, expiry, opened),
        openInterest: Math.round(before + done * (after - before)) * lotSize,
      };
    });
};
