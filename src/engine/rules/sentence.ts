import {
  type Comparison,
  type Condition,
  type Distance,
  type RuleDocument,
  type Timeframe,
} from '../../shared/rule-document.ts';
import { formatRupees } from '../../shared/money.ts';
import { describeOperand } from './operand-words.ts';

/** A rule document read back in plain English, one sentence a part; a part that does not apply is an empty text. */
export interface RuleSentences {
  readonly headline: string;
  readonly entry: string;
  readonly exit: string;
  readonly risk: string;
  readonly size: string;
  readonly session: string;
}

const TIMEFRAME_WORDS: Readonly<Record<Timeframe, string>> = {
  '1m': '1-minute',
  '3m': '3-minute',
  '5m': '5-minute',
  '15m': '15-minute',
  '30m': '30-minute',
  '1h': 'hourly',
  '1d': 'daily',
};

const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  '>': 'is above',
  '<': 'is below',
  '>=': 'is at or above',
  '<=': 'is at or below',
  'crosses-above': 'crosses above',
  'crosses-below': 'crosses below',
};

const TIME_WORDS: Readonly<Record<Comparison, string>> = {
  '>': 'is after',
  '<': 'is before',
  '>=': 'is at or after',
  '<=': 'is at or before',
  'crosses-above': 'passes',
  'crosses-below': 'goes back past',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `a`, `a and b`, `a, b and c`. */
const listed = (parts: readonly string[], joint: 'and' | 'or'): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1) ?? ''}`;

const held = (text: string, bars: number): string =>
  bars === 1 ? text : `${text} for ${bars} bars in a row`;

/** A direction and an open position are yes or no, so they are said as such. */
const describeFlag = (condition: Extract<Condition, { kind: 'compare' }>): string | null => {
  const { left, operator, right } = condition;
  if (right.kind !== 'constant' || (operator !== '>' && operator !== '<')) return null;
  if (
    left.kind === 'indicator' &&
    left.indicator.name === 'supertrend' &&
    left.indicator.output === 'direction'
  ) {
    if (right.value !== 0) return null;
    const { period, multiplier } = left.indicator;
    return `the ${period}-bar supertrend (${multiplier} × ATR) points ${operator === '>' ? 'up' : 'down'}`;
  }
  if (left.kind === 'position' && left.field === 'is-open' && right.value >= 0 && right.value <= 1)
    return operator === '>' ? 'a position is open' : 'no position is open';
  return null;
};

const describeComparison = (condition: Extract<Condition, { kind: 'compare' }>): string => {
  const flag = describeFlag(condition);
  if (flag) return flag;
  const { left, operator, right } = condition;
  const words = left.kind === 'time-of-day' ? TIME_WORDS : COMPARISON_WORDS;
  return `${describeOperand(left)} ${words[operator]} ${describeOperand(right, left)}`;
};

/** A condition as a clause without a full stop. Groups inside groups are put in brackets. */
const describeCondition = (condition: Condition, isInside = false): string => {
  switch (condition.kind) {
    case 'compare':
      return held(describeComparison(condition), condition.forBars);
    case 'between': {
      const { value, low, high, forBars } = condition;
      const range = `${describeOperand(low, value)} and ${describeOperand(high, value)}`;
      return held(`${describeOperand(value)} is between ${range}`, forBars);
    }
    case 'all':
    case 'any': {
      const parts = condition.conditions.map((part) => describeCondition(part, true));
      const text = listed(parts, condition.kind === 'all' ? 'and' : 'or');
      return isInside && parts.length > 1 ? `(${text})` : text;
    }
    case 'not':
      return `it is not so that ${describeCondition(condition.condition, true)}`;
  }
};

const describeDistance = (distance: Distance): string => {
  switch (distance.kind) {
    case 'percent':
      return `${distance.value}%`;
    case 'points':
      return formatRupees(distance.rupees * 100);
    case 'atr':
      return `${distance.multiple} × the ${distance.period}-bar ATR at entry`;
  }
};

const describeRisk = (document: RuleDocument): string => {
  const [against, inFavour] = document.side === 'long' ? ['below', 'above'] : ['above', 'below'];
  const { stopLoss, target, trailing } = document;
  const parts = [
    stopLoss && `stop-loss ${describeDistance(stopLoss)} ${against} the entry price`,
    target && `target ${describeDistance(target)} ${inFavour} it`,
    trailing && `a trailing stop ${describeDistance(trailing)} ${against} the best price since entry`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return 'No stop-loss, no target.';
  const text = stopLoss ? listed(parts, 'and') : listed(parts, 'and').replace(' it', ' the entry price');
  return `${capital(text)}.`;
};

const describeSize = (document: RuleDocument): string => {
  const { size } = document;
  switch (size.kind) {
    case 'fixed':
      return `Trades a quantity of ${size.quantity} each time, in whole lots.`;
    case 'capital-percent':
      return `Puts ${size.percent}% of the capital into each trade, in whole lots.`;
    case 'risk-percent':
      return `Sizes each trade so that the stop-loss costs at most ${size.percent}% of the capital, in whole lots.`;
  }
};

const describeSession = (document: RuleDocument): string => {
  const trades = document.maxTradesPerDay === 1 ? 'one trade' : `${document.maxTradesPerDay} trades`;
  const window =
    document.timeframe === '1d' ? '' : `Enters between ${document.window.from} and ${document.window.to}. `;
  const squareOff =
    document.product === 'intraday' ? ` Open positions are squared off at ${document.squareOffTime}.` : '';
  const again = document.reentry ? '' : ' Does not enter an instrument again on the day of an exit.';
  return `${window}At most ${trades} a day.${again}${squareOff}`;
};

const NAMED_INSTRUMENTS = 4;

const describeInstruments = (symbols: readonly string[]): string =>
  symbols.length <= NAMED_INSTRUMENTS
    ? listed(symbols, 'and')
    : `${symbols.slice(0, NAMED_INSTRUMENTS - 1).join(', ')} and ${symbols.length - NAMED_INSTRUMENTS + 1} more`;

/** A trick's rules as sentences a trader reads. */
export const describeRules = (document: RuleDocument): RuleSentences => {
  const action = document.side === 'long' ? 'Buys' : 'Sells short';
  const product = document.product === 'intraday' ? 'intraday' : 'for delivery';
  const where = `${describeInstruments(document.instruments)} on ${TIMEFRAME_WORDS[document.timeframe]} bars`;
  const exit = document.exit ? describeCondition(document.exit) : '';
  return {
    headline: `${action} ${where}, ${product}.`,
    entry: `Enters at the next bar's open when ${describeCondition(document.entry)}.`,
    exit: exit ? `Exits at the next bar's open when ${exit}.` : '',
    risk: describeRisk(document),
    size: describeSize(document),
    session: describeSession(document),
  };
};
