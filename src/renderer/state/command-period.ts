import { isDay } from '../i18n/dates-typed.ts';
import type { Period } from './command.ts';
import { isAmong } from './command-tokens.ts';

const UNITS = {
  d: ['d', 'day', 'days', 'दिन'],
  w: ['w', 'week', 'weeks', 'हफ़्ते', 'हफ़्ता', 'सप्ताह'],
  m: ['m', 'month', 'months', 'महीने', 'महीना', 'माह'],
  y: ['y', 'yr', 'year', 'years', 'साल', 'वर्ष'],
} as const;
type Unit = keyof typeof UNITS;

/** Most of a unit: half a century. */
const MOST: Readonly<Record<Unit, number>> = { d: 18_250, w: 2_600, m: 600, y: 50 };
const WEEK_DAYS = 7;

/** Candles, and part of a strategy's name: so many months are written with the word. */
const CANDLES: readonly string[] = ['15m', '30m'];

const BEFORE_PERIOD: readonly string[] = ['last', 'past', 'for', 'over', 'पिछले', 'पिछला'];
const BETWEEN_DAYS: readonly string[] = ['from', 'to', 'till', 'until', '-', '–', 'से', 'तक'];

const unitOf = (token: string | undefined): Unit | null =>
  (Object.keys(UNITS) as Unit[]).find((unit) => isAmong(UNITS[unit], token)) ?? null;

/** `03-10-2026`, `3/10/2026` or `2026-10-03` as `2026-10-03`; null of no day, undefined of what does not look like one. */
const dayOf = (token: string): string | null | undefined => {
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(token)?.slice(1);
  if (!parts) return undefined;
  const [first = '', month = '', last = ''] = parts;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

/** Words with the period that they end with; null of none, `wrong` of one that is no period. */
interface WithPeriod {
  readonly words: readonly string[];
  readonly period: Period | null | 'wrong';
}

const betweenDays = (tokens: readonly string[], days: readonly (string | null)[]): WithPeriod => {
  const words = tokens.filter((token) => dayOf(token) === undefined && !isAmong(BETWEEN_DAYS, token));
  const [from, to = ''] = days;
  const isWrong = !from || to === null || days.length > 2 || (to !== '' && to < from);
  return { words, period: isWrong ? 'wrong' : { kind: 'days', from, to } };
};

/** Split words from the period behind them: `2y`, `6 months`, `01-01-2025 to 30-06-2025`. */
export const periodOf = (tokens: readonly string[]): WithPeriod => {
  const days = tokens.map(dayOf).filter((day) => day !== undefined);
  if (days.length > 0) return betweenDays(tokens, days);
  const last = tokens.at(-1) ?? '';
  if (CANDLES.includes(last)) return { words: tokens, period: null };
  const [, joined = '', letter] = /^(\d{1,6})([dwmy])$/.exec(last) ?? [];
  const isApart = joined === '' && /^\d{1,6}$/.test(tokens.at(-2) ?? '');
  const unit = joined === '' ? (isApart ? unitOf(last) : null) : unitOf(letter);
  if (unit === null) return { words: tokens, period: null };
  const count = Number(isApart ? tokens.at(-2) : joined);
  const words = tokens.slice(0, isApart ? -2 : -1);
  const named = isAmong(BEFORE_PERIOD, words.at(-1)) ? words.slice(0, -1) : words;
  if (count < 1 || count > MOST[unit]) return { words: named, period: 'wrong' };
  return {
    words: named,
    period:
      unit === 'w' ? { kind: 'last', count: count * WEEK_DAYS, unit: 'd' } : { kind: 'last', count, unit },
  };
};
