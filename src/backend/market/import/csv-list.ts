import Papa from 'papaparse';
import { formatCount } from '../../../shared/money.ts';
import type { Problem } from './parse-file.ts';

/** Limits of lists of the exchange. Rows are ten times those of a year. */
export const LIST_LIMITS = { rows: 20_000, problems: 100 } as const;

/** Names that each column of a list has had. */
type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** A row of a list. */
export interface ListRow<Column extends string> {
  /** 1-based. Fields have line breaks, and lines may be empty. */
  readonly line: number;
  /** Text of a column, trimmed. Empty where it is not there. */
  readonly cell: (column: Column) => string;
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

const placesIn = <Column extends string>(
  header: readonly string[],
  columns: ColumnNames<Column>,
): Map<string, number> => {
  const names = header.map((name) => name.trim().toUpperCase());
  return new Map(
    Object.entries<readonly string[]>(columns).map(([column, known]) => [
      column,
      names.findIndex((name) => known.includes(name)),
    ]),
  );
};

/** Whether a text is a list with some columns. Its first line tells. */
export const isListWith = <Column extends string>(
  text: string,
  columns: ColumnNames<Column>,
  needed: readonly Column[],
): boolean => {
  const [first = ''] = withoutMark(text.slice(0, 2_000)).split('\n');
  const places = placesIn(Papa.parse<string[]>(first.trim()).data[0] ?? [], columns);
  return needed.every((column) => (places.get(column) ?? -1) >= 0);
};

const hasMoreLines = (text: string, most: number): boolean => {
  let [lines, at] = [0, -1];
  while ((at = text.indexOf('\n', at + 1)) >= 0) if (++lines > most) return true;
  return false;
};

/** Rows of a list. Null where there are too many; fields may be quoted, and empty rows are left out. */
export const listRows = <Column extends string>(
  text: string,
  columns: ColumnNames<Column>,
): ListRow<Column>[] | null => {
  if (hasMoreLines(text, LIST_LIMITS.rows)) return null;
  const rows: ListRow<Column>[] = [];
  const whole = withoutMark(text).replaceAll('\r\n', '\n');
  let [read, line] = [0, 1];
  let places: Map<string, number> | null = null;
  Papa.parse<string[]>(whole, {
    newline: '\n',
    step: ({ data: cells, meta }) => {
      const isEmpty = cells.join('').trim() === '';
      if (!isEmpty && places) {
        const at = places;
        rows.push({ line, cell: (column) => (cells[at.get(column) ?? -1] ?? '').trim() });
      }
      if (!isEmpty) places ??= placesIn(cells, columns);
      line += whole.slice(read, meta.cursor).split('\n').length - 1;
      read = meta.cursor;
    },
  });
  return rows;
};

/** Problem of a list with too many rows; `what` names it, as in `a list of members`. */
export const tooManyRows = (what: string): Problem => ({
  line: 0,
  reason: `${what} has at most ${formatCount(LIST_LIMITS.rows)} rows`,
});
