import { barAt, sliceBars, type Bars } from './bars.ts';
import type { AtrColumns, CompiledRules, OtherSeries, RuleSignals } from './rules/compiled-rules.ts';
import type { Traded } from './instrument.ts';
import type { SimulatedSeries } from './simulation/simulation.ts';

/** Subjects of the comparison at each bar: the decisions of both sides, the distances' ATR and what a rotation ranks by. */
export type LookAheadSubject = 'entry' | 'exit' | 'atr' | 'rank';

/**
 * A bar about which the rules change their mind later. They say something else once they have seen what came after it.
 */
export interface LookAheadDifference {
  readonly symbol: string;
  /** Start of the bar, epoch ms. */
  readonly time: number;
  readonly what: LookAheadSubject;
  /** With the whole series there, and with nothing after the cut: 1 or 0 for a decision, paise for an ATR. */
  readonly withFuture: number;
  readonly without: number;
}

export interface LookAheadReport {
  /** Places at which the future was cut off, over all series; feeding bar by bar counts as one for each series. */
  readonly cuts: number;
  /** Bars whose signals were compared, over all cuts. */
  readonly barsCompared: number;
  /** Differences, each bar and subject once, at most a hundred. */
  readonly differences: readonly LookAheadDifference[];
}

const CUTS = 100;
const MOST_DIFFERENCES = 100;
/** Rounding error allowed between a streamed indicator and its whole series. */
const STREAM_TOLERANCE = 1e-9;

/** A column of signals under the name it is reported by. */
type Column = readonly [what: LookAheadSubject, values: Uint8Array | Float64Array];

const atrColumns = ({ stopLoss, target, trailing, partialExits }: AtrColumns): Float64Array[] =>
  [stopLoss, target, trailing, ...partialExits].filter((column) => column !== null);

const columnsOf = ({ entry, exit, reverse, atr, rank }: RuleSignals): Column[] => [
  ['entry', entry],
  ['exit', exit],
  ...(reverse ? [['entry', reverse.entry] as const, ['exit', reverse.exit] as const] : []),
  ...atrColumns(atr).map((column): Column => ['atr', column]),
  ...(rank ? [['rank', rank] as const] : []),
];

/**
 * Where to cut: right after bars on which the rules act, because there a signal that needs the next bar gives itself
 * away, and evenly over the whole series.
 */
const cutsOf = ({ entry, exit, reverse }: RuleSignals, length: number, wanted: number): number[] => {
  const acting: number[] = [];
  const decisions = [entry, exit, ...(reverse ? [reverse.entry, reverse.exit] : [])];
  for (let index = 0; index < length - 1; index++)
    if (decisions.some((column) => column[index] === 1)) acting.push(index + 1);
  const spread = (from: readonly number[], count: number) =>
    Array.from({ length: Math.min(count, from.length) }, (_, step) => {
      const at = Math.floor((step * from.length) / Math.min(count, from.length));
      return from[at] as number;
    });
  const half = Math.ceil(wanted / 2);
  const even = spread(
    Array.from({ length: Math.max(0, length - 1) }, (_, index) => index + 1),
    wanted - half,
  );
  return [...new Set([...spread(acting, half), ...even])].sort((a, b) => a - b);
};

class Comparison {
  cuts = 0;
  barsCompared = 0;
  readonly differences: LookAheadDifference[] = [];
  private readonly seen = new Set<string>();

  /** Compares the signals of the first `length` bars; numbers may differ by `tolerance` (relative). */
  compare(
    symbol: string,
    bars: Bars,
    full: readonly Column[],
    cut: readonly Column[],
    length: number,
    tolerance: number,
  ): void {
    this.cuts++;
    this.barsCompared += length;
    for (const [number, [what, withFuture]] of full.entries()) {
      const without = cut[number]?.[1];
      if (!without) throw new RangeError('The rules answer in another shape without the future.');
      for (let index = 0; index < length; index++) {
        const [a, b] = [withFuture[index] as number, without[index] as number];
        if (Object.is(a, b) || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a))) continue;
        this.report({ symbol, time: bars.time[index] as number, what, withFuture: a, without: b });
      }
    }
  }

  private report(difference: LookAheadDifference): void {
    const key = `${difference.symbol} ${difference.time} ${difference.what}`;
    if (this.seen.has(key) || this.differences.length >= MOST_DIFFERENCES) return;
    this.seen.add(key);
    this.differences.push(difference);
  }
}

