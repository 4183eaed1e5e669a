// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { profitSide } from '../../test-harness/advice-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { trade } from '../../test-harness/samples.ts';
import { daysOf } from './period.ts';
import { weeksOf } from '../../features/trades/profit-calendar.tsx';
import { profitDocument } from './profit-document.ts';

afterEach(closeWindow);

test('gross less charges is net, and the charges open to what they are made of', async () => {
  await openWindow('/my-profit');
  const tiles = await screen.findByRole('region', { name: 'Main figures' });
  expect(within(tiles).getByText('+₹750.00')).toBeTruthy();
  expect(within(tiles).getByText('after ₹250.00 of charges')).toBeTruthy();
  // ₹750 on ₹1,50,000 of two strategies; both days were good.
  expect(within(tiles).getByText('+0.50%')).toBeTruthy();
  expect(within(tiles).getByText('100.00%')).toBeTruthy();
  expect(screen.queryByText('Brokerage')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Charges breakup' }));
  expect(screen.getByText('Brokerage')).toBeTruthy();
  expect(screen.getByText('₹160.00')).toBeTruthy();
});

test('a figure in a tile is as large as the tile lets it be, so that lakhs fit into a narrow one', async () => {
  await openWindow('/my-profit');
  const tiles = await screen.findByRole('region', { name: 'Main figures' });
  for (const figure of ['+₹750.00', '+0.50%']) {
    const { fontSize } = getComputedStyle(within(tiles).getByText(figure));
    expect([figure, fontSize]).not.toEqual([figure, '24px']);
  }
});

test('every percentage says how it is worked out', async () => {
  await openWindow('/my-profit');
  await screen.findByRole('table', { name: 'P&L by strategy' });
  const main = document.body.textContent.match(/\d+\.\d{2}%/g) ?? [];
  const explained = screen.getAllByRole('button', { name: /how is this worked out\?$/ });
  // Two of the figures belong to the index ticker in the frame.
  expect(main.length - 2).toBe(explained.length);
  fireEvent.click(screen.getByRole('button', { name: 'Return on capital: how is this worked out?' }));
  expect(await screen.findByText(/₹750.00 ÷ ₹1,50,000.00/)).toBeTruthy();
});

test('the period ends with the market’s day, and whose strategies count is asked of the server', async () => {
  const app = await openWindow('/my-profit');
  await screen.findByRole('table', { name: 'P&L by strategy' });
  expect(app.fake.inputsOf('strategies.profit')[0]).toEqual({
    from_date: '2026-10-22',
    to_date: '2026-11-20',
    roboPro: undefined,
    brokerId: 0,
  });
  fireEvent.change(screen.getByRole('combobox', { name: 'Whose strategies' }), {
    target: { value: 'plans' },
  });
  await waitFor(() => expect(app.fake.inputsOf('strategies.profit').at(-1)).toMatchObject({ roboPro: 1 }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Whose strategies' }), { target: { value: 'own' } });
  await waitFor(() => expect(app.fake.inputsOf('strategies.profit').at(-1)).toMatchObject({ roboPro: 0 }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: 'all' } });
  await waitFor(() =>
    expect(app.fake.inputsOf('strategies.profit').at(-1)).toEqual({ roboPro: 0, brokerId: 0 }),
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Broker' }), { target: { value: 'angelOne' } });
  await waitFor(() => expect(app.fake.inputsOf('strategies.profit').at(-1)).toMatchObject({ brokerId: 2 }));
});

test('live and test are never together, and live with nothing says so', async () => {
  await openWindow('/my-profit');
  await screen.findByRole('table', { name: 'P&L by strategy' });
  fireEvent.click(screen.getByRole('tab', { name: 'Live' }));
  expect(await screen.findByText('No live trade has closed in these days.')).toBeTruthy();
});

test('days stand in the week they belong to', async () => {
  await openWindow('/my-profit');
  const calendar = await screen.findByRole('table', { name: 'Net P&L by day' });
  const [, week] = within(calendar).getAllByRole('row');
  expect([...(week?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    '16-11-2026',
    '+₹500',
    '',
    '',
    '',
    '+₹250',
  ]);
});

test('the file for a spreadsheet has the trades behind the figures, and no others', async () => {
  const app = await openWindow('/my-profit', {
    'positions.trades': () => ({
      test_tradehistory: [trade(1, { strategyId: 11 }), trade(2, { strategyId: 99 })],
      tradetotalProfit: 0,
      source: 'simulated',
      search: '',
      pageNumber: 1,
      pageSize: 100,
      total: 2,
    }),
    'desktop.file.save': () => ({ path: '/home/asha/profit-paper.csv' }),
  });
  await screen.findByRole('table', { name: 'P&L by strategy' });
  fireEvent.click(screen.getByRole('button', { name: /^Export as CSV/ }));
  expect((await screen.findAllByText('Saved as /home/asha/profit-paper.csv')).length).toBeGreaterThan(0);
  const [saved] = app.fake.inputsOf('desktop.file.save') as { name: string; text: string }[];
  expect(saved?.name).toBe('profit-paper.csv');
  expect(saved?.text.trim().split('\r\n')).toHaveLength(2);
  expect(app.fake.inputsOf('positions.trades').at(-1)).toMatchObject({
    isTest: 1,
    from_date: '2026-10-22',
    to_date: '2026-11-20',
  });
});

test('a trade that slides onto the next page while another one ends is in the file once', async () => {
  const ended = (id: number) => trade(id, { symbol: `SHARE${id}` });
  let trades = Array.from({ length: 150 }, (_, index) => ended(150 - index));
  const app = await openWindow('/my-profit', {
    'positions.trades': (input) => {
      const { pageNumber = 1, pageSize = 100 } = input as { pageNumber?: number; pageSize?: number };
      const shown = trades.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
      const total = trades.length;
      // Newest first: while a page is read, one more ends.
      trades = [ended(total + 1), ...trades];
      return {
        ...{ test_tradehistory: shown, tradetotalProfit: 0, source: 'simulated', search: '' },
        ...{ pageNumber, pageSize, total },
      };
    },
    'desktop.file.save': () => ({ path: '/home/asha/profit-paper.csv' }),
  });
  await screen.findByRole('table', { name: 'P&L by strategy' });
  fireEvent.click(screen.getByRole('button', { name: /^Export as CSV/ }));
  await screen.findAllByText('Saved as /home/asha/profit-paper.csv');
  const [saved] = app.fake.inputsOf('desktop.file.save') as { text: string }[];
  const [, ...lines] = saved?.text.trim().split('\r\n') ?? [];
  expect(lines.length - new Set(lines).size).toBe(0);
});

test('the paper has every charge, every strategy and every day, and says that a test made nothing', () => {
  const { name, html } = profitDocument(
    profitSide(),
    'test',
    { from: '2026-11-01', to: '2026-11-20' },
    'Asha Rao',
  );
  expect(name).toBe('profit-paper-2026-11-01-2026-11-20');
  for (const text of ['−₹160.00', 'Opening range 12', '16-11-2026', 'no real money was made or lost'])
    expect(html).toContain(text);
});

describe('periods', () => {
  const now = Date.parse('2026-11-20T14:00:00+05:30');
  const own = { from: '2026-01-01', to: '' };
  it.each([
    ['week', { from: '2026-11-14', to: '2026-11-20' }],
    ['thirty', { from: '2026-10-22', to: '2026-11-20' }],
    ['month', { from: '2026-11-01', to: '2026-11-20' }],
    ['year', { from: '2026-04-01', to: '2026-11-20' }],
    ['all', { from: '', to: '' }],
    ['days', own],
  ] as const)('%s', (period, days) => expect(daysOf(period, now, own)).toEqual(days));

  it('a financial year begins in April', () =>
    expect(daysOf('year', Date.parse('2027-02-10T12:00:00+05:30'), own).from).toBe('2026-04-01'));
});

test('weeks begin on Monday, newest first, and keep a Sunday session', () => {
  const weeks = weeksOf([
    { day: '2026-11-08', net: 5 },
    { day: '2026-11-09', net: 7 },
  ]);
  expect(weeks).toEqual([
    { monday: '2026-11-09', nets: [7, null, null, null, null, null, null] },
    { monday: '2026-11-02', nets: [null, null, null, null, null, null, 5] },
  ]);
});

test('what baskets have closed stands apart, so that the trades can be added up', async () => {
  await openWindow('/my-profit', {
    'strategies.profit': () => ({
      test: profitSide({ basketsNet: -1_250_00 }),
      live: profitSide({ source: 'broker', byStrategy: [], byDay: [] }),
    }),
  });
  expect((await screen.findAllByText(/baskets apart: −₹1,250\.00/))[0]).toBeTruthy();
});
