import { FORMULA_LIKE } from '../shared/csv-formula.ts';
import { plainLine, plainText } from '../shared/plain-text.ts';

/** Where a command writes. */
export interface Output {
  /** A text, without what would colour or erase a terminal. */
  print(text: string): void;
  /** A line about what goes on, beside the result. */
  say(text: string): void;
}

/** The terminal of the process. */
export const terminal: Output = {
  print: (text) => void process.stdout.write(`${plainText(text)}\n`),
  say: (text) => void process.stderr.write(`${plainText(text)}\n`),
};

type Row = Readonly<Record<string, unknown>>;

const escapeOf = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON; `indent` 0 for one line. Characters that a terminal obeys are escaped. */
export const jsonOf = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replaceAll(/[[\p{Cc}\p{Bidi_Control}]--\n]/gv, escapeOf);

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row without nesting: `author.name`; lists as JSON. */
export const flatRow = (row: Row, above = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(flatRow(value, `${above}${name}.`)) : [[`${above}${name}`, value]],
    ),
  );

const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const csvCell = (value: unknown): string => {
  const text = cellText(value);
  // A spreadsheet would run what begins like a formula; numbers are none.
  const safe = typeof value === 'string' && FORMULA_LIKE.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV, with a line of names. */
export const csvOf = (rows: readonly Row[]): string => {
  const flat = rows.map((row) => flatRow(row));
  const columns = columnsOf(flat);
  return [columns, ...flat.map((row) => columns.map((name) => row[name]))]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\n');
};

/** Rows as columns for a terminal. */
export const tableOf = (rows: readonly Row[]): string => {
  const columns = columnsOf(rows);
  const cells = [columns, ...rows.map((row) => columns.map((name) => plainLine(cellText(row[name]))))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
