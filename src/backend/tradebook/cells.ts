import { plainRupees, wholeDigits } from '../../shared/money.ts';
import { monthOfName } from '../../shared/month-names.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { BadRow } from './parsed-fill.ts';

const PRICE_DIGITS = 2;

const shown = (text: string): string => `"${text.slice(0, 30)}"`;

/** A decimal as a whole number of its `digits`-th places, exactly; null when it is none or has more places than that. */
const decimal = (text: string, digits: number): number | null => {
  const match = /^(\d[\d,]*)(?:\.(\d*))?$/.exec(text.replace(/^₹\s*/, ''));
  const rupees = wholeDigits(match?.[1] ?? '');
  if (!match || rupees === null) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return null;
  const whole = Number(rupees + fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(whole) ? whole : null;
};

/** A whole number of shares above zero; brokers write `4` and `4.000000`. */
export const readQuantity = (text: string): number => {
  const quantity = decimal(text, 0);
  if (quantity === null)
    throw new BadRow(
      text === '' ? 'the quantity is missing' : `the quantity ${shown(text)} is not a whole number`,
    );
  if (quantity === 0) throw new BadRow('the quantity is zero');
  return quantity;
};

/** A price of whole paise above zero, in paise. */
export const readPrice = (text: string): number => {
  const price = decimal(text, PRICE_DIGITS);
  if (price === null)
    throw new BadRow(
      text === '' ? 'the price is missing' : `the price ${shown(text)} is not one in whole paise`,
    );
  if (price === 0) throw new BadRow('the price is zero');
  return price;
};

/** The largest worth of one fill, in paise: ₹1,000 crore. Sums over a tradebook stay exact with it. */
const MOST_WORTH = 1_000_00_00_000_00;

/** @throws BadRow for a fill that is worth more than anybody trades at once */
export const requireWorth = (quantity: number, price: number): void => {
  if (quantity * price > MOST_WORTH)
    throw new BadRow(`${quantity} at ${plainRupees(price)} come to more than ₹1,000 crore`);
};

/** An amount of rupees in ten-thousandths of a paisa; an empty cell is nothing. */
export const readCharge = (text: string, name: string): number => {
  if (text === '') return 0;
  const units = decimal(text, PRICE_DIGITS + 4);
  if (units === null) throw new BadRow(`the ${name} ${shown(text)} is not an amount`);
  return units;
};

export const readSide = (text: string): 'buy' | 'sell' => {
  const side = text.toLowerCase();
  if (side === 'buy' || side === 'b') return 'buy';
  if (side === 'sell' || side === 's') return 'sell';
  throw new BadRow(text === '' ? 'buy or sell is missing' : `${shown(text)} is neither buy nor sell`);
};

/** In which order a file writes days with slashes. */
export type SlashOrder = 'day-first' | 'month-first' | 'unclear';

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;

/** Spreadsheets write a day as 27/8/26 or as 8/27/26; only a day beyond the twelfth tells which. */
export const slashOrderOf = (days: readonly string[]): SlashOrder => {
  const parts = days.flatMap((text) => {
    const match = SLASHED.exec(text);
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const isDayFirst = parts.some(([first]) => first > 12);
  const isMonthFirst = parts.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return 'unclear';
  return isDayFirst ? 'day-first' : 'month-first';
};

const pad = (part: string | number): string => String(part).padStart(2, '0');

const isoDay = (text: string, slashes: SlashOrder): string | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  if (iso?.[1]) return `${iso[1]}-${pad(iso[2] ?? '')}-${pad(iso[3] ?? '')}`;
  const dashed = /^(\d{1,2})-(\d{1,2}|[A-Za-z]{3})-(\d{4})/.exec(text);
  if (dashed?.[2]) {
    const month = monthOfName(dashed[2]) ?? pad(dashed[2]);
    return `${dashed[3] ?? ''}-${month}-${pad(dashed[1] ?? '')}`;
  }
  const slashed = SLASHED.exec(text);
  if (!slashed?.[3]) return null;
  if (slashes === 'unclear')
    throw new BadRow(
      `${shown(text)} may be two different days; save the file with days such as 2026-08-27 and import it again`,
    );
  const [day, month] = slashes === 'day-first' ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]];
  return `${slashed[3].length === 2 ? '20' : ''}${slashed[3]}-${pad(month ?? '')}-${pad(day ?? '')}`;
};

/** Midnight in India at the start of a day. The day is written as brokers and spreadsheets do. */
export const readDay = (text: string, slashes: SlashOrder): number => {
  if (text === '') throw new BadRow('the day is missing');
  const day = isoDay(text, slashes);
  const start = day === null ? Number.NaN : istDayStart(day);
  if (Number.isNaN(start)) throw new BadRow(`${shown(text)} is not a day`);
  return start;
};

/** Clock time at a text's end, as milliseconds since midnight. For example `2026-01-02T10:00:05`; null without one. */
export const clockOf = (text: string): number | null => {
  const match = /(?:^|[ T])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:\.\d+)?$/.exec(text);
  if (!match) return null;
  return (Number(match[1]) * 60 + Number(match[2])) * MINUTE_MS + Number(match[3] ?? 0) * 1000;
};
