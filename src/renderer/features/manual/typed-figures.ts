import { LEAST_STOP_PERCENT, MOST_STOP_PERCENT } from '../../../shared/armed-keys.ts';
import { parseRupees, plainRupees } from '../../../shared/money.ts';

/** More digits than an order may have: the server says how many those are. */
const UNITS = /^\d{1,15}$/;

/** Paise of a price as typed. Null where it is empty, undefined where it is none. */
export const priceOf = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const paise = parseRupees(text.trim());
  return paise !== null && paise > 0 ? paise : undefined;
};

/** Price (paise) as it stands in a form; empty for none. */
export const priceText = (paise: number | null): string => (paise === null ? '' : plainRupees(paise));

/** Percent of a stop-loss as typed. Null where it is empty, undefined where it is none. */
export const stopPercentOf = (text: string): number | null | undefined => {
  const typed = text.trim();
  if (typed === '') return null;
  const percent = /^\d{1,2}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN;
  return percent >= LEAST_STOP_PERCENT && percent <= MOST_STOP_PERCENT ? percent : undefined;
};

/** Whole number above 0 as typed; null of what is none. */
export const unitsOf = (text: string): number | null => {
  const digits = text.trim().replaceAll(',', '');
  return UNITS.test(digits) && Number(digits) > 0 ? Number(digits) : null;
};
