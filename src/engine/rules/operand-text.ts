import { factsOf, type Indicator } from '../../shared/indicators/indicators.ts';
import { formatRupees, PAISE_PER_RUPEE } from '../../shared/money.ts';
import type { Operand } from '../../shared/rule-document.ts';
import type { RulePhrases } from './sentence-phrases.ts';
import type { Unit } from './unit.ts';

/** The name of an output in a sentence: `histogram`, `+DI`. */
const outputText = (label: string): string => {
  const [name = ''] = label.split(' (');
  return /^[A-Z][a-z]/.test(name) ? name.toLowerCase() : name;
};

/**
 * An indicator as traders write it, the same in every language: `EMA(20)`, `MACD(12, 26, 9) histogram`. The output that
 * bears the indicator's own name, or is its line, is not said.
 */
export const indicatorText = (indicator: Indicator): string => {
  const { short, outputs } = factsOf(indicator.name);
  const output = outputs && 'output' in indicator ? outputText(outputs[indicator.output] ?? '') : '';
  const said = output === 'line' || output === short ? '' : ` ${output}`;
  return `${wholeIndicatorText(indicator)}${outputs ? said : ''}`;
};

/** The same without its output: all lines of it together. */
export const wholeIndicatorText = (indicator: Indicator): string => {
  const { short, start } = factsOf(indicator.name);
  const values = indicator as Readonly<Record<string, unknown>>;
  const numbers = Object.keys(start).flatMap((key) => {
    const value = values[key];
    return typeof value === 'number' ? [value] : [];
  });
  return `${short}${numbers.length > 0 ? `(${numbers.join(', ')})` : ''}`;
};

const describeIndicator = (indicator: Indicator, phrases: RulePhrases): string => {
  const text = indicatorText(indicator);
  if (!('source' in indicator)) return text;
  const isUsual = indicator.source === factsOf(indicator.name).start['source'] && !isOfRange(indicator);
  return isUsual ? text : phrases.of(text, phrases.fields[indicator.source]);
};

/** `Highest(20)` alone would not say of what. */
const isOfRange = ({ name }: Indicator): boolean => name === 'highest' || name === 'lowest';

type Uncounted = 'any' | 'minutes' | 'weekday' | 'money';
type Counted = Exclude<Unit, Uncounted>;

/** Units of which a plain number is said as it is. */
const UNCOUNTED: ReadonlySet<Unit> = new Set<Uncounted>(['any', 'minutes', 'weekday', 'money']);

const describeConstant = (
  { value, unit }: Extract<Operand, { kind: 'constant' }>,
  phrases: RulePhrases,
  other: Unit | undefined,
): string => {
  if (unit === 'rupees') return formatRupees(value * PAISE_PER_RUPEE);
  // Zero is a side to be on, not a sum of money.
  if (other === 'price' && value !== 0) return formatRupees(value * PAISE_PER_RUPEE);
  if (!other || UNCOUNTED.has(other)) return String(value);
  return phrases.counted(value, other as Counted) ?? String(value);
};

/** An operand in words; a constant takes its unit from that of what it is compared with. */
export const describeOperand = (operand: Operand, phrases: RulePhrases, comparedWith?: Unit): string => {
  switch (operand.kind) {
    case 'price':
      return onCandles(operand, phrases.fields[operand.field], phrases);
    case 'indicator':
      return onCandles(operand, describeIndicator(operand.indicator, phrases), phrases);
    case 'constant':
      return describeConstant(operand, phrases, comparedWith);
    case 'time-of-day':
      return phrases.theTime;
    case 'clock':
      return operand.at;
    case 'level':
      return phrases.levels[operand.level];
    case 'opening-range':
      return phrases.openingRange(operand.edge, operand.minutes);
    case 'weekday':
      return phrases.theWeekday;
    case 'day':
      return phrases.days[operand.day];
    case 'minutes-since-open':
      return phrases.sinceOpen;
    case 'days-to-expiry':
      return phrases.daysToExpiry(operand.index, operand.expiry);
    case 'position':
      return phrases.position[operand.field];
    case 'today':
      return phrases.today[operand.field];
    case 'variable':
      return `“${operand.name}”`;
  }
};

/** A price or an indicator, with its instrument, candles and offset. */
const onCandles = (
  { instrument, timeframe, offset }: Extract<Operand, { kind: 'price' | 'indicator' }>,
  name: string,
  phrases: RulePhrases,
): string => {
  const what = instrument === undefined ? name : `${instrument} ${name}`;
  const text = timeframe === undefined ? what : phrases.onCandles(what, phrases.timeframes[timeframe]);
  return offset === 0 ? text : phrases.ago(text, offset);
};
