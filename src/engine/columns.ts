/**
 * Columns to be used again, by length. They are the largest things the engine makes, and new memory costs more than the
 * computing done in it: the operating system first clears every page. So the user of a column may give it back when
 * done, and the next one of that length is had at once. Each thread has its own store.
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

/** Give back a column for reuse. Nobody may read it, or any view of it, again. */
export const giveBack = (column: Float64Array): void => {
  if (column.length < LEAST_LENGTH || keptBytes + column.byteLength > MOST_BYTES) return;
  const known = kept.get(column.length);
  if (known) known.push(column);
  else kept.set(column.length, [column]);
  keptBytes += column.byteLength;
};
