/**
 * Columns are the largest things the engine makes, and memory that is had anew costs more than what is worked out in
 * it: every page of it is first cleared by the operating system. So whoever is done with a column may give it back, and
 * the next one of that length is had at once. Each thread keeps its own.
 */
const kept = new Map<number, Float64Array[]>();
let keptBytes = 0;

/** Shorter columns cost next to nothing. */
const LEAST_LENGTH = 1024;

/** More is left to the garbage collector. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A column to be filled from end to end: what it holds is not known. */
export const newColumn = (length: number): Float64Array => {
  const column = length < LEAST_LENGTH ? undefined : kept.get(length)?.pop();
  if (!column) return new Float64Array(length);
  keptBytes -= column.byteLength;
  return column;
};

/** So many columns of a length, as `newColumn` makes them. */
export const newColumns = (count: number, length: number): Float64Array[] =>
  Array.from({ length: count }, () => newColumn(length));

/** A column of NaN, to be filled where values are known. */
export const unknownColumn = (length: number): Float64Array => newColumn(length).fill(Number.NaN);

/** Hands in a column that nobody will read again, nor any view of it. */
export const giveBack = (column: Float64Array): void => {
  if (column.length < LEAST_LENGTH || keptBytes + column.byteLength > MOST_BYTES) return;
  const known = kept.get(column.length);
  if (known) known.push(column);
  else kept.set(column.length, [column]);
  keptBytes += column.byteLength;
};
