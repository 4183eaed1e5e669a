import type { Timeframe } from '../../shared/rule-document.ts';
import type { Level } from '../../shared/rule-names.ts';
import { istMinuteOfDay, istWeekday } from '../../shared/time.ts';
import { dayNumber, type Bar } from '../bars.ts';
import type { Traded } from '../instrument.ts';
import { sessionHoursOn } from '../trading/session-hours.ts';
import { weekOf } from './rotation.ts';

/** Candles of a day or a week as one. */
interface Span {
  readonly open: number;
  high: number;
  low: number;
  close: number;
}

const beginAt = ({ open, high, low, close }: Bar): Span => ({ open, high, low, close });

const extend = (span: Span, { high, low, close }: Bar): void => {
  if (high > span.high) span.high = high;
  if (low < span.low) span.low = low;
  span.close = close;
};

/**
 * The day and the week of a bar and those before them. A span that had begun before the first bar was seen is null:
 * its open, and maybe its extremes, are not known. Weeks run from Monday to Sunday.
 */
export class SessionLevels {
  day: Span | null = null;
  previousDay: Span | null = null;
  previousWeek: Span | null = null;
  private week: Span | null = null;
  private dayAt: number | null = null;
  private readonly timeframe: Timeframe;
  private readonly traded: Traded;

  constructor(timeframe: Timeframe, traded: Traded) {
    this.timeframe = timeframe;
    this.traded = traded;
  }

  /** Add the next bar; true when it begins a day. */
  next(bar: Bar): boolean {
    const day = dayNumber(bar.time);
    const before = this.dayAt;
    const isNewDay = day !== before;
    this.dayAt = day;
    if (!isNewDay) {
      if (this.day) extend(this.day, bar);
      if (this.week) extend(this.week, bar);
      return false;
    }
    this.previousDay = this.day;
    this.day = before !== null || this.isFirstOfSession(bar) ? beginAt(bar) : null;
    if (before !== null && weekOf(before) === weekOf(day)) {
      if (this.week) extend(this.week, bar);
      return true;
    }
    this.previousWeek = this.week;
    const beginsWeek = before !== null || (this.day !== null && istWeekday(bar.time) === 1);
    this.week = beginsWeek ? beginAt(bar) : null;
    return true;
  }

  private isFirstOfSession({ time }: Bar): boolean {
    return this.timeframe === '1d' || istMinuteOfDay(time) <= sessionHoursOn(this.traded, time).open;
  }
}

/** Classic floor pivots of a day: the middle, and three levels to each side. */
const PIVOTS: Readonly<Record<Extract<Level, `pivot${string}`>, (day: Span, pivot: number) => number>> = {
  pivot: (_day, pivot) => pivot,
  'pivot-r1': ({ low }, pivot) => 2 * pivot - low,
  'pivot-r2': ({ high, low }, pivot) => pivot + (high - low),
  'pivot-r3': ({ high, low }, pivot) => high + 2 * (pivot - low),
  'pivot-s1': ({ high }, pivot) => 2 * pivot - high,
  'pivot-s2': ({ high, low }, pivot) => pivot - (high - low),
  'pivot-s3': ({ high, low }, pivot) => low - 2 * (high - pivot),
};

const pivotOf = ({ high, low, close }: Span): number => (high + low + close) / 3;

/** Value of a level after the bar taken in last; prices in paise, NaN where it is not known. */
export const levelAt = (level: Level, { day, previousDay, previousWeek }: SessionLevels): number => {
  const unknown = Number.NaN;
  switch (level) {
    case 'session-open':
      return day?.open ?? unknown;
    case 'session-high':
      return day?.high ?? unknown;
    case 'session-low':
      return day?.low ?? unknown;
    case 'previous-day-open':
      return previousDay?.open ?? unknown;
    case 'previous-day-high':
      return previousDay?.high ?? unknown;
    case 'previous-day-low':
      return previousDay?.low ?? unknown;
    case 'previous-day-close':
      return previousDay?.close ?? unknown;
    case 'previous-week-open':
      return previousWeek?.open ?? unknown;
    case 'previous-week-high':
      return previousWeek?.high ?? unknown;
    case 'previous-week-low':
      return previousWeek?.low ?? unknown;
    case 'previous-week-close':
      return previousWeek?.close ?? unknown;
    case 'gap-percent':
      return day && previousDay ? (100 * (day.open - previousDay.close)) / previousDay.close : unknown;
    default:
      return previousDay ? PIVOTS[level](previousDay, pivotOf(previousDay)) : unknown;
  }
};

/** The range of a session's first minutes, one bar at a time. NaN until it is over, and on a day without it. */
export class OpeningRange {
  private readonly levels: SessionLevels;
  private readonly edge: 'high' | 'low';
  private readonly minutes: number;
  private readonly closeMinute: (time: number) => number;
  private readonly traded: Traded;
  private value = Number.NaN;

  /** `closeMinute` is the minute of the day at which a bar closes. */
  constructor(
    range: { readonly edge: 'high' | 'low'; readonly minutes: number },
    timeframe: Timeframe,
    traded: Traded,
    closeMinute: (time: number) => number,
  ) {
    this.levels = new SessionLevels(timeframe, traded);
    this.edge = range.edge;
    this.minutes = range.minutes;
    this.closeMinute = closeMinute;
    this.traded = traded;
  }

  next(bar: Bar): number {
    if (this.levels.next(bar)) this.value = Number.NaN;
    const end = sessionHoursOn(this.traded, bar.time).open + this.minutes;
    if (istMinuteOfDay(bar.time) < end) this.value = this.levels.day?.[this.edge] ?? Number.NaN;
    return this.closeMinute(bar.time) >= end ? this.value : Number.NaN;
  }
}
