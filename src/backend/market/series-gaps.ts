import { sessionOn } from '../../engine/trading/trading-day.ts';
import type { StoredTimeframe } from '../../shared/contract/market.ts';
import { DAY_MS, istDate, istDayStart, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { isTradingDay, KNOWN_FROM } from '../../shared/trading-days.ts';

/** A day of which minutes are missing. */
export interface ShortDay {
  readonly day: string;
  readonly missing: number;
  readonly expected: number;
  /** First of the missing minutes, epoch ms. */
  readonly firstAt: number;
}

/** Gaps of a series between its first and last day. */
export interface SeriesGaps {
  readonly tradingDays: number;
  readonly wholeDays: number;
  /** Trading days without any candle, in order. */
  readonly missingDays: readonly string[];
  readonly shortDays: readonly ShortDay[];
}

/**
 * Compares a series with the exchange's calendar, a month at a time. An index moves while its shares are traded, so
 * its minutes are expected in the hours of shares.
 */
export class GapFinder {
  private readonly timeframe: StoredTimeframe;
  /** Times of candles by day: of days, how many there are; of minutes, their times in order. */
  private readonly days = new Map<string, number[]>();

  constructor(timeframe: StoredTimeframe) {
    this.timeframe = timeframe;
  }

  /** Add times of candles, each later than all before it. */
  add(times: readonly number[]): void {
    let midnight = Number.NaN;
    let ofDay: number[] = [];
    for (const time of times) {
      if (istMidnight(time) !== midnight) {
        midnight = istMidnight(time);
        const day = istDate(time);
        ofDay = this.days.get(day) ?? [];
        this.days.set(day, ofDay);
      }
      ofDay.push(time);
    }
  }

  /** Gaps of all that was added. Days before the calendar begins are not judged. */
  find(): SeriesGaps {
    const all = [...this.days.keys()];
    const [first, last] = [all[0], all.at(-1)];
    const missingDays: string[] = [];
    const shortDays: ShortDay[] = [];
    let tradingDays = 0;
    if (first !== undefined && last !== undefined)
      for (
        let at = istDayStart(first < KNOWN_FROM ? KNOWN_FROM : first);
        at <= istDayStart(last);
        at += DAY_MS
      ) {
        const day = istDate(at);
        if (!isTradingDay(day)) continue;
        tradingDays++;
        const times = this.days.get(day);
        if (!times) missingDays.push(day);
        else if (this.timeframe === '1m') {
          const short = shortDayOf(day, times);
          if (short) shortDays.push(short);
        }
      }
    return {
      tradingDays,
      wholeDays: tradingDays - missingDays.length - shortDays.length,
      missingDays,
      shortDays,
    };
  }
}

/** The day, if any of its minutes is missing. */
const shortDayOf = (day: string, times: readonly number[]): ShortDay | null => {
  const session = sessionOn(day, { kind: 'equity' });
  if (!session) return null;
  const there = new Set(times);
  let missing = 0;
  let firstAt = 0;
  for (let at = session.open; at < session.close; at += MINUTE_MS)
    if (!there.has(at)) {
      if (missing === 0) firstAt = at;
      missing++;
    }
  const expected = (session.close - session.open) / MINUTE_MS;
  return missing === 0 ? null : { day, missing, expected, firstAt };
};

/** Trading days that follow each other. */
export interface DayStretch {
  from: string;
  to: string;
  days: number;
}

/** Missing days as stretches. Nothing was traded between two days of one. */
export const stretchesOf = (missingDays: readonly string[]): DayStretch[] => {
  const stretches: DayStretch[] = [];
  for (const day of missingDays) {
    const last = stretches.at(-1);
    if (last && isNextTradingDay(last.to, day)) {
      last.to = day;
      last.days++;
    } else stretches.push({ from: day, to: day, days: 1 });
  }
  return stretches;
};

const isNextTradingDay = (before: string, day: string): boolean => {
  for (let at = istDayStart(before) + DAY_MS; at < istDayStart(day); at += DAY_MS)
    if (isTradingDay(istDate(at))) return false;
  return true;
};
