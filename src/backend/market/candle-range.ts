import type { Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istDate, istDayStart, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { LONGEST_SESSION_MINUTES } from '../../engine/trading/session-hours.ts';
import { aggregateBars } from './candle-aggregate.ts';
import { DailyBars } from './daily-bars.ts';
import { findInstrument, tradedAs } from './instrument-master.ts';
import { StoredSeries } from './stored-series.ts';
import { type MarketDayState, sessionBars, simulateDay } from './simulated/simulated-market.ts';

/** Candles of several instruments over a stretch of time, epoch ms. */
export interface CandleRange {
  /** The importing user; the simulated market is everybody's. */
  readonly ownerId: number;
  readonly source: Source;
  readonly symbols: readonly string[];
  readonly timeframe: Timeframe;
  readonly from: number;
  /** Excluded; a candle that had not closed by then is left out. */
  readonly before: number;
  /** Candles before `from` that rules need to warm up; fewer where history does not reach so far. */
  readonly warmUp: number;
}

const kindOf = (symbol: string) => findInstrument(symbol)?.kind ?? 'equity';

export const ownerOf = ({ source, ownerId }: Pick<CandleRange, 'source' | 'ownerId'>): number =>
  source === 'simulated' ? 0 : ownerId;

/** Series of an instrument in a range. */
export const seriesOf = (range: Pick<CandleRange, 'source' | 'ownerId'>, symbol: string) => ({
  ...{ ownerId: ownerOf(range), source: range.source, symbol },
});

/** Whether an instrument's daily candles are stored as such. If not, they are built from its minutes. */
export const hasDailyCandles = async (
  db: Kysely<Schema>,
  range: Pick<CandleRange, 'source' | 'ownerId'>,
  symbol: string,
): Promise<boolean> =>
  (await StoredSeries.open(db, { ...seriesOf(range, symbol), timeframe: '1d' })).hasCandles();

/** Candles of one instrument put together piece by piece, in time order. */
class Collector {
  readonly candles: Bar[] = [];
  private readonly range: CandleRange;
  private readonly symbol: string;

  constructor(range: CandleRange, symbol: string) {
    this.range = range;
    this.symbol = symbol;
  }

  /** Read the minutes of whole days, or of the last day's beginning. */
  addMinutes(minutes: readonly Bar[]): void {
    const { before, timeframe } = this.range;
    const past = minutes.filter((bar) => bar.time + MINUTE_MS <= before);
    for (const candle of aggregateBars(past, timeframe, kindOf(this.symbol)))
      if (this.hasClosed(candle)) this.candles.push(candle);
  }

  private hasClosed({ time }: Bar): boolean {
    const { before, timeframe } = this.range;
    if (time + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS <= before) return true;
    // The session may have cut it short; asked only of the last ones, since calendars are slow.
    return (sessionOn(istDate(time), tradedAs(this.symbol))?.close ?? Infinity) <= before;
  }

  /** The candles of the range with those to warm up before them. */
  finish(): Bar[] {
    const { from, warmUp } = this.range;
    const first = this.candles.findIndex((bar) => bar.time >= from);
    return this.candles.slice(Math.max(0, (first < 0 ? this.candles.length : first) - warmUp));
  }
}

const perSession = (timeframe: Timeframe, session: number): number =>
  session === 0 ? 0 : Math.ceil(session / Math.min(TIMEFRAME_MINUTES[timeframe], session));

/** The shortest session of a day, in minutes: a share with futures has it, and Muhurat is an hour. */
const minutesOf = (day: string): number => {
  const session = sessionOn(day, { kind: 'equity' });
  return session ? (session.close - session.open) / MINUTE_MS : 0;
};

/** Imported minutes, a month at a time, from far enough back. */
const collectStored = async (db: Kysely<Schema>, range: CandleRange, symbol: string): Promise<Bar[]> => {
  const collector = new Collector(range, symbol);
  const series = await StoredSeries.open(db, { ...seriesOf(range, symbol), timeframe: '1m' });
  const months = await series.months({ to: range.before - 1 });
  const perCandle = Math.min(TIMEFRAME_MINUTES[range.timeframe], LONGEST_SESSION_MINUTES);
  const wanted: string[] = [];
  let minutesToWarmUp = range.warmUp * perCandle;
  for (const { month, bars, lastTime } of months) {
    if (lastTime < range.from && minutesToWarmUp <= 0) break;
    wanted.unshift(month);
    if (lastTime < range.from) minutesToWarmUp -= bars;
  }
  for (const month of wanted) collector.addMinutes(await series.bars(month));
  return collector.finish();
};

/** Minutes of the simulated market: every day is computed once for all instruments. */
const collectSimulated = async (
  db: Kysely<Schema>,
  seed: number,
  range: CandleRange,
  symbols: readonly string[],
): Promise<Map<string, Bar[]>> => {
  const collectors = new Map(symbols.map((symbol) => [symbol, new Collector(range, symbol)]));
  const rows = await db.selectFrom('simulated_days').selectAll().orderBy('day').execute();
  const past = rows.filter(({ day }) => istDayStart(day) < range.before);
  const first = past.findIndex(({ day }) => istDayStart(day) >= istMidnight(range.from));
  let start = first < 0 ? past.length : first;
  for (let missing = range.warmUp; start > 0 && missing > 0; start--)
    missing -= perSession(range.timeframe, minutesOf(past[start - 1]?.day ?? ''));
  for (const { state_json } of past.slice(start))
    for (const session of simulateDay(seed, JSON.parse(state_json) as MarketDayState).sessions)
      collectors.get(session.row.symbol)?.addMinutes(sessionBars(session));
  return new Map([...collectors].map(([symbol, collector]) => [symbol, collector.finish()]));
};

const collectDaily = async (daily: DailyBars, range: CandleRange): Promise<Bar[]> => {
  const warmUp = await daily.load({ to: range.from - 1, limit: range.warmUp });
  // The day that `before` falls in is not over.
  return [...warmUp, ...(await daily.load({ from: range.from, to: istMidnight(range.before) - 1 }))];
};

/**
 * Candles of every instrument of a range, in time order. Those to warm up come before them. Meant for a worker thread:
 * it computes without a break. `seed` is that of the simulated market; `onSymbol` is called with how many are loaded.
 */
export const loadCandleRange = async (
  db: Kysely<Schema>,
  seed: number,
  range: CandleRange,
  onSymbol: (loaded: number) => void = () => undefined,
): Promise<Map<string, Bar[]>> => {
  const candles = new Map<string, Bar[]>();
  const add = (symbol: string, bars: Bar[]): void => {
    candles.set(symbol, bars);
    onSymbol(candles.size);
  };
  const fromMinutes: string[] = [];
  for (const symbol of range.symbols) {
    const daily = range.timeframe === '1d' ? await DailyBars.open(db, seriesOf(range, symbol)) : null;
    if (daily) add(symbol, await collectDaily(daily, range));
    else fromMinutes.push(symbol);
  }
  if (range.source === 'simulated' && fromMinutes.length > 0)
    for (const [symbol, bars] of await collectSimulated(db, seed, range, fromMinutes)) add(symbol, bars);
  else for (const symbol of fromMinutes) add(symbol, await collectStored(db, range, symbol));
  return candles;
};
