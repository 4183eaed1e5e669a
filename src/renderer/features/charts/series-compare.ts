import type { Candles } from './bars.ts';
import type { ChartLine } from './chart-lines.ts';

/** How instruments are compared: percents since a common candle, or the first divided by another. */
export const COMPARE_KINDS = ['percent', 'ratio'] as const;
export type CompareKind = (typeof COMPARE_KINDS)[number];

type Closes = Pick<Candles, 'symbol' | 'time' | 'close'>;

/** Closes of another instrument at the times of this one; no number where it has no candle of that time. */
const closesAt = (time: readonly number[], other: Closes): number[] => {
  const known = new Map(other.time.map((at, bar) => [at, other.close[bar]]));
  return time.map((at) => known.get(at) ?? Number.NaN);
};

/** Whether two instruments have a candle of the same time. */
export const hasCommon = (own: Pick<Closes, 'time'>, other: Pick<Closes, 'time'>): boolean => {
  const known = new Set(other.time);
  return own.time.some((at) => known.has(at));
};

const percentLines = (own: Closes, others: readonly Closes[]): ChartLine[] => {
  const all = [own, ...others].map(({ symbol, ...rest }) => ({
    symbol,
    closes: closesAt(own.time, { symbol, ...rest }),
  }));
  // Only from a candle that all have is one ahead of another.
  const first = own.time.findIndex((_, bar) => all.every(({ closes }) => (closes[bar] ?? 0) > 0));
  return all.map(({ symbol, closes }) => {
    const base = closes[first] ?? Number.NaN;
    return {
      label: symbol,
      value: closes.map((close, bar) => (bar < first ? Number.NaN : (close / base - 1) * 100)),
      place: 'compare',
      format: 'percent',
      kind: 'line',
    };
  });
};

const ratioLines = (own: Closes, others: readonly Closes[]): ChartLine[] =>
  others.map((other) => {
    const closes = closesAt(own.time, other);
    return {
      label: `${own.symbol} / ${other.symbol}`,
      value: closes.map((close, bar) => (close > 0 ? (own.close[bar] ?? Number.NaN) / close : Number.NaN)),
      place: other.symbol,
      format: 'ratio',
      kind: 'line',
    };
  });

/** Lines below the candles that compare an instrument with others. */
export const compareLines = (kind: CompareKind, own: Closes, others: readonly Closes[]): ChartLine[] =>
  others.length === 0 ? [] : kind === 'percent' ? percentLines(own, others) : ratioLines(own, others);

interface Minutes {
  /** Epoch ms, rising. */
  readonly time: readonly number[];
  /** Paise. */
  readonly premium: readonly number[];
}

/** Premium of a straddle below the candles: of each candle the last of its minutes. `length` is a candle's, ms. */
export const straddleLine = (
  label: string,
  time: readonly number[],
  length: number,
  minutes: Minutes,
): ChartLine => {
  let at = 0;
  const value = time.map((begin) => {
    let last = Number.NaN;
    for (; at < minutes.time.length && (minutes.time[at] ?? 0) < begin + length; at++)
      if ((minutes.time[at] ?? 0) >= begin) last = minutes.premium[at] ?? Number.NaN;
    return last;
  });
  return { label, value, place: 'straddle', format: 'price', kind: 'line' };
};
