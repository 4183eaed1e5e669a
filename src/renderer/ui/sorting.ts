/** By which column a table is sorted; null leaves its rows as they came. */
export type Sorting = { readonly key: string; readonly isDescending: boolean } | null;

/** Order after a press on a column's title: largest first, then smallest first, then as it was. */
export const turned = (before: Sorting, key: string): Sorting => {
  if (before?.key !== key) return { key, isDescending: true };
  return before.isDescending ? { key, isDescending: false } : null;
};

interface Sortable<Row> {
  readonly key: string;
  readonly sortBy?: (row: Row) => number | string;
}

/** The rows as a table shows them that is sorted so; a column that cannot be sorted leaves them as they came. */
export const sortedRows = <Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sorting: Sorting,
): readonly Row[] => {
  const by = sorting && columns.find((column) => column.key === sorting.key)?.sortBy;
  if (!by) return rows;
  const compare = (a: Row, b: Row) => {
    const [left, right] = [by(a), by(b)];
    const order =
      typeof left === 'string' ? left.localeCompare(String(right), 'en-IN') : left - Number(right);
    return sorting.isDescending ? -order : order;
  };
  return [...rows].sort(compare);
};
