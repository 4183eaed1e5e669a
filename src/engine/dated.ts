import { istDayStart } from '../shared/time.ts';

/** A value that holds from an Indian calendar day on. It does so from the start of that day until the next row. */
interface Dated<T> {
  readonly from: string;
  readonly start: number;
  readonly value: T;
}

/** Rows in order of their dates, at least one. */
export type DatedTable<T> = readonly [Dated<T>, ...Dated<T>[]];

type Row<T> = readonly [from: string, value: T];

/** Builds a table from `['YYYY-MM-DD', value]` rows. Throws a RangeError for a day that does not exist or is out of order. */
export const datedTable = <T>(first: Row<T>, ...rest: readonly Row<T>[]): DatedTable<T> => {
  const build = ([from, value]: Row<T>): Dated<T> => {
    const start = istDayStart(from);
    if (Number.isNaN(start)) throw new RangeError(`'${from}' in a dated table is not a day.`);
    return { from, start, value };
  };
  const table: [Dated<T>, ...Dated<T>[]] = [build(first), ...rest.map(build)];
  for (const [index, row] of table.entries()) {
    if (index > 0 && row.start <= (table[index - 1]?.start ?? 0))
      throw new RangeError(`'${row.from}' in a dated table is out of order.`);
  }
  return table;
};

/**
 * The value that holds at a moment (epoch ms): the last row that has begun. A moment before the first row takes the
 * first row: old history is judged by the earliest rule there is a source for, and `isBefore` tells.
 */
export const valueOn = <T>(table: DatedTable<T>, time: number): T => {
  let value = table[0].value;
  for (const row of table) {
    if (row.start > time) break;
    value = row.value;
  }
  return value;
};

/** The stretch of time around a moment with an unchanged value. `from` is included, `until` is not. */
export const stretchOf = (
  table: DatedTable<unknown>,
  time: number,
): { readonly from: number; readonly until: number } => {
  let from = -Infinity;
  for (const [index, row] of table.entries()) {
    if (row.start > time && index > 0) return { from, until: row.start };
    if (index > 0) from = row.start;
  }
  return { from, until: Infinity };
};

/** Whether a moment is before the first row, which then stands in. */
export const isBefore = (table: DatedTable<unknown>, time: number): boolean => time < table[0].start;
