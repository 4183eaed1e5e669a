import { parseRupees, plainRupees } from '../../../shared/money.ts';

const UNITS = /^\d{1,8}$/;

/** Paise of a price as typed. Null where it is empty, undefined where it is none. */
export const priceOf = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const paise = parseRupees(text.trim());
  return paise !== null && paise > 0 ? paise : undefined;
};

/** Price (paise) as it stands in a form; empty for none. */
export const priceText = (paise: number | null): string => (paise === null ? '' : plainRupees(paise));

/** Whole number above 0 as typed; null of what is none. */
export const unitsOf = (text: string): number | null => {
  const digits = text.trim().replaceAll(',', '');
  return UNITS.test(digits) && Number(digits) > 0 ? Number(digits) : null;
};
