import { parseRupees } from '../../shared/money.ts';
import type { Timeframe } from '../../shared/rule-document.ts';

/** Words that say nothing by themselves. */
export const FILLERS: readonly string[] = ['of', 'at', 'का', 'की', 'के', 'पर', 'से'];

const DEVANAGARI_ZERO = '०'.charCodeAt(0);

/** Words of a text in one spelling. Digits are those of everywhere, signs stand apart. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize('NFC')
    // ख़ and its like are written with and without their dot.
    .replaceAll('\u093c', '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replaceAll(/(>=?|<=?)/g, ' $1 ')
    .replaceAll('₹', ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '');

/** Whether a token is among words, with a dot or without. */
export const isAmong = (words: readonly string[], token: string | undefined): boolean =>
  token !== undefined && words.some((word) => word.normalize('NFC').replaceAll('\u093c', '') === token);

export const isPrice = (token: string | undefined): token is string =>
  token !== undefined && (parseRupees(token.replaceAll(',', '')) ?? 0) > 0;
export const priceText = (token: string): string => token.replaceAll(',', '');

const MINUTES: Readonly<Record<string, Timeframe>> = {
  ...{ 1: '1m', 3: '3m', 5: '5m', 15: '15m', 30: '30m', 60: '1h' },
};
const DAILY: readonly string[] = ['1d', 'd', 'day', 'daily', 'दिन', 'दैनिक', 'रोज़'];
const HOURLY: readonly string[] = ['1h', 'h', 'hourly', 'घंटा'];

/** Candles that a token names, such as `15m`, `1h` or `daily`; null of none. */
export const timeframeOf = (token: string): Timeframe | null => {
  if (isAmong(DAILY, token)) return '1d';
  if (isAmong(HOURLY, token)) return '1h';
  const [, minutes = ''] = /^(\d{1,2})(?:m|min)$/.exec(token) ?? [];
  return MINUTES[minutes] ?? null;
};

/** Candles of a token where candles must stand. A plain number is minutes. */
export const timeframeOrMinutes = (token: string): Timeframe | null =>
  timeframeOf(token) ?? MINUTES[token] ?? null;
