import type { Bars } from '../bars.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Charges } from '../charges/charges.ts';
import type { SharedSeries } from '../indicators/shared-series.ts';
import type { Instrument, InstrumentKind } from '../instrument.ts';
import type { IsMember } from '../membership.ts';
import type { ProtectionReason, Side } from '../protection.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import type { Slippage } from './slippage.ts';

/** The candles of one instrument. */
export interface SimulatedSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** Indicators that earlier runs over these same bars have worked out; takes in what is new. */
  readonly shared?: SharedSeries;
}

/** Input of a simulation. Money in paise, times in epoch ms. */
export interface SimulationInput {
  readonly rules: CompiledRules;
  /** One series for each instrument, all of the document's timeframe. */
  readonly series: readonly SimulatedSeries[];
  /** Instruments that the rules read and do not trade. Of the same timeframe. */
  readonly others?: readonly SimulatedSeries[];
  /** Who may be entered on which day; needed by rules that trade the members of an index. */
  readonly isMember?: IsMember;
  readonly capital: number;
  /** The broker's tariff; Angel One's unless given. */
  readonly plan?: ChargePlan;
  /** None unless given. */
  readonly slippage?: Slippage;
  /** An entry takes at most this share of its bar's volume; null (the default) = no cap. */
  readonly volumeSharePercent?: number | null;
  /** Percent of a position's value that is set aside. */
  readonly marginPercent?: Readonly<Record<InstrumentKind, number>>;
  /** The day's loss, realised and open, at which entries stop. Null (the default) means no limit. */
  readonly maxLossPerDay?: number | null;
  /** Bars before this moment only warm the rules up. */
  readonly from?: number;
  /** Bars from this moment on are not looked at. */
  readonly to?: number;
}

/**
 * Why (part of) a position was closed. `reversal` is turned to the other side, `rotation` is no longer among the best, `rebalance` is brought back to its equal
 * part, `end-of-data` was still open and is valued at the last close.
 */
export type ExitReason =
  | ProtectionReason
  | 'partial-exit'
  | 'exit-rule'
  | 'reversal'
  | 'rotation'
  | 'rebalance'
  | 'square-off'
  | 'session-end'
  | 'margin-call'
  | 'end-of-data';

/**
 * Where in the rule document an order comes from. Examples: `stopLoss`, `partialExits[0]`. Null when it comes from no
 * rule.
 */
export type RulePath = string | null;

/** One executed order. */
export interface Fill {
  readonly time: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  /** The market price or level the order met, before slippage. */
  readonly marketPrice: number;
  readonly why: 'entry' | ExitReason;
  readonly rule: RulePath;
  /** Of the whole order, unrounded. */
  readonly charges: Charges;
}

/** A round trip: an entry, or the part of it that one order closed. Times are the starts of the bars in which the orders filled. */
export interface Trade {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  readonly why: ExitReason;
  readonly entryRule: RulePath;
  readonly exitRule: RulePath;
  /** Bars from entry to exit, the entry bar included. */
  readonly barsHeld: number;
  /** Profit before charges, paise. */
  readonly gross: number;
  /** This part's share of both orders, item by item, unrounded. */
  readonly charges: Charges;
  /** The same in whole paise, rounded once. */
  readonly chargesPaise: number;
  /** `gross − chargesPaise`. */
  readonly net: number;
  /** True when the position was still open on the last bar. */
  readonly isOpenAtEnd: boolean;
}

/** An entry signal that did not become a position. */
export interface Rejection {
  readonly time: number;
  readonly symbol: string;
  readonly reason: string;
}

/** The account at each bar's close; money in paise. On the last bar all positions are closed. */
export interface EquityCurve {
  readonly time: Float64Array;
  /** Cash, margin and unrealised profit before exit charges. */
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  /** Number of instruments with an open position. */
  readonly positions: Uint16Array;
}

export interface Simulation {
  readonly capital: number;
  readonly trades: readonly Trade[];
  readonly fills: readonly Fill[];
  readonly rejections: readonly Rejection[];
  readonly curve: EquityCurve;
  /** Assumptions, in sentences for the reader of the figures. */
  readonly assumptions: readonly string[];
}
