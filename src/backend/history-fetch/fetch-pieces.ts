import { marketEndOn } from '../../engine/trading/trading-day.ts';
import type { StoredTimeframe } from '../../shared/contract/market.ts';
import { DAY_MS, istDate, istDayStart, istMidnight } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';

/** Months that are asked for together: the broker takes 30 days of minutes in a call, and 2,000 of days. */
const MONTHS_A_PIECE: Readonly<Record<StoredTimeframe, number>> = { '1m': 1, '1d': 60 };

/** A stretch of time, epoch ms; the end is excluded. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Months of a fetch that are written together. */
export interface Piece {
  /** The newest first, each with its part of the fetched days. */
  readonly months: readonly ({ readonly month: string } & Stretch)[];
  /** Trading days to ask for; null where the piece has none. */
  readonly range: Stretch | null;
  /** The month that comes next; null when this is the last. */
  readonly next: string | null;
}

/** Facts of a fetch that decide on its pieces. */
export interface FetchSpan {
  readonly timeframe: StoredTimeframe;
  readonly from_day: string;
  readonly to_day: string;
}

const monthOf = (day: string): string => day.slice(0, 7);
const monthStart = (month: string): number => istDayStart(`${month}-01`);
const monthBefore = (month: string): string => monthOf(istDate(monthStart(month) - DAY_MS));
const monthEnd = (month: string): number => monthStart(monthOf(istDate(monthStart(month) + 31 * DAY_MS)));

/** The months of a stretch of days. */
export const monthsBetween = (fromDay: string, toDay: string): number => {
  const number = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return number(toDay) - number(fromDay) + 1;
};

/** A stretch that begins and ends with a trading day. A call has room for so many days. */
const tradedPart = ({ from, until }: Stretch): Stretch | null => {
  let [first, end] = [from, until];
  while (first < end && !isTradingDay(istDate(first))) first += DAY_MS;
  while (end > first && !isTradingDay(istDate(end - DAY_MS))) end -= DAY_MS;
  return first < end ? { from: first, until: end } : null;
};

/** The piece of a fetch from a month back in time. */
export const pieceFrom = (month: string, { timeframe, from_day, to_day }: FetchSpan): Piece => {
  const months: ({ month: string } & Stretch)[] = [];
  let at = month;
  while (months.length < MONTHS_A_PIECE[timeframe] && at >= monthOf(from_day)) {
    months.push({
      month: at,
      from: Math.max(monthStart(at), istDayStart(from_day)),
      until: Math.min(monthEnd(at), istDayStart(to_day) + DAY_MS),
    });
    at = monthBefore(at);
  }
  const [newest, oldest] = [months[0], months.at(-1)];
  return {
    months,
    range: newest && oldest ? tradedPart({ from: oldest.from, until: newest.until }) : null,
    next: at >= monthOf(from_day) ? at : null,
  };
};

/** Last day (`YYYY-MM-DD`) that is over at a moment. */
export const lastWholeDay = (now: number): string => {
  const end = marketEndOn(istDate(now));
  return end !== null && end <= now ? istDate(now) : istDate(istMidnight(now) - DAY_MS);
};

/** Days of so many years. They end with the given one. */
export const yearsUpTo = (day: string, years: number): { from: string; to: string } => {
  // The 29th of February becomes the 1st of March.
  const before = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const start = istDayStart(before);
  const from = Number.isNaN(start) ? istDayStart(`${before.slice(0, 4)}-02-28`) : start;
  return { from: istDate(from + DAY_MS), to: day };
};
