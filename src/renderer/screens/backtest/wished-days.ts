import { DAY_MS } from '../../../shared/time.ts';
import type { Days } from './strategies.ts';

/** Days that the address asks for, as it has them; empty where it asks for none. */
export interface WishedDays {
  /** The latest days, months or years: `90d`, `6m`, `2y`. */
  readonly period: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day so many months before a day; the last of its month where that is shorter. */
const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth)));
};

/** Day on which a period begins that ends with a day; null of what is no period. */
const startOfPeriod = (period: string, last: string): string | null => {
  const [, count = '', unit] = /^(\d{1,6})([dmy])$/.exec(period) ?? [];
  if (Number(count) < 1) return null;
  if (unit === 'd') return textOf(Date.parse(last) - (Number(count) - 1) * DAY_MS);
  return monthsBefore(last, unit === 'y' ? Number(count) * 12 : Number(count));
};

/** Days of a run: the wished ones out of those with candles. */
export const wishedDays = (days: Days | undefined, { period, from, to }: WishedDays): Days => {
  const all = days ?? { from: '', to: '' };
  if (from !== '') return { from, to: to === '' ? all.to : to };
  const start = days ? startOfPeriod(period, days.to) : null;
  return start === null || start < all.from ? all : { from: start, to: all.to };
};
