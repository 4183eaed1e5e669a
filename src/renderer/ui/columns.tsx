import type { ReactNode } from 'react';
import { formatCount, formatRupees, priceOrDash } from '../../shared/money.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import type { Column } from './data-table.tsx';
import { MoneyChange } from './money.tsx';

/** A kind of value: how people see it, and how a file for a spreadsheet has it. */
interface ValueKind<Value> {
  readonly show: (value: Value) => ReactNode;
  readonly write: (value: Value) => string;
  readonly align?: 'end';
}

interface More {
  readonly kind?: 'quiet' | 'wrap';
  /** Only where every row is on the page. */
  readonly isSortable?: boolean;
}

/** Columns of a kind of value: a key, a title, and what each row has of it. */
const columnOf =
  <Value extends number | string | null>({ show, write, align }: ValueKind<Value>) =>
  <Row,>(
    key: string,
    title: string,
    of: (row: Row) => Value,
    { kind, isSortable = false }: More = {},
  ): Column<Row> => ({
    key,
    title,
    kind,
    align,
    render: (row) => show(of(row)),
    csv: (row) => write(of(row)),
    // What is not there is less than anything.
    sortBy: isSortable ? (row) => of(row) ?? -Infinity : undefined,
  });

/** Words, and what they are in a file too. */
export const textColumn = columnOf<string>({ show: (text) => text, write: (text) => text });

const msOf = (at: number | string): number => (typeof at === 'number' ? at : Date.parse(at));

/** An instant, ISO text or epoch ms, as day and clock time in India. */
export const timeColumn = columnOf<number | string>({
  show: (at) => dateTimeText(msOf(at)),
  write: csvTime,
});

/** The same where its day says enough; a file has the clock time too. */
export const dayColumn = columnOf<number | string>({ show: (at) => dayText(msOf(at)), write: csvTime });

/** A whole number. */
export const countColumn = columnOf<number>({ show: formatCount, write: String, align: 'end' });

/** An amount of money in paise. */
export const rupeesColumn = columnOf<number>({ show: formatRupees, write: csvRupees, align: 'end' });

/** What was made or lost, in paise. */
export const changeColumn = columnOf<number>({
  show: (paise) => <MoneyChange paise={paise} />,
  write: csvRupees,
  align: 'end',
});

/** A price in paise; a dash where there is none. */
export const priceColumn = columnOf<number | null>({ show: priceOrDash, write: csvRupees, align: 'end' });
