import type { Indicator } from '../../shared/rule-document.ts';
import { nodesAlong, pathParts } from './document-path.ts';

const INDICATOR_NOUNS: Readonly<Record<Indicator['name'], string>> = {
  sma: 'moving average',
  ema: 'EMA',
  wma: 'weighted average',
  dema: 'double EMA',
  tema: 'triple EMA',
  hma: 'Hull average',
  vwma: 'volume-weighted average',
  linreg: 'regression line',
  rsi: 'RSI',
  stochrsi: 'stochastic RSI',
  momentum: 'momentum',
  roc: 'rate of change',
  stddev: 'standard deviation',
  highest: 'highest price',
  lowest: 'lowest price',
  macd: 'MACD',
  ppo: 'PPO',
  bollinger: 'Bollinger bands',
  donchian: 'Donchian channel',
  keltner: 'Keltner channel',
  stochastic: 'stochastic',
  adx: 'ADX',
  supertrend: 'supertrend',
  aroon: 'Aroon',
  psar: 'parabolic SAR',
  'heikin-ashi': 'Heikin-Ashi candle',
  cci: 'CCI',
  'williams-r': 'Williams %R',
  mfi: 'MFI',
  obv: 'OBV',
  ad: 'A/D line',
  'true-range': 'true range',
  atr: 'ATR',
  vwap: 'VWAP',
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  period: 'Period',
  fast: 'Fast period',
  slow: 'Slow period',
  signal: 'Signal period',
  kPeriod: '%K period',
  kSmoothing: '%K smoothing',
  dPeriod: '%D period',
  atrPeriod: 'ATR period',
  deviations: 'Deviations',
  multiplier: 'Multiplier',
  multiple: 'ATR multiple',
  step: 'Step',
  maximum: 'Maximum',
  value: 'Level',
  rupees: 'Rupees',
  percent: 'Percent',
  quantity: 'Quantity',
  offset: 'Bars back',
  forBars: 'Bars in a row',
  hold: 'Number of holdings',
  maxEntries: 'Entries at once',
  maxTradesPerDay: 'Trades a day',
};

const PART_LABELS: Readonly<Record<string, string>> = {
  entry: 'the entry rule',
  exit: 'the exit rule',
  stopLoss: 'the stop-loss',
  target: 'the target',
  trailing: 'the trailing stop',
  partialExits: 'a partial exit',
  size: 'the position size',
  rotation: 'the rotation',
};

const fieldOf = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[name] : undefined;

/** The noun of an operand: its indicator, or what kind of thing it is. */
const nounOf = (operand: unknown): string | null => {
  const name = fieldOf(fieldOf(operand, 'indicator'), 'name');
  if (typeof name === 'string' && name in INDICATOR_NOUNS) return INDICATOR_NOUNS[name as Indicator['name']];
  const field = fieldOf(operand, 'field');
  return typeof field === 'string' ? field.replaceAll('-', ' ') : null;
};

const SIDES: Readonly<Record<string, readonly [other: string, words: string]>> = {
  left: ['right', 'left-hand '],
  right: ['left', 'right-hand '],
};

/** What the number belongs to: an indicator, or for a level what is compared with it. */
const ownerOf = (parts: readonly string[], nodes: readonly unknown[]): string => {
  const at = parts.findLastIndex((part) => part in SIDES || part === 'low' || part === 'high');
  const operandAt = at < 0 ? parts.indexOf('rankBy') : at;
  if (operandAt < 0) return '';
  const side = parts[operandAt] as string;
  const condition = nodes[operandAt];
  const noun = nounOf(nodes[operandAt + 1]);
  const [other, text] = SIDES[side] ?? ['value', side === 'low' ? 'lower ' : 'upper '];
  const otherNoun = nounOf(fieldOf(condition, other));
  if (noun) return ` of the ${noun === otherNoun ? text : ''}${noun}`;
  return otherNoun ? ` for the ${side in SIDES ? '' : `${text}end of the `}${otherNoun}` : '';
};

/**
 * A number of a rule document in plain words, such as "Period of the moving average in the entry rule". Two moving
 * averages that are compared with each other are told apart as left-hand and right-hand.
 */
export const parameterLabel = (document: unknown, path: string): string => {
  const parts = pathParts(path);
  const nodes = nodesAlong(document, parts);
  const last = parts.at(-1) as string;
  const [first = ''] = parts;
  const kind = fieldOf(nodes.at(-2), 'kind');
  const isPercent = last === 'value' && kind === 'percent';
  const field = isPercent ? 'Percent' : (FIELD_LABELS[last] ?? last);
  const number = parts.findLastIndex((part) => part === 'conditions' || part === 'partialExits');
  const which = number < 0 ? '' : `, number ${Number(parts[number + 1]) + 1}`;
  const part = PART_LABELS[first];
  return part ? `${field}${ownerOf(parts, nodes)} in ${part}${which}` : field;
};
