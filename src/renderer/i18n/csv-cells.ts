import { plainRupees } from '../../shared/money.ts';
import { istDate, istTime } from '../../shared/time.ts';

/** Cells as spreadsheets read them; empty where there is nothing. */

/** Paise as rupees, exactly: `-1480.50`. */
export const csvRupees = (paise: number | null): string => (paise === null ? '' : plainRupees(paise));

/** An instant as Indian day and clock time: `2026-11-20 09:15:00`. It is given as ISO text or epoch ms. */
export const csvTime = (at: string | number | null): string => {
  if (at === null) return '';
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return `${istDate(ms)} ${istTime(ms)}`;
};

/** An instant as its Indian day: `2026-11-20`. */
export const csvDay = (at: string | null): string => (at === null ? '' : istDate(Date.parse(at)));

/** A percentage or a ratio with two decimals. */
export const csvNumber = (value: number | null | undefined): string => value?.toFixed(2) ?? '';

export const csvYesNo = (isSo: boolean): string => (isSo ? 'yes' : 'no');
