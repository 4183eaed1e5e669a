/** Money is integer paise (1 = ₹0.01). Text is always lakh/crore grouped with Latin digits and a true minus. */
export const PAISE_PER_RUPEE = 100;
const MINUS = '−';

/** Groups the digits of a whole number the Indian way: 1234567 → 12,34,567. */
const groupDigits = (digits: string): string => {
  if (digits.length <= 3) return digits;
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+(?!\d))/g, ',');
  return `${head},${digits.slice(-3)}`;
};

const isZero = (paise: number): boolean => Math.round(paise) === 0;

/**
 * Paise as other programs read rupees, ungrouped and without a currency sign: `-1234.50`, `0.05`. The digits are split
 * as integers, so the text is exact.
 */
export const plainRupees = (paise: number): string => {
  const whole = Math.abs(Math.round(paise));
  const fraction = whole % PAISE_PER_RUPEE;
  const rupees = (whole - fraction) / PAISE_PER_RUPEE;
  return `${paise < 0 && whole > 0 ? '-' : ''}${rupees}.${String(fraction).padStart(2, '0')}`;
};

const magnitude = (paise: number): string => {
  const [rupees = '', fraction] = plainRupees(Math.abs(paise)).split('.');
  return `${groupDigits(rupees)}.${fraction}`;
};

/** `₹12,34,567.50`, `−₹1,480.50`, `₹0.00`. */
export const formatRupees = (paise: number): string =>
  `${paise < 0 && !isZero(paise) ? MINUS : ''}₹${magnitude(paise)}`;

/** A change: `+₹5,230.25`, `−₹1,480.50`, `₹0.00` without a sign. */
export const formatRupeesChange = (paise: number): string =>
  isZero(paise) ? '₹0.00' : `${paise < 0 ? MINUS : '+'}₹${magnitude(paise)}`;

/** A price without the currency sign, two decimals: `24,512.30`. */
export const formatPrice = (paise: number): string =>
  `${paise < 0 && !isZero(paise) ? MINUS : ''}${magnitude(paise)}`;

/** The same of a price that may not be known: `–` then. */
export const priceOrDash = (paise: number | null): string => (paise === null ? '–' : formatPrice(paise));

/** Compact rupees for tiles and axes: `₹1.23 L`, `₹1.23 Cr`; below a lakh in full without paise. */
export const formatRupeesCompact = (paise: number): string => {
  const rupees = Math.abs(paise) / PAISE_PER_RUPEE;
  const sign = paise < 0 && !isZero(paise) ? MINUS : '';
  const scaled = (value: number, unit: string) => `${sign}₹${value.toFixed(2)} ${unit}`;
  if (Math.round(rupees) >= 99_99_950) return scaled(rupees / 1e7, 'Cr');
  if (Math.round(rupees) >= 1_00_000) return scaled(rupees / 1e5, 'L');
  return `${sign}₹${groupDigits(String(Math.round(rupees)))}`;
};

/** A whole number with Indian grouping. */
export const formatCount = (count: number): string =>
  `${count < 0 ? MINUS : ''}${groupDigits(String(Math.abs(Math.round(count))))}`;

/** A number of shares for a file; a part of one with up to four decimals. */
export const plainShares = (count: number): string => String(Number(count.toFixed(4)));

/** A number of shares; a part of one with up to four decimals. */
export const formatShares = (count: number): string =>
  Number.isInteger(count) ? formatCount(count) : plainShares(count);

/** A change in percent with sign and two decimals: `+4.82%`, `−1.20%`, `0.00%`. */
export const formatPercentChange = (percent: number): string => {
  const text = Math.abs(percent).toFixed(2);
  if (text === '0.00') return '0.00%';
  return `${percent < 0 ? MINUS : '+'}${text}%`;
};

/** A plain percentage: `62.50%`. */
export const formatPercent = (percent: number): string => {
  const text = Math.abs(percent).toFixed(2);
  return `${percent < 0 && text !== '0.00' ? MINUS : ''}${text}%`;
};

/**
 * The digits of a whole number as written, or null. Commas may stand between thousands, lakh and crore (`1,00,000`); a
 * comma anywhere else, as before decimals (`1500,50`), is a slip.
 */
export const wholeDigits = (text: string): string | null =>
  /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})$/.test(text) ? text.replaceAll(',', '') : null;

/**
 * Integer paise of rupee text as people and files write it. Examples: `1,060.55`, `₹12`. The result is exact (no float
 * in between); digits beyond the paisa are rounded half away from zero. Null when the text is not a number.
 */
export const parseRupees = (text: string): number | null => {
  const match = /^\s*([-−+]?)\s*₹?\s*([\d,]+)(?:\.(\d*))?\s*$/.exec(text);
  if (!match?.[2]) return null;
  const whole = wholeDigits(match[2]);
  if (whole === null) return null;
  const fraction = (match[3] ?? '').padEnd(3, '0');
  const paise =
    Number(whole) * PAISE_PER_RUPEE + Number(fraction.slice(0, 2)) + (Number(fraction[2]) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(paise)) return null;
  return match[1] === '-' || match[1] === '−' ? 0 - paise : paise;
};
