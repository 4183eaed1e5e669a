/** A column as our own migrations declare it. */
export interface KnownColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it is the id of a row. The next id is counted from it. */
  readonly isId: boolean;
}

export type StoredValue = string | number | null | Uint8Array;

/**
 * Sessions draw theirs below 2 to the 48th, other tables count. Ids near the end of the numbers would leave none for the
 * next row.
 */
export const HIGHEST_ID = 2 ** 50;
/** The character read in place of bytes that are no text. */
const REPLACEMENT = '\u{FFFD}';

const wholeNumber = (value: StoredValue, { isId }: KnownColumn): string | null => {
  if (!Number.isSafeInteger(value)) return 'is no whole number';
  return isId && ((value as number) > HIGHEST_ID || (value as number) < 0)
    ? 'is no number that a row has'
    : null;
};
const text = (value: StoredValue): string | null => {
  if (typeof value !== 'string') return 'is no text';
  return value.includes('\0') ? 'holds a character that no text has' : null;
};

const CHECKS: Readonly<Record<string, (value: StoredValue, column: KnownColumn) => string | null>> = {
  integer: wholeNumber,
  bigint: wholeNumber,
  real: (value) => (Number.isFinite(value) ? null : 'is no number'),
  text,
  blob: (value) => (value instanceof Uint8Array ? null : 'is no block of bytes'),
};

/**
 * Error in a stored value; null when nothing is. It is the end of a sentence. The check is needed because SQLite stores
 * a text in a column of numbers when asked to. Whether a value may be missing is for the table to say.
 */
export const troubleWith = (value: StoredValue, column: KnownColumn): string | null => {
  if (value === null) return null;
  const check = CHECKS[column.type];
  if (check === undefined) throw new Error(`A column of the type ${column.type} cannot be restored.`);
  return check(value, column);
};

/** Whether a text may stand for bytes that are no text. */
export const mayBeNoText = (value: StoredValue): boolean =>
  typeof value === 'string' && value.includes(REPLACEMENT);
