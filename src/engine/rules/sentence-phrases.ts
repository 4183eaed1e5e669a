import type { IndicatorUnit } from '../../shared/indicators/declare.ts';
import type { PriceField } from '../../shared/price-fields.ts';
import type { Comparison, Operand, Rebalance, RuleDocument, Timeframe } from '../../shared/rule-document.ts';
import type { DayOfWeek, Level } from '../../shared/rule-names.ts';

/** A side, or both of rules that stop and reverse. */
type Side = RuleDocument['side'] | 'both';
type PositionField = Extract<Operand, { kind: 'position' }>['field'];
type TodayField = Extract<Operand, { kind: 'today' }>['field'];
type DaysToExpiry = Extract<Operand, { kind: 'days-to-expiry' }>;

/** A variable in words. */
interface VariableFacts {
  readonly name: string;
  /** How many candles it looks at; null = those of the session. */
  readonly candles: number | null;
  readonly condition: string;
}

/** The phrases of which rules in words are made, in one language. Texts that they are given are in that language. */
export interface RulePhrases {
  readonly timeframes: Readonly<Record<Timeframe, string>>;
  readonly fields: Readonly<Record<PriceField, string>>;
  readonly position: Readonly<Record<PositionField, string>>;
  readonly today: Readonly<Record<TodayField, string>>;
  readonly levels: Readonly<Record<Level, string>>;
  readonly days: Readonly<Record<DayOfWeek, string>>;
  readonly theTime: string;
  readonly theWeekday: string;
  readonly sinceOpen: string;
  openingRange(edge: 'high' | 'low', minutes: number): string;
  daysToExpiry(index: DaysToExpiry['index'], expiry: DaysToExpiry['expiry']): string;
  /** An indicator that is taken of another field than usual. */
  of(indicator: string, field: string): string;
  /** Something of longer candles than those of the rules. */
  onCandles(text: string, timeframe: string): string;
  ago(text: string, candles: number): string;
  /** A plain number in the unit of what it is compared with; null where it is said as it is. */
  counted(value: number, unit: Exclude<IndicatorUnit, 'source'> | 'bars' | 'span' | 'days'): string | null;
  compare(operator: Comparison, left: string, right: string): string;
  /** A time or a weekday, which are before or after each other. */
  compareTime(operator: Comparison, what: string, time: string): string;
  equals(value: string, other: string): string;
  /** The wish of a comparison, said after its left side. */
  asks(operator: Comparison, other: string): string;
  asksTime(operator: Comparison, time: string): string;
  asksBetween(low: string, high: string): string;
  /** Said for a value that is not known yet. */
  readonly noValue: string;
  /** Phrase for a line with a direction, above or below zero; null where it is said as a comparison. */
  direction(operator: Comparison, line: string): string | null;
  isOpen(isOpen: boolean): string;
  between(value: string, low: string, high: string): string;
  held(condition: string, candles: number): string;
  not(condition: string): string;
  listed(parts: readonly string[], joint: 'and' | 'or'): string;
  andMore(parts: readonly string[], more: number): string;
  /** Shares that are in an index on the day. */
  members(index: string): string;
  /** A condition of one instrument that is only told. */
  watched(symbol: string, timeframe: string, condition: string): string;
  headline(side: Side, where: string, timeframe: string, product: RuleDocument['product']): string;
  /** Variables; without `candles` they are of the session. */
  counter(facts: VariableFacts): string;
  kept(facts: VariableFacts & { readonly value: string; readonly keep: 'first' | 'last' }): string;
  reset(condition: string): string;
  entry(condition: string, isRotation: boolean): string;
  exit(condition: string): string;
  /** When each side is entered, by conditions. Whether each has an exit rule is said apart. */
  reverse(long: string, short: string): string;
  exitOf(side: RuleDocument['side'], condition: string): string;
  rotation(facts: {
    readonly every: Rebalance;
    readonly rankBy: string;
    readonly best: 'highest' | 'lowest';
    readonly hold: number;
    readonly isReweighed: boolean;
  }): string;
  atrDistance(multiple: number, atr: string): string;
  stopLoss(distance: string, side: Side): string;
  target(distance: string, side: Side): string;
  trailing(distance: string, side: Side): string;
  readonly noProtection: string;
  partialExits(parts: readonly { readonly percent: number; readonly distance: string }[], side: Side): string;
  readonly size: {
    fixed(quantity: number): string;
    capital(percent: number): string;
    risk(percent: number): string;
    readonly equal: string;
  };
  entries(most: number, isProtected: boolean): string;
  window(from: string, to: string): string;
  trades(most: number): string;
  readonly noReentry: string;
  squareOff(at: string): string;
}
