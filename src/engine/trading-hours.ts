import { datedTable, valueOn, type DatedTable } from './dated.ts';
import { hasFutures, type Traded } from './instrument.ts';
import { clockToMinutes } from '../shared/time.ts';

/** Hours of an ordinary day in minutes after midnight in India; `close` and `auctionEnd` are excluded. */
export interface TradingHours {
  readonly open: number;
  /** Continuous trading ends. */
  readonly close: number;
  /** The closing auction ends; equals `close` where there is none. */
  readonly auctionEnd: number;
}

const hours = (open: string, close: string, auctionEnd = close): TradingHours => ({
  open: clockToMinutes(open),
  close: clockToMinutes(close),
  auctionEnd: clockToMinutes(auctionEnd),
});

const ONE_SESSION = hours('09:15', '15:30');

/**
 * With the day they hold from. NSE's circular 74/2026 brought the closing auction for shares that have futures and ten
 * more minutes for the futures; a share without futures keeps its hours.
 */
const SHARE_WITH_FUTURES = datedTable(
  ['2010-01-04', ONE_SESSION],
  ['2026-08-03', hours('09:15', '15:15', '15:35')],
);
const INDEX_FUTURE = datedTable(['2010-01-04', ONE_SESSION], ['2026-08-03', hours('09:15', '15:40')]);
const OTHER_SHARE = datedTable(['2010-01-04', ONE_SESSION]);

const tableOf = (traded: Traded): DatedTable<TradingHours> => {
  if (traded.kind === 'index-proxy') return INDEX_FUTURE;
  return hasFutures(traded) ? SHARE_WITH_FUTURES : OTHER_SHARE;
};

/** Hours of what is traded at a moment (epoch ms), on a day that is no exception. */
export const tradingHoursOn = (traded: Traded, time: number): TradingHours => valueOn(tableOf(traded), time);

/** An exit that begins this long before the close can still be filled in parts and priced anew. */
const EXIT_TAKES_MINUTES = 5;

/** No square-off has ever had to be earlier than this, in minutes after midnight. */
const EARLIEST_LIMIT = clockToMinutes('15:10');

/**
 * When an intraday position is squared off, minutes after midnight: at the wanted time, or as late as continuous trading
 * leaves time for it.
 */
export const squareOffMinute = (wanted: number, traded: Traded, time: number): number =>
  wanted <= EARLIEST_LIMIT
    ? wanted
    : Math.min(wanted, tradingHoursOn(traded, time).close - EXIT_TAKES_MINUTES);
