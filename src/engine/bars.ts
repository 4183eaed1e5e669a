import { fail, succeed, type Result } from '../shared/failure.ts';
import { DAY_MS, IST_OFFSET_MS, istIso } from '../shared/time.ts';

/** One candle. Prices are integer paise, volume is shares, `time` is the epoch ms at which the bar STARTS. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Two bars of the same candle as one; `later` follows `earlier`. */
export const joinBars = (earlier: Bar, later: Bar): Bar => ({
  time: earlier.time,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: earlier.volume + later.volume,
});

/** A series of candles as columns, in time order. Missing bars are missing, never invented. */
export interface Bars {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Indian calendar day of each bar, counted from 1970-01-01; a session starts where it changes. */
  readonly day: Int32Array;
  /** False when the source reports no volume (an index): every volume is then zero and means nothing. */
  readonly hasVolume: boolean;
}

/** Indian calendar day of a moment, counted from 1970-01-01. */
export const dayNumber = (time: number): number => Math.floor((time + IST_OFFSET_MS) / DAY_MS);

const priceFaultOf = (name: string, price: number): string | null => {
  if (Number.isSafeInteger(price) && price > 0) return null;
  if (!Number.isFinite(price)) return `its ${name} is not a number`;
  if (price <= 0) return `its ${name} is ${price} paise, and a price must be above zero`;
  return `its ${name} of ${price} is not in whole paise`;
};

/** Error in a bar by itself, or null. */
const faultOf = (bar: Bar): string | null => {
  if (!Number.isSafeInteger(bar.time)) return `its time ${bar.time} is not a moment`;
  const priceFault =
    priceFaultOf('open', bar.open) ??
    priceFaultOf('high', bar.high) ??
    priceFaultOf('low', bar.low) ??
    priceFaultOf('close', bar.close);
  if (priceFault !== null) return priceFault;
  if (!Number.isSafeInteger(bar.volume) || bar.volume < 0)
    return `its volume of ${bar.volume} is not a whole number of shares`;
  if (bar.high < bar.low) return `its high of ${bar.high} paise is below its low of ${bar.low}`;
  if (bar.high < bar.open || bar.high < bar.close)
    return `its high of ${bar.high} paise is not its highest price`;
  if (bar.low > bar.open || bar.low > bar.close) return `its low of ${bar.low} paise is not its lowest price`;
  return null;
};

const orderFaultOf = (bar: Bar, previousTime: number): string | null => {
  if (bar.time === previousTime) return 'it has the same time as the bar before it';
  if (bar.time < previousTime) return 'it is earlier than the bar before it; bars must be in time order';
  return null;
};

/** Checks and copies bars one by one, as `barsFrom` says. */
const checkedBars = (length: number, barOf: (index: number) => Bar): Result<Bars> => {
  const column = () => new Float64Array(length);
  const bars = { time: column(), open: column(), high: column(), low: column(), close: column() };
  const volume = column();
  const day = new Int32Array(length);
  let hasVolume = false;
  let previousTime = -Infinity;
  for (let index = 0; index < length; index++) {
    const row = barOf(index);
    const fault = faultOf(row) ?? orderFaultOf(row, previousTime);
    if (fault) {
      const when = Number.isSafeInteger(row.time) ? ` (${istIso(row.time)})` : '';
      return fail('invalid', `Bar ${index + 1}${when} cannot be used: ${fault}.`);
    }
    previousTime = row.time;
    bars.time[index] = row.time;
    bars.open[index] = row.open;
    bars.high[index] = row.high;
    bars.low[index] = row.low;
    bars.close[index] = row.close;
    volume[index] = row.volume;
    day[index] = dayNumber(row.time);
    hasVolume ||= row.volume > 0;
  }
  return succeed({ length, ...bars, volume, day, hasVolume });
};

/**
 * Builds the columns from candles in time order. Refuses (`invalid`) the first bar that cannot be right, by its
 * number (from 1), time and reason: not a number, zero or negative, not in whole paise, high below low, twice the
 * same time, out of order. No candles at all make an empty series.
 */
export const barsFrom = (rows: readonly Bar[]): Result<Bars> =>
  checkedBars(rows.length, (index) => rows[index] as Bar);

/** Candles as columns of one length: epoch ms, paise and shares. */
export type CandleColumns = Readonly<Record<keyof Bar, ArrayLike<number>>>;

/** The same from columns of candles; a column that is too short refuses the first bar that it lacks. */
export const barsFromColumns = (columns: CandleColumns): Result<Bars> => {
  // One for all: a hundred thousand bars of their own would take most of the time.
  const bar = { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  return checkedBars(columns.time.length, (index) => {
    bar.time = columns.time[index] as number;
    bar.open = columns.open[index] ?? Number.NaN;
    bar.high = columns.high[index] ?? Number.NaN;
    bar.low = columns.low[index] ?? Number.NaN;
    bar.close = columns.close[index] ?? Number.NaN;
    bar.volume = columns.volume[index] ?? Number.NaN;
    return bar;
  });
};

/** Bars `from` (included) to `to` (excluded) as views on the same memory; nothing is copied. */
export const sliceBars = (bars: Bars, from: number, to: number = bars.length): Bars => {
  const cut = (column: Float64Array) => column.subarray(from, to);
  const day = bars.day.subarray(from, to);
  return {
    length: day.length,
    time: cut(bars.time),
    open: cut(bars.open),
    high: cut(bars.high),
    low: cut(bars.low),
    close: cut(bars.close),
    volume: cut(bars.volume),
    day,
    hasVolume: bars.hasVolume,
  };
};

/** The bar at an index as one object. Throws a RangeError outside the series. */
export const barAt = (bars: Bars, index: number): Bar => {
  if (!Number.isInteger(index) || index < 0 || index >= bars.length)
    throw new RangeError(`There is no bar ${index} in a series of ${bars.length}.`);
  const read = (column: Float64Array) => column[index] as number;
  return {
    time: read(bars.time),
    open: read(bars.open),
    high: read(bars.high),
    low: read(bars.low),
    close: read(bars.close),
    volume: read(bars.volume),
  };
};

/**
 * Largest part of the last close that counts as a jump. No price band lets a share open more than 20 % away from its
 * last close. A 1:2 bonus and a 3:2 split bring it to 0.67 of that, the demergers of large companies to about 0.6, a
 * 1:3 bonus to 0.75.
 */
const WIDEST_GAP = 0.78;

/**
 * Jumps of a series that looks unadjusted: for a split, bonus or demerger. The first open of such a day is at most
 * `ratio` of the last close before it, or that much above it. Returns the indices of the bars after the jump.
 */
export const findJumps = (bars: Bars, ratio = WIDEST_GAP): number[] => {
  const found: number[] = [];
  for (let index = 1; index < bars.length; index++) {
    if (bars.day[index] === bars.day[index - 1]) continue;
    const change = (bars.open[index] as number) / (bars.close[index - 1] as number);
    if (change <= ratio || change >= 1 / ratio) found.push(index);
  }
  return found;
};
