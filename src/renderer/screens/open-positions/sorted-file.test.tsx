// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exportCurrentList } from '../../state/csv-export.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { position } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const PAGE = 12;
const SYMBOLS = Array.from({ length: PAGE + 3 }, (_, at) => `SHARE${String.fromCharCode(65 + at)}`);
const open = (count: number) =>
  SYMBOLS.slice(0, count).map((symbol, at) => position(at + 1, { symbol, pnl: at % 2 === 0 ? at : -at }));

/** Symbols of the table and of its file. The largest P&L is asked for first. */
const ordersOf = async (count: number) => {
  const { fake } = await openWindow('/open-positions?sort=pnl', {
    'positions.open': ({ page = 1, pageSize = PAGE }) => ({
      list: open(count).slice((page - 1) * pageSize, page * pageSize),
      counts: { all: count, live: 0, test: count, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: count,
      pageNumber: page,
      pageSize,
    }),
    'desktop.file.save': () => ({ path: '/home/asha/positions.csv' }),
  });
  const table = within(await screen.findByRole('table', { name: 'Open positions' }));
  const [, ...rows] = table.getAllByRole('row');
  await exportCurrentList();
  const [saved] = fake.inputsOf('desktop.file.save') as { text: string }[];
  const [, ...lines] = saved?.text.trim().split('\r\n') ?? [];
  return {
    table: rows.map((row) => SYMBOLS.find((symbol) => row.textContent?.startsWith(symbol))),
    file: lines.map((line) => line.split(',')[0]),
  };
};

test('a list on one page is sorted, and its file in the same order', async () => {
  const { table, file } = await ordersOf(4);
  expect(table).toEqual(['SHAREC', 'SHAREA', 'SHAREB', 'SHARED']);
  expect(file).toEqual(table);
});

test('a page of several is not sorted, nor is the file of all of them', async () => {
  const { table, file } = await ordersOf(SYMBOLS.length);
  expect(table).toEqual(SYMBOLS.slice(0, PAGE));
  expect(file).toEqual(SYMBOLS);
});
