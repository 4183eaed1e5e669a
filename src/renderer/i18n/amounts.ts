import { formatRupees, formatRupeesCompact } from '../../shared/money.ts';
import { t } from './translate.ts';

/** Short rupees for tiles and axes, with lakh and crore translated. They are as `formatRupeesCompact` writes them. */
export const compactRupees = (paise: number): string =>
  formatRupeesCompact(paise)
    .replace(/L$/, t('L', { context: 'lakh' }))
    .replace(/Cr$/, t('Cr', { context: 'crore' }));

/** A whole number for axes, short: `4.00 L`. */
export const compactCount = (count: number): string => compactRupees(count * 100).replace('₹', '');

/** Amounts along an axis, paise: short, unless two that differ would read the same. */
export const axisRupees = (amounts: readonly number[]): string[] => {
  const short = amounts.map(compactRupees);
  return new Set(short).size === new Set(amounts).size ? short : amounts.map(formatRupees);
};
