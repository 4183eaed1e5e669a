import type { Bar } from '../../../engine/bars.ts';
import { tickSizeOn } from '../../../engine/instrument.ts';
import { PAISE_PER_RUPEE } from '../../../shared/money.ts';
import { istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import { sessionOn } from '../../../engine/trading/trading-day.ts';
import { INSTRUMENT_MASTER, type MasterRow } from '../instrument-master.ts';
import { TICK_OFFSETS_MS } from '../tape.ts';
import { type Random, seededRandom } from '../../../engine/random.ts';

/**
 * The simulated market: one market factor, a factor for each sector and a residual for each instrument, with
 * volatility that clusters over days and minutes, gaps overnight, more movement and volume at both ends of a session,
 * and fat tails. The figures below are set so that returns, their autocorrelation and the shape of the volume lie
 * within the range of real NSE files (a test compares).
 */
const MARKET_DAILY_VOLATILITY = 0.005;
/** A day's own direction, spread evenly over its minutes: some days trend. */
const TREND_DAILY_VOLATILITY = 0.003;
const SECTOR_DAILY_VOLATILITY = 0.0055;
const RESIDUAL_DAILY_VOLATILITY = 0.0105;
const INDEX_RESIDUAL_VOLATILITY = 0.0006;
const OVERNIGHT_SHARE = 0.75;
/** About 13 % a year. */
const DAILY_DRIFT = 0.0005;
/**
 * Share of the way back to its beginning taken in a day. It pulls a price back, so that years of simulation stay
 * believable.
 */
const DAILY_PULL = 0.006;
/** Log-volatility of a day follows the day before. */
const VOLATILITY_MEMORY = 0.94;
const VOLATILITY_SHOCK = 0.1;
/** And within the day, minute by minute. */
const MINUTE_MEMORY = 0.985;
const MINUTE_SHOCK = 0.05;
const TICKS = TICK_OFFSETS_MS.length;

/** Everything the next day grows from; plain data that can be stored. */
export interface MarketDayState {
  /** Trading day that comes next. */
  readonly day: string;
  /** Close of the day before, in fractional paise, by symbol. */
  readonly closes: Readonly<Record<string, number>>;
  readonly logVolatility: number;
}

/** One instrument's session: price of every tick (paise, on its tick size) and volume of every minute. */
export interface SimulatedSession {
  readonly row: MasterRow;
  readonly open: number;
  /** Steps of the session: minutes, unless the day was made with a longer step. */
  readonly minutes: number;
  /** Four prices a step. */
  readonly prices: Int32Array;
  /** Shares in each minute; all zero for an index. */
  readonly volumes: Float64Array;
}

export interface SimulatedDay {
  readonly day: string;
  readonly sessions: readonly SimulatedSession[];
  readonly closes: Readonly<Record<string, number>>;
  readonly logVolatility: number;
}

/** Where the simulated market begins. */
export const firstDayState = (day: string): MarketDayState => ({
  day,
  closes: Object.fromEntries(
    INSTRUMENT_MASTER.map((row) => [row.symbol, row.simulatedStart * PAISE_PER_RUPEE]),
  ),
  logVolatility: 0,
});

/** Volatility over the session; its squares sum to one. It is highest at the open and rises to the close. */
const intradayShape = (minutes: number): Float64Array => {
  const shape = new Float64Array(minutes);
  let squares = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const value = 0.75 + 1.5 * Math.exp(-minute / 18) + 0.45 * Math.exp(-(minutes - 1 - minute) / 25);
    shape[minute] = value;
    squares += value * value;
  }
  const scale = 1 / Math.sqrt(squares);
  return shape.map((value) => value * scale);
};

/** Share of the day's volume in each minute: a U with a heavy close. */
const volumeShape = (minutes: number): Float64Array => {
  const shape = new Float64Array(minutes);
  let sum = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const value = 1 + 3.2 * Math.exp(-minute / 15) + 2.2 * Math.exp(-(minutes - 1 - minute) / 14);
    shape[minute] = value;
    sum += value;
  }
  return shape.map((value) => value / sum);
};

/** A path of log-returns per tick with the given daily volatility. */
const factorPath = (
  random: Random,
  shape: Float64Array,
  volatility: number,
  minuteVolatility: Float64Array,
): Float64Array => {
  const path = new Float64Array(shape.length * TICKS);
  for (let minute = 0; minute < shape.length; minute++) {
    const step = (volatility * shape[minute]! * minuteVolatility[minute]!) / Math.sqrt(TICKS);
    for (let tick = 0; tick < TICKS; tick++) path[minute * TICKS + tick] = step * random.normal();
  }
  return path;
};

const minuteVolatilityPath = (random: Random, minutes: number): Float64Array => {
  const path = new Float64Array(minutes);
  const spread = (MINUTE_SHOCK * MINUTE_SHOCK) / (1 - MINUTE_MEMORY * MINUTE_MEMORY);
  let log = Math.sqrt(spread) * random.normal();
  for (let minute = 0; minute < minutes; minute++) {
    log = MINUTE_MEMORY * log + MINUTE_SHOCK * random.normal();
    path[minute] = Math.exp(log - spread);
  }
  return path;
};

/** Shares traded on an ordinary day, larger for cheaper shares. */
const ordinaryVolume = (row: MasterRow): number => Math.round(4_500_000_000 / (row.simulatedStart + 150));

