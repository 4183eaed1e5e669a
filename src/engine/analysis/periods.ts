import { DAY_MS, istDate, istMidnight } from '../../shared/time.ts';
import type { MeasuredRun } from '../metrics.ts';

/** One month or year of a run. Money in paise. */
export interface Period {
  /** `2025-06` or `2025`. */
  readonly name: string;
  /** Change of the account over the period. Open positions count at their last closes. */
  readonly net: number;
  /** The same in percent of the account at the period's start. */
  readonly returnPercent: number;
  /** Trades closed in it. */
  readonly trades: number;
}

/** Characters of an ISO day that name a period. */
const NAME_LENGTH = { month: 7, year: 4 } as const;

/**
 * Result of the account in each calendar month or year (India). Only periods in which it was observed are there, in
 * order. A period starts at the last close of the one before, the first at the capital. The changes add up to the
 * change of the whole run.
 */
export const periodsOf = (run: MeasuredRun, by: keyof typeof NAME_LENGTH): Period[] => {
  const { curve, trades, capital } = run;
  const nameOf = (time: number) => istDate(time).slice(0, NAME_LENGTH[by]);
  const closed = new Map<string, number>();
  for (const { exitTime } of trades) {
    const name = nameOf(exitTime);
    closed.set(name, (closed.get(name) ?? 0) + 1);
  }
  const periods: Period[] = [];
  let start = capital;
  let name = '';
  // Bars of one day share their name, and there may be hundreds: a day is named once.
  let dayEnd = -Infinity;
  for (let index = 0; index < curve.time.length; index++) {
    const time = curve.time[index] as number;
    if (time >= dayEnd) {
      name = nameOf(time);
      dayEnd = istMidnight(time) + DAY_MS;
    }
    const next = curve.time[index + 1];
    if (next !== undefined && (next < dayEnd || nameOf(next) === name)) continue;
    const equity = curve.equity[index] as number;
    periods.push({
      name,
      net: equity - start,
      returnPercent: start > 0 ? (100 * (equity - start)) / start : 0,
      trades: closed.get(name) ?? 0,
    });
    start = equity;
  }
  return periods;
};
