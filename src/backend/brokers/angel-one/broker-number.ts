import { parseRupees, plainRupees } from '../../../shared/money.ts';

/** A text, or a JSON number as it was written; the answers are read so that no number goes through a float. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Why an answer cannot be used, naming the field. */
export class UnreadableField extends Error {
  override readonly name = 'UnreadableField';
}

const unreadable = (field: string, value: unknown): UnreadableField => {
  const shown =
    typeof value === 'string'
      ? `"${value.slice(0, 40)}"`
      : value === undefined
        ? 'nothing'
        : 'something else';
  return new UnreadableField(`${field} is ${shown} instead of a number`);
};

/**
 * Whether the broker has left a value blank. It does so where it has no number; a field that is missing is another
 * matter.
 */
const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/**
 * The broker's rupees (`"812.50"`, `"- 2235.80"`, `.5`, null) in paise, exactly. Rounded half away from zero beyond
 * the paisa.
 * @throws UnreadableField
 */
export const paiseOf = (value: unknown, field: string): number => {
  if (isBlank(value)) return 0;
  const paise = parseRupees(textOf(value).replace(/^([-−+]?\s*)\./, '$10.'));
  if (paise === null) throw unreadable(field, value);
  return paise;
};

/**
 * A whole number (`"15"`, `"-3"`, `"- 3"`, `"15.00"`).
 * @throws UnreadableField
 */
export const wholeOf = (value: unknown, field: string): number => {
  const match = /^([-−]?)\s*(\d+)(?:\.0*)?$/.exec(textOf(value));
  const size = Number(match?.[2]);
  if (!match || !Number.isSafeInteger(size)) throw unreadable(field, value);
  return match[1] ? 0 - size : size;
};

/** The same where the broker may leave it empty for none. @throws UnreadableField */
export const wholeOrNone = (value: unknown, field: string): number =>
  isBlank(value) ? 0 : wholeOf(value, field);

/**
 * Quantity times an average price in rupees, in paise. The price may have any number of decimals; the result is
 * rounded once (half away from zero).
 * @throws UnreadableField
 */
export const valueOf = (quantity: number, averagePrice: unknown, field: string): number => {
  if (isBlank(averagePrice)) return 0;
  const match = /^(\d*)(?:\.(\d*))?$/.exec(textOf(averagePrice).replaceAll(',', ''));
  if (!match || `${match[1]}${match[2] ?? ''}` === '') throw unreadable(field, averagePrice);
  const fraction = (match[2] ?? '').padEnd(2, '0');
  const unit = 10n ** BigInt(fraction.length - 2);
  const value = BigInt(quantity) * BigInt(`${match[1]}${fraction}`);
  return Number((2n * value + unit) / (2n * unit));
};

/** Paise as the broker wants rupees: `81245` is `"812.45"`. */
export const rupeesText = (paise: number): string => {
  if (!Number.isSafeInteger(paise) || paise < 0)
    throw new RangeError(`A price is whole paise, not ${paise}.`);
  return plainRupees(paise);
};

/** JSON with every number as the text it was written as. */
export const parseExactJson = (text: string): unknown => {
  const parse = JSON.parse as (
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  return parse(text, (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value,
  );
};
