import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import type { Instrument, Traded } from '../instrument.ts';
import type { SharedSeries } from '../indicators/shared-series.ts';
import type { DistanceAtr } from '../protection.ts';
import type { ConditionReading } from './reading.ts';

/** The strategy's open position in an instrument, as rules see it. They may ask about it at the close of a bar. */
export interface PositionState {
  /** Bars since entry: 1 at the close of the bar the entry filled in. */
  readonly barsHeld: number;
  /** Unrealised profit at the close in percent of entry; before charges. */
  readonly profitPercent: number;
  /** The same in paise. */
  readonly profit: number;
}

/** A strategy's activity of today in one instrument. */
export interface TodayState {
  /** Entries. */
  readonly trades: number;
  /** Trades that lost before charges. A part that was sold counts as one. */
  readonly losses: number;
  /** Those since the last trade that did not lose. */
  readonly lossesInARow: number;
}

/** The state at the beginning of a day. */
export const NOTHING_TODAY: TodayState = { trades: 0, losses: 0, lossesInARow: 0 };

/** Signals of the rules at the close of a bar. */
export interface RuleSignal {
  readonly entry: boolean;
  readonly exit: boolean;
  /** Entry and exit of the other side; false where the rules trade one side. */
  readonly reverseEntry: boolean;
  readonly reverseExit: boolean;
  /** ATR in paise, for the document's distances that need one. */
  readonly atr: DistanceAtr;
  /** Value by which a rotation ranks the instrument; NaN when there is no rotation or it is not known yet. */
  readonly rank: number;
}

/** Entry conditions as a stream found them at its latest bar. */
export interface EntryReading {
  /** Null before the first. */
  readonly bar: Bar | null;
  /** Bars until signals may fire; 0 once the rules are warm. */
  readonly candlesToGo: number;
  readonly entry: readonly ConditionReading[];
  /** Of the other side; null where the rules trade one. */
  readonly reverseEntry: readonly ConditionReading[] | null;
}

/**
 * Rules that are fed one closed bar at a time. The bars are of one instrument and in time order; a bar costs O(1),
 * amortised.
 */
export interface RuleStream {
  /** A closed candle of another instrument that the rules read. To be fed before our bar of the same time. */
  feed(symbol: string, bar: Bar): void;
  /** `position` is null while the strategy is flat in this instrument; without `today` nothing was done. */
  next(bar: Bar, position: PositionState | null, today?: TodayState): RuleSignal;
  /** Entry conditions at the latest bar, with the values read there. */
  latest(): EntryReading;
}

/** ATR in paise at each bar, by distance of the document. Null for a distance that needs none. */
export interface AtrColumns {
  readonly stopLoss: Float64Array | null;
  readonly target: Float64Array | null;
  readonly trailing: Float64Array | null;
  /** In the order of the document. */
  readonly partialExits: readonly (Float64Array | null)[];
}

/** Rules over a whole series: one byte a bar, 1 = fires at the close of that bar. */
export interface RuleSignals {
  readonly entry: Uint8Array;
  readonly exit: Uint8Array;
  /** The same of the other side; null where the rules trade one side. */
  readonly reverse: { readonly entry: Uint8Array; readonly exit: Uint8Array } | null;
  readonly atr: AtrColumns;
  /** Rank value of the instrument at each bar. NaN where it is not known; null without a rotation. */
  readonly rank: Float64Array | null;
}

/** The entry rule at the last bar. It is what a stream that was fed the bars reads. */
export interface LastEntry extends Pick<EntryReading, 'candlesToGo' | 'entry'> {
  /** The same as the entry of `signals` at that bar. */
  readonly fires: boolean;
}

/** Candles of an instrument that rules read beside what they trade. */
export interface OtherSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  readonly shared?: SharedSeries;
}

/** A rule document made ready to run; holds no data of its own and may be shared. */
export interface CompiledRules {
  readonly document: RuleDocument;
  /** Bars after which every operand has a value; no signal fires on an earlier bar. */
  readonly warmUp: number;
  /**
   * Bars to feed a stream before its first live one. After these it agrees with a stream fed from the beginning of
   * history.
   */
  readonly lookBack: number;
  /**
   * Candles of history that decide. They are those of the warm-up, and those that variables remember; what an average
   * still feels of candles before fades. Of several timeframes the most counts.
   */
  readonly history: number;
  /** All of them in candles of the rules. Longer ones are made of these. */
  readonly reach: number;
  /** The rules read volume, and cannot fire on an instrument without it. */
  readonly needsVolume: boolean;
  /** Whether the rules ask about the strategy's own position or trades. If so, whole-series signals alone do not decide. */
  readonly usesPosition: boolean;
  /** Other instruments that the rules read; traded ones may be among them. */
  readonly reads: readonly string[];
  /** Some distance of the document is a multiple of ATR. */
  readonly asksForAtr: boolean;
  /**
   * Whole-series signals; position operands see a strategy that is flat throughout. `shared` holds indicators that other
   * rules have worked out over these same bars, and takes in what is new. The hours of what is `traded` decide when a
   * bar closes; without it they are those of a share without futures. Of `others` the rules take what they read; what
   * is missing there is not known.
   */
  signals(bars: Bars, shared?: SharedSeries, traded?: Traded, others?: readonly OtherSeries[]): RuleSignals;
  /** The entry rule at the last bar, with its parts. Asked as if flat, with the hours of `signals`. */
  lastEntry(bars: Bars, traded?: Traded, others?: readonly OtherSeries[]): LastEntry;
  /** A fresh stream that has seen no bar. `tradedAs` has the hours of the instruments that it is fed. */
  stream(traded?: Traded, tradedAs?: (symbol: string) => Traded): RuleStream;
}
