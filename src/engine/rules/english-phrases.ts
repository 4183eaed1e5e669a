import { formatCount } from '../../shared/money.ts';
import type { Comparison } from '../../shared/rule-document.ts';
import type { RulePhrases } from './sentence-phrases.ts';

const COMPARISONS: Readonly<Record<Comparison, string>> = {
  '>': 'is above',
  '<': 'is below',
  '>=': 'is at or above',
  '<=': 'is at or below',
  'crosses-above': 'crosses above',
  'crosses-below': 'crosses below',
};

const TIMES: Readonly<Record<Comparison, string>> = {
  '>': 'is after',
  '<': 'is before',
  '>=': 'is at or after',
  '<=': 'is at or before',
  'crosses-above': 'passes',
  'crosses-below': 'goes back past',
};

const NEEDS: Readonly<Record<Comparison, string>> = {
  '>': 'above',
  '<': 'below',
  '>=': 'at or above',
  '<=': 'at or below',
  'crosses-above': 'to cross above',
  'crosses-below': 'to cross below',
};

const NEEDED_TIMES: Readonly<Record<Comparison, string>> = {
  '>': 'after',
  '<': 'before',
  '>=': 'at or after',
  '<=': 'at or before',
  'crosses-above': 'to pass',
  'crosses-below': 'to go back past',
};

const DIRECTIONS: Readonly<Partial<Record<Comparison, string>>> = {
  '>': 'points up',
  '<': 'points down',
  'crosses-above': 'turns up',
  'crosses-below': 'turns down',
};

const LEVELS: RulePhrases['levels'] = {
  'session-open': "today's open",
  'session-high': "today's high so far",
  'session-low': "today's low so far",
  'previous-day-open': "the previous day's open",
  'previous-day-high': "the previous day's high",
  'previous-day-low': "the previous day's low",
  'previous-day-close': "the previous day's close",
  'previous-week-open': "the previous week's open",
  'previous-week-high': "the previous week's high",
  'previous-week-low': "the previous week's low",
  'previous-week-close': "the previous week's close",
  'gap-percent': "today's gap",
  pivot: 'the pivot',
  'pivot-r1': 'pivot R1',
  'pivot-r2': 'pivot R2',
  'pivot-r3': 'pivot R3',
  'pivot-s1': 'pivot S1',
  'pivot-s2': 'pivot S2',
  'pivot-s3': 'pivot S3',
};

const DAYS: RulePhrases['days'] = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** Where a level lies from a price; of both sides it is said by the side. */
const AGAINST = { long: 'below', short: 'above', both: '(long: below, short: above)' } as const;
const IN_FAVOUR = { long: 'above', short: 'below', both: '(long: above, short: below)' } as const;

const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

const candles = (count: number): string => counted(count, 'candle');

/** Candles that a variable looks at. */
const latest = (count: number | null): string =>
  count === null ? "today's candles" : `the last ${candles(count)}`;

