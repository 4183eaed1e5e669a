import pg from 'pg';

/** Numbers of the types in PostgreSQL's catalogue. */
const [BOOL, BYTEA, INT8, NUMERIC] = [16, 17, 20, 1700];

/** A whole number that JavaScript holds exactly. */
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be counted exactly.`);
  return value;
};

/** A sum or quotient: exact where it is whole. */
const safeNumeric = (text: string): number => (text.includes('.') ? Number(text) : safeInteger(text));

const bytesOf = pg.types.getTypeParser(BYTEA) as (text: string) => Uint8Array;

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  // As in SQLite: a comparison is 0 or 1.
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [INT8]: safeInteger,
  [NUMERIC]: safeNumeric,
  // A copy: what the driver hands out shares its memory with other values.
  [BYTEA]: (text) => new Uint8Array(bytesOf(text)),
};

/**
 * Values as the program knows them from SQLite: numbers for integers and sums, 0 and 1 for flags, plain bytes.
 * @throws RangeError for a whole number beyond 2^53, which would lose its last digits
 */
export const valuesOfSqlite: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: string): ((text: string) => unknown) =>
    (format === 'binary' ? undefined : PARSERS[type]) ??
    (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
};
