/** A header line, found in a file: where it is, and which column holds what. */
export interface Header {
  /** 0-based row. */
  readonly row: number;
  /** Number of cells, empty ones at the end left out. */
  readonly width: number;
  /** The cell of a row under one of the names; empty when the file has no such column. */
  readonly cell: (row: readonly string[], ...names: readonly string[]) => string;
  readonly has: (...names: readonly string[]) => boolean;
}

/** Summaries stand above the table: Angel One's is 34 lines long. */
const LOOKED_THROUGH = 80;

/** `Trade Date`, `trade_date` and `TradeDate` are one name. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The first line that has all the columns wanted; null when no line has. */
export const findHeader = (
  rows: readonly (readonly string[])[],
  wanted: readonly (readonly string[])[],
): Header | null => {
  for (const [index, row] of rows.slice(0, LOOKED_THROUGH).entries()) {
    const columns = new Map(row.map((name, column) => [plain(name), column]));
    if (!wanted.every((names) => names.some((name) => columns.has(name)))) continue;
    const columnOf = (names: readonly string[]) =>
      names.map((name) => columns.get(name)).find((column) => column !== undefined);
    return {
      row: index,
      width: row.findLastIndex((name) => name.trim() !== '') + 1,
      cell: (cells, ...names) => (cells[columnOf(names) ?? -1] ?? '').trim(),
      has: (...names) => columnOf(names) !== undefined,
    };
  }
  return null;
};
