import { expect, test } from 'vitest';
import {
  changeColumn,
  codeColumn,
  countColumn,
  dayColumn,
  inOrder,
  onPaper,
  priceColumn,
  rupeesColumn,
  textColumn,
  timeColumn,
} from './columns.tsx';
import { sortedRows } from './sorting.ts';

interface Row {
  at: string;
  paise: number | null;
  count: number;
}
const row = (paise: number | null, count = 1_234_567): Row => ({
  at: '2026-11-20T09:15:00+05:30',
  paise,
  count,
});

test.each([
  ['text', textColumn<Row>('a', 'A', ({ at }) => at), row(0).at, row(0).at],
  ['time', timeColumn<Row>('a', 'A', ({ at }) => at), '20-11-2026, 09:15:00', '2026-11-20 09:15:00'],
  ['day', dayColumn<Row>('a', 'A', ({ at }) => Date.parse(at)), '20-11-2026', '2026-11-20 09:15:00'],
  ['count', countColumn<Row>('a', 'A', ({ count }) => count), '12,34,567', '1234567'],
  ['amount', rupeesColumn<Row>('a', 'A', ({ paise }) => paise ?? 0), '−₹1,480.50', '-1480.50'],
  ['price', priceColumn<Row>('a', 'A', ({ paise }) => paise), '−1,480.50', '-1480.50'],
])('a %s is shown for people and written for spreadsheets', (_kind, column, shown, written) => {
  expect([column.render(row(-148_050)), column.csv?.(row(-148_050))]).toEqual([shown, written]);
});

test('a price that is not known is a dash, and an empty cell', () => {
  const price = priceColumn<Row>('price', 'Price', ({ paise }) => paise);
  expect([price.render(row(null)), price.csv?.(row(null))]).toEqual(['–', '']);
});

test('a column sorts only where it says so, and what is not there is the least', () => {
  const rows = [row(5), row(null), row(-3)];
  const sorted = (isSortable: boolean) =>
    sortedRows(rows, [priceColumn<Row>('price', 'Price', ({ paise }) => paise, { isSortable })], {
      key: 'price',
      isDescending: false,
    }).map(({ paise }) => paise);
  expect(sorted(true)).toEqual([null, -3, 5]);
  expect(sorted(false)).toEqual([5, null, -3]);
});

const all = [
  timeColumn<Row>('at', 'Time', ({ at }) => at, { fullTitle: 'Exit time' }),
  countColumn<Row>('count', 'Qty', ({ count }) => count),
  changeColumn<Row>('paise', 'P&L', ({ paise }) => paise ?? 0, { fullTitle: 'Net' }),
];

test('a table shows the columns it names, in its order', () => {
  expect(inOrder(all, ['paise', 'at']).map(({ title }) => title)).toEqual(['P&L', 'Time']);
  expect(() => inOrder(all, ['price'])).toThrow('There is no column price.');
});

test('paper has the full titles and the words of the columns it names, and what it says of them', () => {
  const columns = onPaper(all, { at: { total: 'All' }, count: { title: 'Shares' }, paise: {} });
  expect(
    columns.map(({ title, text, total, isAmount }) => [title, text(row(148_050)), total, isAmount]),
  ).toEqual([
    ['Exit time', '20-11-2026, 09:15:00', 'All', false],
    ['Shares', '12,34,567', undefined, true],
    ['Net', '+₹1,480.50', undefined, true],
  ]);
});

test('paper has nothing of a column without words', () => {
  const bare = { key: 'bare', title: 'Bare', render: () => null };
  expect(() => onPaper([bare], { bare: {} })).toThrow('Paper has nothing of the column bare.');
});

test('one of a few things is read by its name and written as itself', () => {
  const column = codeColumn<{ side: 'buy' }, 'buy'>(
    'side',
    'Side',
    ({ side }) => side,
    () => 'Buy',
  );
  expect([column.render({ side: 'buy' }), column.csv?.({ side: 'buy' })]).toEqual(['Buy', 'buy']);
});
