import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import type { DistanceAtr } from '../protection.ts';

/** The trick's own open position in the instrument, as the rules may ask about it at the close of a bar. */
export interface PositionState {
  /** Bars since entry: 1 at the close of the bar the entry filled in. */
  readonly barsHeld: number;
  /** Unrealised profit at the close in percent of the entry price, before charges. */
  readonly profitPercent: number;
}

/** What the rules say at the close of a bar. */
export interface RuleSignal {
  readonly entry: boolean;
  readonly exit: boolean;
  /** ATR in paise for the distances of the document that ask for one. */
  readonly atr: DistanceAtr;
}

/** Rules fed one closed bar at a time, in time order, for one instrument. O(1) amortised a bar. */
export interface RuleStream {
  /** `position` is null while the trick is flat in this instrument. */
  next(bar: Bar, position: PositionState | null): RuleSignal;
}

/** Rules over a whole series: one byte a bar, 1 = fires at the close of that bar. */
export interface RuleSignals {
  readonly entry: Uint8Array;
  readonly exit: Uint8Array;
  /** ATR in paise at each bar for the distances that ask for one, else null. */
  readonly atr: Readonly<Record<keyof DistanceAtr, Float64Array | null>>;
}

/** A rule document made ready to run; holds no data of its own and may be shared. */
export interface CompiledRules {
  readonly document: RuleDocument;
  /** Bars after which every operand has a value; no signal fires on an earlier bar. */
  readonly warmUp: number;
  /** Bars to feed before the first live one so that a stream agrees with one fed from the beginning of history. */
  readonly lookBack: number;
  /** The rules read volume, and cannot fire on an instrument without it. */
  readonly needsVolume: boolean;
  /** The rules ask about the trick's own position, so whole-series signals alone do not decide. */
  readonly usesPosition: boolean;
  /** Whole-series signals; position operands see a trick that is flat throughout. */
  signals(bars: Bars): RuleSignals;
  /** A fresh stream that has seen no bar. */
  stream(): RuleStream;
}
