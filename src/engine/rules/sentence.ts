import {
  type Comparison,
  type Condition,
  type Distance,
  type Indicator,
  type RuleDocument,
  type Timeframe,
} from '../../shared/rule-document.ts';
import { formatRupees } from '../../shared/money.ts';
import { describeOperand } from './operand-text.ts';

/** A rule document read back in plain English, one sentence a part; a part that does not apply is an empty text. */
export interface RuleSentences {
  readonly headline: string;
  readonly entry: string;
  readonly rotation: string;
  readonly exit: string;
  readonly risk: string;
  readonly size: string;
  readonly session: string;
}

const TIMEFRAME_LABELS: Readonly<Record<Timeframe, string>> = {
  '1m': '1-minute',
  '3m': '3-minute',
  '5m': '5-minute',
  '15m': '15-minute',
  '30m': '30-minute',
  '1h': 'hourly',
  '1d': 'daily',
};

const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  '>': 'is above',
  '<': 'is below',
  '>=': 'is at or above',
  '<=': 'is at or below',
  'crosses-above': 'crosses above',
  'crosses-below': 'crosses below',
};

const TIME_LABELS: Readonly<Record<Comparison, string>> = {
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

/** What has a direction: above zero it points up. */
const pointerOf = (indicator: Indicator): string | null => {
  if (indicator.name === 'supertrend' && indicator.output === 'direction')
    return `the ${indicator.period}-bar supertrend (${indicator.multiplier} × ATR)`;
  if (indicator.name === 'psar' && indicator.output === 'direction')
    return `the parabolic SAR (${indicator.step} up to ${indicator.maximum})`;
  return null;
};

const DIRECTION_LABELS: Readonly<Partial<Record<Comparison, string>>> = {
  '>': 'points up',
  '<': 'points down',
  'crosses-above': 'turns up',
  'crosses-below': 'turns down',
};

/** A direction and an open position are yes or no, so they are said as such. */
const describeFlag = (condition: Extract<Condition, { kind: 'compare' }>): string | null => {
  const { left, operator, right } = condition;
  if (right.kind !== 'constant') return null;
  const pointer = left.kind === 'indicator' && right.value === 0 ? pointerOf(left.indicator) : null;
  if (pointer) {
    const verb = DIRECTION_LABELS[operator];
    return verb ? `${pointer} ${verb}` : null;
  }
  if (operator !== '>' && operator !== '<') return null;
  if (left.kind === 'position' && left.field === 'is-open' && right.value >= 0 && right.value <= 1)
    return operator === '>' ? 'a position is open' : 'no position is open';
  return null;
};

const bracketed = (text: string, isInside: boolean): string => (isInside ? `(${text})` : text);

const describeComparison = (condition: Extract<Condition, { kind: 'compare' }>): string => {
  const flag = describeFlag(condition);
  if (flag) return flag;
  const { left, operator, right } = condition;
  const labels = left.kind === 'time-of-day' ? TIME_LABELS : COMPARISON_LABELS;
  return `${describeOperand(left)} ${labels[operator]} ${describeOperand(right, left)}`;
};

/**
 * A condition as a clause without a full stop. What stands inside a group and could be read on into its neighbours is
 * put in brackets.
 */
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
      const [only, ...others] = condition.conditions;
      if (only && others.length === 0) return describeCondition(only, isInside);
      const parts = condition.conditions.map((part) => describeCondition(part, true));
      return bracketed(listed(parts, condition.kind === 'all' ? 'and' : 'or'), isInside);
    }
    case 'not':
      return bracketed(`it is not so that ${describeCondition(condition.condition, true)}`, isInside);
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

const describePartialExits = ({ partialExits, side }: RuleDocument): string => {
  if (partialExits.length === 0) return '';
  const away = side === 'long' ? 'above' : 'below';
  const parts = partialExits.map(
    ({ distance, percent }, index) =>
      `${percent}%${index === 0 ? ' of an entry' : ''} ${describeDistance(distance)} ${away} its price`,
  );
  return ` Takes off ${listed(parts, 'and')}, in whole lots; the rest goes on.`;
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
    case 'equal-weight':
      return 'Gives every holding an equal part of what the account is worth at the rebalance, in whole lots.';
  }
};

const describeEntries = ({ maxEntries, stopLoss, target, trailing, partialExits }: RuleDocument): string => {
  if (maxEntries === 1) return '';
  const isProtected = stopLoss ?? target ?? trailing ?? partialExits[0];
  const own = isProtected ? ', each with stops and targets of its own' : '';
  return ` Adds to an open position on a new signal, up to ${maxEntries} entries at once${own}.`;
};

const describeRotation = ({ rotation }: RuleDocument): string => {
  if (!rotation) return '';
  const { every, rankBy, best, hold, reweigh } = rotation;
  const holds = hold === 1 ? 'holds the best one' : `holds the best ${hold} in equal parts`;
  const stays = reweigh ? 'What stays is brought back to its equal part.' : 'What stays is left as it is.';
  return `On the first trading day of each ${every}, ranks the shares that fulfil the entry rule by ${describeOperand(rankBy)}, ${best} first, and ${holds}; what is no longer among them is sold. Orders fill at the next open. ${stays}`;
};

const describeSession = (document: RuleDocument): string => {
  // A rotation trades when it is ranked anew, and as often as that takes.
  if (document.rotation) return '';
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

/** A strategy's rules as sentences a trader reads. */
export const describeRules = (document: RuleDocument): RuleSentences => {
  const action = document.side === 'long' ? 'Buys' : 'Sells short';
  const product = document.product === 'intraday' ? 'intraday' : 'for delivery';
  const where = `${describeInstruments(document.instruments)} on ${TIMEFRAME_LABELS[document.timeframe]} bars`;
  const exit = document.exit ? describeCondition(document.exit) : '';
  return {
    headline: `${action} ${where}, ${product}.`,
    entry: `${document.rotation ? 'A share can be held' : "Enters at the next bar's open"} when ${describeCondition(document.entry)}.`,
    rotation: describeRotation(document),
    exit: exit ? `Exits at the next bar's open when ${exit}.` : '',
    risk: describeRisk(document) + describePartialExits(document),
    size: describeSize(document) + describeEntries(document),
    session: describeSession(document),
  };
};
