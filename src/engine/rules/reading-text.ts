import type { Language } from '../../shared/languages.ts';
import { formatCount, formatRupees } from '../../shared/money.ts';
import type { Operand, Variable } from '../../shared/rule-document.ts';
import { DAYS_OF_WEEK } from '../../shared/rule-names.ts';
import { minutesToClock } from '../../shared/time.ts';
import { describeOperand } from './operand-text.ts';
import type { ConditionReading, OperandReading } from './reading.ts';
import type { RulePhrases } from './sentence-phrases.ts';
import { describeFlag, PHRASES } from './sentence.ts';
import { type Unit, unitOf } from './unit.ts';

/** Decimals of a plain number; more are noise to a reader. */
const DECIMALS = 2;

const plain = (value: number): string => String(Number(value.toFixed(DECIMALS)));

const valueText = (value: number | null, unit: Unit, phrases: RulePhrases): string => {
  if (value === null) return phrases.noValue;
  switch (unit) {
    case 'price':
    case 'money':
      return formatRupees(Math.round(value));
    case 'minutes':
      return minutesToClock(value);
    case 'weekday': {
      const day = DAYS_OF_WEEK[value - 1];
      return day === undefined ? plain(value) : phrases.days[day];
    }
    case 'shares':
      return formatCount(value);
    case 'any':
    case 'number':
      return plain(value);
    default:
      return phrases.counted(Number(value.toFixed(DECIMALS)), unit) ?? plain(value);
  }
};

/** Operands that say their own value. */
const isSaid = ({ kind }: Operand): boolean => kind === 'constant' || kind === 'clock' || kind === 'day';

/** Name of an operand in a language, without its value. */
export const operandName = (operand: Operand, language: Language): string =>
  describeOperand(operand, PHRASES[language]);

/**
 * A comparison with its values, in a language: `RSI(14) 34.2, needs below 30`. Empty for a group of conditions.
 * `variables` are those of the rules.
 */
export const describeReading = (
  { condition, operands }: ConditionReading,
  language: Language,
  variables: readonly Variable[] | undefined,
): string => {
  const phrases = PHRASES[language];
  const [first, ...others] = operands;
  if (!first) return '';
  const unit = unitOf(first.operand, variables);
  const said = ({ operand, value }: OperandReading): string => {
    const name = describeOperand(operand, phrases, unit);
    return isSaid(operand) ? name : `${name} ${valueText(value, unitOf(operand, variables), phrases)}`;
  };
  const held = (text: string, candles: number): string =>
    candles === 1 ? text : phrases.held(text, candles);
  const [second = '', third = ''] = others.map(said);
  switch (condition.kind) {
    case 'compare': {
      const flag = describeFlag(condition, phrases);
      if (flag !== null) return held(flag, condition.forBars);
      const isWhen = first.operand.kind === 'time-of-day' || first.operand.kind === 'weekday';
      const { operator, forBars } = condition;
      const asked = isWhen ? phrases.asksTime(operator, second) : phrases.asks(operator, second);
      return `${said(first)}, ${held(asked, forBars)}`;
    }
    case 'between':
      return `${said(first)}, ${held(phrases.asksBetween(second, third), condition.forBars)}`;
    default:
      return '';
  }
};