/**
 * The whole market on one day. It is the same for the same seed and state. `stepMinutes` above 1 makes a coarser (and
 * much quicker) path for history of which only daily candles are kept.
 */
export const simulateDay = (seed: number, state: MarketDayState, stepMinutes = 1): SimulatedDay => {
  const stepMs = stepMinutes * MINUTE_MS;
  const random = seededRandom(`${seed}:${state.day}`);
  const logVolatility = VOLATILITY_MEMORY * state.logVolatility + VOLATILITY_SHOCK * random.normal();
  const level = Math.exp(logVolatility);
  const longest = Math.max(
    ...INSTRUMENT_MASTER.map((row) => {
      const session = sessionOn(state.day, row);
      return session ? Math.ceil((session.close - session.open) / stepMs) : 0;
    }),
  );
  const shape = intradayShape(longest);
  const minuteVolatility = minuteVolatilityPath(random, longest);
  const marketPath = factorPath(random, shape, MARKET_DAILY_VOLATILITY * level, minuteVolatility);
  const trend = (TREND_DAILY_VOLATILITY * level * random.normal()) / marketPath.length;
  for (let index = 0; index < marketPath.length; index++) marketPath[index]! += trend;
  const marketGap = DAILY_DRIFT + MARKET_DAILY_VOLATILITY * level * OVERNIGHT_SHARE * random.normal();
  const sectors = new Map<string, { path: Float64Array; gap: number }>();
  for (const sector of new Set(INSTRUMENT_MASTER.map((row) => row.sector)))
    sectors.set(sector, {
      path: factorPath(random, shape, SECTOR_DAILY_VOLATILITY * level, minuteVolatility),
      gap: SECTOR_DAILY_VOLATILITY * level * OVERNIGHT_SHARE * random.normal(),
    });
  const bank = sectors.get('bank');
  const equity = sessionOn(state.day, { kind: 'equity' });
  const equityVolumes = volumeShape(equity ? Math.ceil((equity.close - equity.open) / stepMs) : 0);
  const closes: Record<string, number> = {};
  const sessions = INSTRUMENT_MASTER.map((row): SimulatedSession => {
    const isIndex = row.kind === 'index-proxy';
    const sector = row.symbol === 'BANKNIFTY' ? bank : isIndex ? undefined : sectors.get(row.sector);
    const residualVolatility = isIndex ? INDEX_RESIDUAL_VOLATILITY : RESIDUAL_DAILY_VOLATILITY * level;
    const session = sessionOn(state.day, row) ?? { open: 0, close: 0 };
    const minutes = Math.ceil((session.close - session.open) / stepMs);
    const residual = factorPath(random, shape, residualVolatility, minuteVolatility);
    const start = row.simulatedStart * PAISE_PER_RUPEE;
    const before = state.closes[row.symbol] ?? start;
    const gap =
      row.beta * marketGap +
      (sector?.gap ?? 0) +
      residualVolatility * OVERNIGHT_SHARE * random.normal() -
      DAILY_PULL * Math.log(before / start);
    let price = before * Math.exp(gap);
    const tick = tickSizeOn(row.kind, price, session.open);
    const sectorPath = sector?.path;
    const prices = new Int32Array(minutes * TICKS);
    for (let index = 0; index < prices.length; index++) {
      if (index > 0)
        price *= 1 + row.beta * marketPath[index]! + (sectorPath ? sectorPath[index]! : 0) + residual[index]!;
      prices[index] = Math.max(1, Math.round(price / tick)) * tick;
    }
    closes[row.symbol] = price;
    return {
      row,
      open: session.open,
      minutes,
      prices,
      volumes: isIndex
        ? new Float64Array(minutes)
        : volumesOf(random, row, equityVolumes, minuteVolatility, level),
    };
  });
  return { day: state.day, sessions, closes, logVolatility };
};

const volumesOf = (
  random: Random,
  row: MasterRow,
  shape: Float64Array,
  minuteVolatility: Float64Array,
  level: number,
): Float64Array => {
  const volumes = new Float64Array(shape.length);
  const day = ordinaryVolume(row) * level * Math.exp(0.35 * random.normal());
  for (let minute = 0; minute < shape.length; minute++)
    volumes[minute] = Math.max(
      TICKS,
      Math.round(day * shape[minute]! * minuteVolatility[minute]! * Math.exp(0.45 * random.normal() - 0.1)),
    );
  return volumes;
};

/** One-minute bars of a simulated session with a one-minute step. */
export const sessionBars = (session: SimulatedSession): Bar[] => {
  const bars: Bar[] = [];
  for (let minute = 0; minute < session.minutes; minute++) bars.push(barOf(session, minute, minute + 1));
  return bars;
};

/** The daily candle of a simulated session, whatever its step. */
export const sessionDailyBar = (session: SimulatedSession): Bar => ({
  ...barOf(session, 0, session.minutes),
  time: istMidnight(session.open),
});

const barOf = (session: SimulatedSession, from: number, to: number): Bar => {
  const { prices, volumes } = session;
  let [high, low, volume] = [0, Number.POSITIVE_INFINITY, 0];
  for (let index = from * TICKS; index < to * TICKS; index++) {
    const price = prices[index]!;
    if (price > high) high = price;
    if (price < low) low = price;
  }
  for (let minute = from; minute < to; minute++) volume += volumes[minute]!;
  return {
    time: session.open + from * MINUTE_MS,
    open: prices[from * TICKS]!,
    high,
    low,
    close: prices[to * TICKS - 1]!,
    volume,
  };
};
