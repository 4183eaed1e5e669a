import type { Bar } from '../../../engine/bars.ts';
import type { ContractBar } from '../contracts/contract-candles.ts';
import type { ContractMinute } from '../contracts/contract-minutes.ts';
import type { ListedContract } from '../contracts/contract-list.ts';
import { parseRupees } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';

/** A file's row as a candle, or why it is none. */
export type ParsedRow =
  | { readonly kind: 'bar'; readonly line: number; readonly symbol: string; readonly bar: Bar }
  /** A future or an option of a day's list, with its candle; null where it was not traded. */
  | {
      readonly kind: 'contract';
      readonly line: number;
      readonly day: string;
      readonly listed: ListedContract;
      readonly bar: ContractBar | null;
    }
  /** A minute of a future or an option. */
  | {
      readonly kind: 'contract-minute';
      readonly line: number;
      readonly symbol: string;
      readonly bar: ContractMinute;
    }
  /** A good row outside continuous trading: nothing can fill on it. */
  | { readonly kind: 'outside-session'; readonly line: number }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string };

export const refused = (line: number, reason: string): ParsedRow => ({ kind: 'refused', line, reason });

/**
 * Candles are of days of these years: what an earlier or later one holds is a slip, or meant to take a place of its own
 * for each of a hundred thousand months.
 */
const YEARS = { first: 1970, last: 2099 } as const;

const isOfYears = (day: string): boolean => {
  const year = Number(/\d{4}/.exec(day)?.[0] ?? YEARS.first);
  return year >= YEARS.first && year <= YEARS.last;
};

/** Midnight in India of a `YYYY-MM-DD` day that can have candles; NaN when it is none. */
export const candleDay = (day: string): number => (isOfYears(day) ? istDayStart(day) : Number.NaN);

/** Why a row has no such day; `text` is what it has in its place. */
export const noDay = (text: string): string =>
  isOfYears(text)
    ? `"${text.slice(0, 30)}" is not a day`
    : `"${text.slice(0, 30)}" is not a day from ${YEARS.first} to ${YEARS.last}`;

/** Text of the fields a candle is made of. */
export interface CandleText {
  readonly open: string | undefined;
  readonly high: string | undefined;
  readonly low: string | undefined;
  readonly close: string | undefined;
  readonly volume: string | undefined;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** Prices in paise and volume from their text, or the error. The error is the reason why they cannot be right. */
export const parseCandle = (text: CandleText): Omit<Bar, 'time'> | string => {
  const prices = { open: 0, high: 0, low: 0, close: 0 };
  for (const name of PRICES) {
    const written = text[name] ?? '';
    if (written.trim() === '') return `the ${name} is missing`;
    const paise = parseRupees(written);
    if (paise === null) return `the ${name} "${written.slice(0, 20)}" is not a price`;
    if (paise <= 0) return `the ${name} is ${written.trim()}; a price must be above zero`;
    prices[name] = paise;
  }
  if (prices.high < prices.low) return 'the high is below the low';
  if (prices.high < prices.open || prices.high < prices.close) return 'the high is not the highest price';
  if (prices.low > prices.open || prices.low > prices.close) return 'the low is not the lowest price';
  const written = (text.volume ?? '').trim() || '0';
  if (!/^\d+(\.0+)?$/.test(written)) return `the volume "${written.slice(0, 20)}" is not a whole number`;
  return { ...prices, volume: Math.trunc(Number(written)) };
};