/** The signals of rules fed bar by bar, as whole-series columns. */
const streamedColumns = (
  rules: CompiledRules,
  { bars, instrument }: SimulatedSeries,
  others: readonly OtherSeries[],
  full: RuleSignals,
): Column[] => {
  const hours = new Map<string, Traded>(others.map((other) => [other.instrument.symbol, other.instrument]));
  const stream = rules.stream(instrument, (symbol) => hours.get(symbol) ?? instrument);
  const fed = others.map((other) => ({ ...other, index: 0 }));
  const signals = Array.from({ length: bars.length }, (_, index) => {
    const bar = barAt(bars, index);
    for (const other of fed)
      while (other.index < other.bars.length && (other.bars.time[other.index] as number) <= bar.time)
        stream.feed(other.instrument.symbol, barAt(other.bars, other.index++));
    return stream.next(bar, null);
  });
  const { stopLoss, target, trailing, partialExits } = full.atr;
  const atr = [
    stopLoss && signals.map((signal) => signal.atr.stopLoss),
    target && signals.map((signal) => signal.atr.target),
    trailing && signals.map((signal) => signal.atr.trailing),
    ...partialExits.map(
      (column, at) => column && signals.map((signal) => signal.atr.partialExits[at] ?? Number.NaN),
    ),
  ].filter((column) => column !== null);
  return [
    ['entry', Uint8Array.from(signals, ({ entry }) => Number(entry))],
    ['exit', Uint8Array.from(signals, ({ exit }) => Number(exit))],
    ...(full.reverse
      ? [
          ['entry', Uint8Array.from(signals, ({ reverseEntry }) => Number(reverseEntry))] as const,
          ['exit', Uint8Array.from(signals, ({ reverseExit }) => Number(reverseExit))] as const,
        ]
      : []),
    ...atr.map((column): Column => ['atr', Float64Array.from(column)]),
    ...(full.rank ? [['rank', Float64Array.from(signals, ({ rank }) => rank)] as const] : []),
  ];
};

/** Candles of others as far as they have begun by a bar. */
const othersUntil = (others: readonly OtherSeries[], time: number): OtherSeries[] =>
  others.map(({ instrument, bars }) => {
    const after = bars.time.findIndex((start) => start > time);
    return { instrument, bars: after < 0 ? bars : sliceBars(bars, 0, after) };
  });

/**
 * Do the rules ever change their mind about the past? Works the signals of every series out again and again with the
 * future cut off (`cuts` places in each series, a hundred unless given), and once more bar by bar, which cannot see any,
 * and compares them with those over the whole series. Rules that ask about the strategy's position are asked as if flat.
 *
 * Rules without look-ahead give no differences. Source of the method: freqtrade's look-ahead analysis, in our own form.
 */
export const findLookAhead = (input: {
  readonly rules: CompiledRules;
  readonly series: readonly SimulatedSeries[];
  /** Instruments that the rules read and do not trade. They are cut off at the same moment. */
  readonly others?: readonly SimulatedSeries[];
  readonly cuts?: number;
}): LookAheadReport => {
  const { rules, series, cuts = CUTS } = input;
  const comparison = new Comparison();
  const others = rules.reads.length > 0 ? [...series, ...(input.others ?? [])] : [];
  for (const one of series) {
    const { instrument, bars } = one;
    const { symbol } = instrument;
    const signals = rules.signals(bars, undefined, instrument, others);
    const full = columnsOf(signals);
    for (const length of cutsOf(signals, bars.length, cuts)) {
      const known = othersUntil(others, bars.time[length - 1] as number);
      const cut = columnsOf(rules.signals(sliceBars(bars, 0, length), undefined, instrument, known));
      comparison.compare(symbol, bars, full, cut, length, 0);
    }
    const streamed = streamedColumns(rules, one, others, signals);
    comparison.compare(symbol, bars, full, streamed, bars.length, STREAM_TOLERANCE);
  }
  const { cuts: made, barsCompared, differences } = comparison;
  return { cuts: made, barsCompared, differences };
};
