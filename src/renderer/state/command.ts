import type { IndicatorName } from '../../shared/indicators/indicators.ts';
import type { Comparison, Timeframe } from '../../shared/rule-document.ts';

/** An order as it is typed; prices as text, in rupees. */
export interface OrderCommand {
  readonly kind: 'order';
  readonly side: 'buy' | 'sell';
  readonly sizeBy: 'quantity' | 'lots';
  readonly amount: string;
  /** Words that name what is ordered, such as `nifty 24500 ce`. */
  readonly words: string;
  readonly type: 'market' | 'limit' | 'stop';
  readonly price: string;
  readonly triggerPrice: string;
  readonly stopLoss: string;
  readonly target: string;
  readonly product: 'intraday' | 'delivery';
}

/** An alert at a price, as it is typed. */
export interface AlertCommand {
  readonly kind: 'alert';
  readonly words: string;
  readonly when: 'above' | 'below' | 'crosses';
  readonly price: string;
}

/** One side of a condition as it is typed; numbers that an indicator was not given are missing. */
export type TypedSide =
  | { readonly kind: 'indicator'; readonly name: IndicatorName; readonly numbers: readonly number[] }
  | { readonly kind: 'close' }
  | { readonly kind: 'number'; readonly value: number };

/** An alert on an indicator, as it is typed. */
export interface ConditionCommand {
  readonly kind: 'condition';
  readonly words: string;
  readonly timeframe: Timeframe;
  readonly left: TypedSide;
  readonly operator: Comparison;
  readonly right: TypedSide;
}

/** Days of a backtest as they are typed: the latest so many, or from one to another (empty: to the latest). */
export type Period =
  | { readonly kind: 'last'; readonly count: number; readonly unit: 'd' | 'm' | 'y' }
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

export type Command =
  | OrderCommand
  | AlertCommand
  | ConditionCommand
  | { readonly kind: 'backtest'; readonly words: string; readonly period: Period | null }
  | { readonly kind: 'chart'; readonly words: string; readonly timeframe: Timeframe | null }
  | { readonly kind: 'scan'; readonly words: string }
  /** It begins with a verb, and something is missing or wrong. */
  | { readonly kind: 'wrong'; readonly verb: Verb; readonly why: Fault };

export type Verb = 'buy' | 'sell' | 'alert' | 'backtest' | 'chart' | 'scan';
export type Fault =
  | 'no-amount'
  | 'no-symbol'
  | 'no-price'
  | 'no-limit'
  | 'no-level'
  | 'no-condition'
  | 'no-strategy'
  | 'no-period'
  | 'no-timeframe'
  | 'said-twice';
