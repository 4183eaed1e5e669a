import { type Timeframe, TIMEFRAMES } from '../../../../shared/rule-document.ts';

/** Most letters of a timeframe. */
const MOST = 3;
const HOUR_MINUTES = '60';

/** Timeframe that was typed, such as `15`, `60` or `d`; null of what is none. */
export const timeframeTyped = (typed: string): Timeframe | null => {
  const text = typed.toLowerCase();
  const meant = text === 'd' ? '1d' : /^\d+$/.test(text) ? `${text}m` : text;
  const name = meant === `${HOUR_MINUTES}m` ? '1h' : meant;
  return TIMEFRAMES.find((timeframe) => timeframe === name) ?? null;
};

/** Typed text after a key; null where the key belongs to no timeframe. */
export const typedAfter = (typed: string, key: string): string | null => {
  if (key === 'Backspace' && typed !== '') return typed.slice(0, -1);
  const isLetter = typed === '' ? /^d$/i.test(key) : /^[dhm]$/i.test(key);
  if (!/^\d$/.test(key) && !isLetter) return null;
  return (typed + key).slice(0, MOST);
};
