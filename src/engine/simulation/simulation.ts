import type { Bars } from '../bars.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Charges } from '../charges/charges.ts';
import type { Instrument, InstrumentKind } from '../instrument.ts';
import type { ProtectionReason, Side } from '../protection.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import type { Slippage } from './slippage.ts';

/** What a simulation runs on. Money in paise, times in epoch ms. */
export interface SimulationInput {
  readonly rules: CompiledRules;
  /** One series for each instrument, all of the document's timeframe. */
  readonly series: readonly { readonly instrument: Instrument; readonly bars: Bars }[];
  readonly capital: number;
  /** The broker's tariff; Angel One's unless given. */
  readonly plan?: ChargePlan;
  /** None unless given. */
  readonly slippage?: Slippage;
  /** An entry takes at most this share of its bar's volume; null (the default) = no cap. */
  readonly volumeSharePercent?: number | null;
  /** Percent of a position's value that is set aside. */
  readonly marginPercent?: Readonly<Record<InstrumentKind, number>>;
  /** Bars before this moment only warm the rules up. */
  readonly from?: number;
}

/** Why a position was closed. `end-of-data` was still open and is valued at the last close. */
export type ExitReason =
  ProtectionReason | 'exit-rule' | 'square-off' | 'session-end' | 'margin-call' | 'end-of-data';

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
  readonly charges: Charges;
}

/** A round trip. Times are the starts of the bars in which the orders filled. */
export interface Trade {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  readonly why: ExitReason;
  /** Bars from entry to exit, the entry bar included. */
  readonly barsHeld: number;
  /** Profit before charges, paise. */
  readonly gross: number;
  /** Both legs, item by item, unrounded. */
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

/** The account at the close of each bar, on the last one with all positions closed; money in paise. */
export interface EquityCurve {
  readonly time: Float64Array;
  /** Cash, margin and unrealised profit before exit charges. */
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  /** Number of open positions. */
  readonly positions: Uint16Array;
}

export interface Simulation {
  readonly capital: number;
  readonly trades: readonly Trade[];
  readonly fills: readonly Fill[];
  readonly rejections: readonly Rejection[];
  readonly curve: EquityCurve;
  /** What was assumed, in sentences for the reader of the figures. */
  readonly assumptions: readonly string[];
}
