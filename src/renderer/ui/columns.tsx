import type { ReactNode } from 'react';
import {
  formatCount,
  formatRupees,
  formatRupeesChange,
  formatShares,
  plainShares,
  priceOrDash,
} from '../../shared/money.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import { serverText } from '../i18n/translate.ts';
import type { Column } from './data-table.tsx';
import { LongName } from './long-name.tsx';
import { MoneyChange } from './money.tsx';
import type { PrintColumn } from './print-html.ts';
import { SaidByServer } from './said-by-server.tsx';
import { StatusText, type StatusTone } from './status-text.tsx';
import { SymbolText } from './symbol-text.tsx';

/** A kind of value: how people read it, and how a file for a spreadsheet has it. */
interface ValueKind<Value> {
  readonly text: (value: Value) => string;
  /** Where a table shows more than the text. */
  readonly show?: (value: Value) => ReactNode;
  readonly write: (value: Value) => string;
  readonly align?: 'end';
}

type More = Pick<Column<never>, 'kind' | 'fullTitle'> & {
  /** Only where every row is on the page. */
  readonly isSortable?: boolean;
};

/** Columns of a kind of value: a key, a title, and what each row has of it. */
export const columnOf =
  <Value extends number | string | null>({ text, show = text, write, align }: ValueKind<Value>) =>
  <Row,>(
    key: string,
    title: string,
    of: (row: Row) => Value,
    { isSortable = false, ...more }: More = {},
  ): Column<Row> => ({
    ...more,
    key,
    title,
    align,
    render: (row) => show(of(row)),
    print: (row) => text(of(row)),
    csv: (row) => write(of(row)),
    // What is not there is less than anything.
    sortBy: isSortable ? (row) => of(row) ?? -Infinity : undefined,
  });

/** Words, and what they are in a file too. */
export const textColumn = columnOf<string>({ text: (text) => text, write: (text) => text });

/** Column of symbols. That of a contract is long: a file has it whole, a table in two lines. */
export const symbolColumn = columnOf<string>({
  text: (symbol) => symbol,
  show: (symbol) => <SymbolText symbol={symbol} />,
  write: (symbol) => symbol,
});

/** Column of names that people gave, which may be long. */
export const longNameColumn = columnOf<string>({
  text: (name) => name,
  show: (name) => <LongName name={name} />,
  write: (name) => name,
});

/** A column of server sentences, in their own language. They are to be read in full. */
export const saidColumn = columnOf<string>({
  text: serverText,
  show: (text) => <SaidByServer>{text}</SaidByServer>,
  write: (text) => text,
});

const msOf = (at: number | string): number => (typeof at === 'number' ? at : Date.parse(at));

/** A column of instants (ISO text or epoch ms). It shows day and clock time in India; a dash before there is one. */
export const timeColumn = columnOf<number | string | null>({
  text: (at) => (at === null ? '–' : dateTimeText(msOf(at))),
  write: csvTime,
});

/** The same where its day says enough; a file has the clock time too. */
export const dayColumn = columnOf<number | string>({ text: (at) => dayText(msOf(at)), write: csvTime });

/** A whole number; a dash where it is not known. */
export const countColumn = columnOf<number | null>({
  text: (count) => (count === null ? '–' : formatCount(count)),
  write: (count) => (count === null ? '' : String(count)),
  align: 'end',
});

/** A number of shares, perhaps a part of one. */
export const sharesColumn = columnOf<number>({
  text: formatShares,
  write: plainShares,
  align: 'end',
});

/** An amount of money in paise. */
export const rupeesColumn = columnOf<number>({ text: formatRupees, write: csvRupees, align: 'end' });

/** Column of a profit or loss, in paise. */
export const changeColumn = columnOf<number>({
  text: formatRupeesChange,
  show: (paise) => <MoneyChange paise={paise} />,
  write: csvRupees,
  align: 'end',
});

/** A price in paise; a dash where there is none. */
export const priceColumn = columnOf<number | null>({ text: priceOrDash, write: csvRupees, align: 'end' });

/** One of a few things: people read its name, a file has the thing itself. */
export const codeColumn = <Row, Code extends string>(
  key: string,
  title: string,
  of: (row: Row) => Code,
  nameOf: (code: Code) => string,
  more: Pick<Column<Row>, 'kind' | 'fullTitle'> = {},
): Column<Row> => ({
  ...more,
  key,
  title,
  render: (row) => nameOf(of(row)),
  print: (row) => nameOf(of(row)),
  csv: of,
});

/** Column of a status, in words and a colour; a file has the words, or what `csv` makes of it. */
export const statusColumn = <Row,>(
  key: string,
  title: string,
  textOf: (row: Row) => string,
  toneOf: (row: Row) => StatusTone,
  more: Pick<Column<Row>, 'fullTitle' | 'csv'> = {},
): Column<Row> => ({
  key,
  title,
  render: (row) => <StatusText tone={toneOf(row)}>{textOf(row)}</StatusText>,
  print: textOf,
  csv: textOf,
  ...more,
});

const columnAt = <Row,>(columns: readonly Column<Row>[], key: string): Column<Row> => {
  const column = columns.find((one) => one.key === key);
  if (!column) throw new Error(`There is no column ${key}.`);
  return column;
};

/** The columns with these keys, in this order: what a table shows of all that a file has. */
export const inOrder = <Row,>(columns: readonly Column<Row>[], keys: readonly string[]): Column<Row>[] =>
  keys.map((key) => columnAt(columns, key));

/** The columns with these keys for paper, in this order. `said` is what the closing row and the title have for each. */
export const onPaper = <Row,>(
  columns: readonly Column<Row>[],
  said: Readonly<Record<string, Partial<Pick<PrintColumn<Row>, 'title' | 'total'>>>>,
): PrintColumn<Row>[] =>
  Object.entries(said).map(([key, more]) => {
    const { title, fullTitle = title, align, print } = columnAt(columns, key);
    if (!print) throw new Error(`Paper has nothing of the column ${key}.`);
    return { title: fullTitle, text: print, isAmount: align === 'end', ...more };
  });
