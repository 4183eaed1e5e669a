import Papa from 'papaparse';
import { formatCount } from '../../../shared/money.ts';
import type { Pause } from '../../pauses.ts';
import type { Problem } from './parse-file.ts';

/** Limits of lists of the exchange. Rows are ten times those of a year. */
export const LIST_LIMITS = { rows: 20_000, rowCharacters: 10_000, problems: 100 } as const;

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

/** Separator of fields: spreadsheets write others than the comma. */
const delimiterOf = (header: string): string =>
  Papa.parse(header, { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter;

const hasMoreLines = (text: string, most: number): boolean => {
  let [lines, at] = [0, -1];
  while ((at = text.indexOf('\n', at + 1)) >= 0) if (++lines > most) return true;
  return false;
};

const tooManyRows = (what: string): Problem => ({
  line: 0,
  reason: `${what} has at most ${formatCount(LIST_LIMITS.rows)} rows`,
});

const tooLongRow = (line: number): Problem => ({
  line,
  reason: `a row has at most ${formatCount(LIST_LIMITS.rowCharacters)} characters: is a quotation mark not closed?`,
});

const PROBLEMS_OF_QUOTES = {
  MissingQuotes: 'a quotation mark is not closed',
  InvalidQuotes: 'a quotation mark stands within a quoted field: write it twice',
} as const;

/** Cells of a row, or its problem. A row of several lines, of which not all are there, misses a quotation mark. */
const cellsOf = (row: string, delimiter: string): readonly string[] | keyof typeof PROBLEMS_OF_QUOTES => {
  const { data, errors } = Papa.parse<string[]>(row, { delimiter, newline: '\n' });
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('MissingQuotes')) return 'MissingQuotes';
  return codes.has('InvalidQuotes') ? 'InvalidQuotes' : (data[0] ?? []);
};

/**
 * Rows of a list, or its problem as a whole. Fields may be quoted, and empty rows are left out. `what` names
 * the list, as in `a list of members`; `pause` lets others in.
 */
export const listRows = async <Column extends string>(
  text: string,
  columns: ColumnNames<Column>,
  what: string,
  pause: Pause,
): Promise<ListRow<Column>[] | Problem> => {
  if (hasMoreLines(text, LIST_LIMITS.rows)) return tooManyRows(what);
  const rows: ListRow<Column>[] = [];
  let places: Map<string, number> | null = null;
  /** Lines of a row that is not whole yet. */
  let open: { readonly line: number; readonly text: string } | null = null;
  const lines = withoutMark(text).replaceAll('\r\n', '\n').split('\n');
  const delimiter = delimiterOf(lines.find((line) => line.trim() !== '') ?? '');
  for (const [index, next] of lines.entries()) {
    await pause();
    const row: { line: number; text: string } = open
      ? { line: open.line, text: `${open.text}\n${next}` }
      : { line: index + 1, text: next };
    if (row.text.length > LIST_LIMITS.rowCharacters) return tooLongRow(row.line);
    const cells = cellsOf(row.text, delimiter);
    if (cells === 'InvalidQuotes') return { line: row.line, reason: PROBLEMS_OF_QUOTES[cells] };
    open = cells === 'MissingQuotes' ? row : null;
    if (cells === 'MissingQuotes' || cells.join('').trim() === '') continue;
    const at = places;
    if (at) rows.push({ line: row.line, cell: (column) => (cells[at.get(column) ?? -1] ?? '').trim() });
    places ??= placesIn(cells, columns);
  }
  return open ? { line: open.line, reason: PROBLEMS_OF_QUOTES.MissingQuotes } : rows;
};
