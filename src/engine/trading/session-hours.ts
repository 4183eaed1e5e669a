import { clockToMinutes, DAY_MS, IST_OFFSET_MS, istDayStart } from '../../shared/time.ts';
import { MUHURAT } from '../../shared/trading-days.ts';
import { datedTable, valueOn, type DatedTable } from '../dated.ts';
import { hasFutures, type Exchange, type Traded } from '../instrument.ts';

/** Hours of a day in minutes after midnight in India; `close` and `auctionEnd` are excluded. */
export interface SessionHours {
  /** Orders are taken, and not yet matched continuously; equals `open` where there is no pre-open. */
  readonly preOpen: number;
  readonly open: number;
  /** Continuous trading ends. */
  readonly close: number;
  /** The closing auction ends; equals `close` where there is none. */
  readonly auctionEnd: number;
}

const hours = (preOpen: string, open: string, close: string, auctionEnd = close): SessionHours => ({
  preOpen: clockToMinutes(preOpen),
  open: clockToMinutes(open),
  close: clockToMinutes(close),
  auctionEnd: clockToMinutes(auctionEnd),
});

/** Segments with hours of their own. */
type HoursSegment = 'cash-with-futures' | 'cash' | 'derivative';

const ONE_SESSION = hours('09:00', '09:15', '15:30');

/**
 * With the day they hold from. The circular 74/2026 brought the closing auction for shares that have futures and ten
 * more minutes for the futures; a share without futures keeps its hours.
 */
const NSE: Readonly<Record<HoursSegment, DatedTable<SessionHours>>> = {
  'cash-with-futures': datedTable(
    ['2010-01-04', ONE_SESSION],
    ['2026-08-03', hours('09:00', '09:15', '15:15', '15:35')],
  ),
  cash: datedTable(['2010-01-04', ONE_SESSION]),
  derivative: datedTable(['2010-01-04', ONE_SESSION], ['2026-08-03', hours('09:00', '09:15', '15:40')]),
};

/** BSE keeps the hours of NSE. */
const HOURS: Readonly<Record<Exchange, typeof NSE>> = { NSE, BSE: NSE };

const segmentOf = (traded: Traded): HoursSegment => {
  if (traded.kind !== 'equity') return 'derivative';
  return hasFutures(traded) ? 'cash-with-futures' : 'cash';
};

/** One of each segment, for questions about the market as a whole. */
export const EVERY_SEGMENT: readonly Traded[] = [
  { kind: 'equity' },
  { kind: 'equity', fixedBandPercent: 20 },
  { kind: 'index-proxy' },
];

/** The longest session that any segment has had, in minutes. */
export const LONGEST_SESSION_MINUTES = Math.max(
  ...Object.values(NSE).flatMap((table) => table.map(({ value: { open, close } }) => close - open)),
);

const dayNumber = (time: number): number => Math.floor((time + IST_OFFSET_MS) / DAY_MS);

/** By number and not by date: a backtest asks for every bar. The hour has no pre-open and no auction of its own here. */
const MUHURAT_HOURS: ReadonlyMap<number, SessionHours> = new Map(
  [...MUHURAT].map(([day, { from, to }]) => [dayNumber(istDayStart(day)), hours(from, from, to)]),
);

/** Trading hours on the day of a moment (epoch ms). It is supposed to be a trading day. */
export const sessionHoursOn = (traded: Traded, time: number): SessionHours =>
  MUHURAT_HOURS.get(dayNumber(time)) ?? valueOn(HOURS[traded.exchange ?? 'NSE'][segmentOf(traded)], time);

/** Minutes before the close at which an exit must begin. So it can still be filled in parts and priced anew. */
const EXIT_TAKES_MINUTES = 5;

/** Minutes after midnight before which usual hours never forced a square-off. */
const EARLIEST_LIMIT = clockToMinutes('15:10');

/**
 * When an intraday position is squared off, minutes after midnight: at the wanted time, or as late as continuous trading
 * leaves time for it.
 */
export const squareOffMinute = (wanted: number, traded: Traded, time: number): number =>
  wanted <= EARLIEST_LIMIT && !MUHURAT_HOURS.has(dayNumber(time))
    ? wanted
    : Math.min(wanted, sessionHoursOn(traded, time).close - EXIT_TAKES_MINUTES);
