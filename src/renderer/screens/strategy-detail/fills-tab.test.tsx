// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  FILL_PURPOSES,
  type FillComparison,
  type FillFigures,
} from '../../../shared/contract/fill-comparison.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { delayText, fillsCsv, shareOf } from './fill-rows.ts';

afterEach(closeWindow);

const NONE: FillFigures = {
  orders: 0,
  filledWhole: 0,
  filledPart: 0,
  notFilled: 0,
  turnover: 0,
  measured: 0,
  slippagePaise: null,
  slippageBp: null,
  slippageCost: 0,
  slippageBpOfTurnover: null,
  delayMs: null,
  chargesPerLakh: null,
};

const figures = (orders: number, bp: number): FillFigures => ({
  orders,
  filledWhole: orders - 2,
  filledPart: 1,
  notFilled: 1,
  turnover: 42_000_000,
  measured: orders - 1,
  slippagePaise: { mean: 4.2, median: -1, worst: 25 },
  slippageBp: { mean: bp, median: bp, worst: 3 * bp },
  slippageCost: 13_000,
  slippageBpOfTurnover: bp,
  delayMs: { mean: 1_250, median: 400, worst: 125_000 },
  chargesPerLakh: 2_360,
});

const comparison = (more: Partial<FillComparison> = {}): FillComparison => ({
  summary: 'Live entries cost 3.1 bp more than on paper; over ₹4.20 L traded that is ₹130.20.',
  notes: ['The paper fills are of the simulated market, whose prices are made up.'],
  testSource: 'simulated',
  purposes: FILL_PURPOSES.map((purpose) =>
    purpose === 'entry'
      ? { purpose, test: figures(40, 1.5), live: figures(25, 4.6) }
      : { purpose, test: NONE, live: NONE },
  ),
  liveFills: [
    {
      orderId: 7,
      purpose: 'entry',
      symbol: 'ITC',
      side: 'buy',
      quantity: 10,
      filledAt: '2026-11-20T10:00:03+05:30',
      decisionPrice: 40_000,
      price: 40_026,
      testPrice: 40_020,
      slippageCost: 260,
    },
  ],
  ...more,
});

const open = (answer: () => FillComparison) =>
  openWindow('/strategies/11?tab=fills', { 'strategies.fills': answer });

test('test and live stand side by side, under one sentence that says what it comes to', async () => {
  const { fake } = await open(() => comparison());
  expect(await screen.findByText(/Live entries cost 3\.1 bp more than on paper/)).toBeTruthy();
  const linesOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(linesOf('Slippage by purpose and mode')).toEqual([
    'EntriesPAPER391.5 · 1.5 · 4.54.2 · −1.0 · 25.0₹4,20,000.00₹130.00',
    'EntriesLIVE244.6 · 4.6 · 13.84.2 · −1.0 · 25.0₹4,20,000.00₹130.00',
  ]);
  expect(linesOf('Filling by purpose and mode')).toEqual([
    'EntriesPAPER4095%3%3%1.3 s · 0.4 s · 2 min 5 s₹23.60',
    'EntriesLIVE2592%4%4%1.3 s · 0.4 s · 2 min 5 s₹23.60',
  ]);
  const live = within(screen.getByRole('table', { name: 'Latest live fills' }));
  expect(live.getAllByRole('row')[1]?.textContent).toBe(
    '20-11-2026, 10:00:03EntriesITCBuy10400.00400.26400.20₹2.60',
  );
  expect(screen.getByText(/prices are made up/)).toBeTruthy();
  expect(fake.inputsOf('strategies.fills')).toEqual([{ strategyId: 11 }]);
});

test('what has no order is left out, and without any live fill only the figures stand there', async () => {
  await open(() => comparison({ liveFills: [] }));
  expect(await screen.findByRole('table', { name: 'Slippage by purpose and mode' })).toBeTruthy();
  expect(screen.queryByText('Targets')).toBeNull();
  expect(screen.queryByRole('table', { name: 'Latest live fills' })).toBeNull();
});

test('nothing ended yet says so', async () => {
  await open(() =>
    comparison({
      purposes: FILL_PURPOSES.map((purpose) => ({ purpose, test: NONE, live: NONE })),
      liveFills: [],
    }),
  );
  expect(await screen.findByText(/No order of this strategy has ended yet/)).toBeTruthy();
});

test('a failure can be tried again', async () => {
  let turns = 0;
  await openWindow('/strategies/11?tab=fills', {
    'strategies.fills': () => (++turns === 1 ? refuse('unavailable', 'Not now.') : comparison()),
  });
  const panel = within(await screen.findByRole('alert'));
  fireEvent.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Live entries cost/)).toBeTruthy();
});

test('as a table for a spreadsheet it has every figure as a number', async () => {
  const table = await fillsCsv(comparison(), 'RSI & friends')();
  if (!table.ok) throw new Error('no table');
  const { name, columns, rows } = table.value;
  expect(name).toBe('fills-rsi-friends');
  expect(rows).toHaveLength(2);
  expect(rows.every((row) => row.length === columns.length)).toBe(true);
  expect(rows[1]?.slice(0, 8)).toEqual(['Entries', 'live', '25', '23', '1', '1', '420000.00', '24']);
  expect(rows[1]?.slice(8)).toEqual([
    '4.20',
    '-1.00',
    '25.00',
    '4.60',
    '4.60',
    '13.80',
    '130.00',
    '1.3',
    '0.4',
    '125.0',
    '23.60',
  ]);
});

test('times and shares are said in short words', () => {
  expect([0, 400, 9_949, 61_000, 3_600_000].map(delayText)).toEqual([
    '0.0 s',
    '0.4 s',
    '9.9 s',
    '1 min 1 s',
    '60 min 0 s',
  ]);
  expect(shareOf(0, NONE)).toBe('–');
  expect(shareOf(3, figures(4, 1))).toBe('75%');
});