/** `a`, `a and b`, `a, b and c`. */
const listed = (parts: readonly string[], joint: 'and' | 'or'): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1) ?? ''}`;

export const ENGLISH_PHRASES: RulePhrases = {
  timeframes: {
    '1m': '1-minute',
    '3m': '3-minute',
    '5m': '5-minute',
    '15m': '15-minute',
    '30m': '30-minute',
    '1h': 'hourly',
    '1d': 'daily',
  },
  fields: {
    open: 'open',
    high: 'high',
    low: 'low',
    close: 'close',
    volume: 'volume',
    hl2: 'HL2',
    hlc3: 'HLC3',
  },
  position: {
    'is-open': 'number of open positions',
    'bars-held': 'time in the trade',
    'profit-percent': 'profit of the trade',
    'profit-rupees': 'profit of the trade',
  },
  today: { trades: 'trades today', losses: 'losses today', 'losses-in-a-row': 'losses in a row today' },
  levels: LEVELS,
  days: DAYS,
  theTime: 'time',
  theWeekday: 'weekday',
  sinceOpen: 'time since the open',
  openingRange: (edge, minutes) => `the ${edge} of the first ${counted(minutes, 'minute')}`,
  daysToExpiry: (index, expiry) =>
    `time to the ${expiry === 'nearest' ? 'nearest' : 'monthly'} expiry of ${index}`,
  of: (indicator, field) => `${indicator} of ${field}`,
  onCandles: (text, timeframe) => `${text} on ${timeframe} candles`,
  ago: (text, count) => `${text} ${candles(count)} ago`,
  counted: (value, unit) => {
    if (unit === 'percent') return `${value}%`;
    if (unit === 'shares') return `${formatCount(value)} shares`;
    if (unit === 'span') return counted(value, 'minute');
    if (unit === 'days') return counted(value, 'day');
    return unit === 'bars' ? candles(value) : null;
  },
  compare: (operator, left, right) => `${left} ${COMPARISONS[operator]} ${right}`,
  compareTime: (operator, what, time) => `${what} ${TIMES[operator]} ${time}`,
  equals: (value, other) => `${value} is ${other}`,
  asks: (operator, other) => `needs ${NEEDS[operator]} ${other}`,
  asksTime: (operator, time) => `needs ${NEEDED_TIMES[operator]} ${time}`,
  asksBetween: (low, high) => `needs between ${low} and ${high}`,
  noValue: 'no value yet',
  direction: (operator, line) => {
    const verb = DIRECTIONS[operator];
    return verb ? `${line} ${verb}` : null;
  },
  isOpen: (isOpen) => (isOpen ? 'a position is open' : 'no position is open'),
  between: (value, low, high) => `${value} is between ${low} and ${high}`,
  held: (condition, count) => `${condition} for ${candles(count)}`,
  not: (condition) => `NOT ${condition}`,
  listed,
  andMore: (parts, more) => `${parts.join(', ')} and ${more} more`,
  members: (index) => `the shares that are in ${index} on the day`,
  watched: (symbol, timeframe, condition) => `${symbol}, ${timeframe} candles: ${condition}.`,
  headline: (side, where, timeframe, product) =>
    `${{ long: 'Buys', short: 'Sells short', both: 'Buys and sells short' }[side]} ${where} on ${timeframe} candles, ${product === 'intraday' ? 'intraday' : 'for delivery'}.`,
  counter: ({ name, candles: count, condition }) =>
    `“${name}” counts ${latest(count)} on which ${condition}.`,
  kept: ({ name, value, keep, candles: count, condition }) =>
    `“${name}” is ${value} on the ${keep} of ${latest(count)} on which ${condition}.`,
  reset: (condition) => `It resets when ${condition}.`,
  entry: (condition, isRotation) =>
    `${isRotation ? 'A share can be held' : "Enters at the next candle's open"} when ${condition}.`,
  exit: (condition) => `Exits at the next candle's open when ${condition}.`,
  reverse: (long, short) =>
    `Enters at the next candle's open: long when ${long}; short when ${short}. Whatever is open on the other side is closed first; when both hold at once, neither counts.`,
  exitOf: (side, condition) =>
    `${side === 'long' ? 'Long' : 'Short'} exits at the next candle's open when ${condition}.`,
  rotation: ({ every, rankBy, best, hold, isReweighed }) => {
    const holds = hold === 1 ? 'holds the best one' : `holds the best ${hold} in equal parts`;
    const stays = isReweighed
      ? 'What stays is brought back to its equal part.'
      : 'What stays is left as it is.';
    return `On the first trading day of each ${every}, ranks the shares that meet the entry conditions by ${rankBy}, ${best} first, and ${holds}; what is no longer among them is sold. Orders fill at the next open. ${stays}`;
  },
  atrDistance: (multiple, atr) => `${multiple} × ${atr} at entry`,
  stopLoss: (distance, side) => `Stop-loss ${distance} ${AGAINST[side]} the entry price.`,
  target: (distance, side) => `Target ${distance} ${IN_FAVOUR[side]} the entry price.`,
  trailing: (distance, side) => `Trailing stop ${distance} ${AGAINST[side]} the best price since entry.`,
  noProtection: 'No stop-loss, no target.',
  partialExits: (parts, side) => {
    const away = IN_FAVOUR[side];
    const exits = parts.map(({ percent, distance }) => `${percent}% at ${distance} ${away} the entry price`);
    return `Partial exits: ${listed(exits, 'and')}; the rest goes on.`;
  },
  size: {
    fixed: (quantity) => `Quantity ${formatCount(quantity)} in each trade.`,
    capital: (percent) => `Size ${percent}% of the capital in each trade.`,
    risk: (percent) => `Sized so that the stop-loss costs at most ${percent}% of the capital.`,
    equal: 'An equal part of the worth of the account in each holding, at every rebalance.',
  },
  entries: (most, isProtected) =>
    `Adds to an open position on a new signal, up to ${most} entries at once${isProtected ? ', each with its own stops and targets' : ''}.`,
  window: (from, to) => `Enters between ${from} and ${to}.`,
  trades: (most) => `At most ${most === 1 ? '1 trade' : `${most} trades`} a day.`,
  noReentry: 'No re-entry in an instrument on the day of an exit.',
  squareOff: (at) => `Open positions are squared off at ${at}.`,
};
