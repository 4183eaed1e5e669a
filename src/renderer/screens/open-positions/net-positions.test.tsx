// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Position } from '../../../shared/contract/positions.ts';
import { markNetToMarket, markToMarket } from '../../../shared/mark-to-market.ts';
import { noQuotes } from '../../../shared/quotes.ts';
import { markShown, nettedRows } from '../../features/trades/net-positions.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, position } from '../../test-harness/samples.ts';

afterEach(() => {
  closeWindow();
  vi.unstubAllGlobals();
});

const byHand = (positionId: number, change: Partial<Position> = {}) =>
  position(positionId, { isManual: true, strategyName: 'Manual', symbol: 'SBIN', ...change });

const OLD = byHand(1, { quantity: 100, averagePrice: 80_005, pnl: 10_001, pnlPercent: 0.125 });
const YOUNG = byHand(2, { quantity: 50, averagePrice: 81_010, pnl: -3_333, pnlPercent: -0.0822 });

test('one row stands for all by hand of a symbol, product and account, and adds them up to the paisa', () => {
  const others = [
    byHand(3, { product: 'delivery' }),
    byHand(4, { mode: 'live', strategyId: 12 }),
    byHand(5, { symbol: 'ITC' }),
    position(6, { symbol: 'SBIN' }),
  ];
  // The newest first, as they come.
  const rows = nettedRows([...others.toReversed(), YOUNG, OLD], new Set());
  const nets = rows.filter(({ parts }) => parts);
  expect(nets).toHaveLength(1);
  expect(rows).toHaveLength(5);
  const [net] = nets;
  expect(net).toMatchObject({ quantity: 150, averagePrice: 80_340, pnl: 6_668 });
  expect(net!.parts!.map(({ positionId }) => positionId)).toEqual([1, 2]);
});

test('its result at any price is the sum of those of its parts', () => {
  const [net] = nettedRows([YOUNG, OLD], new Set());
  for (const ltp of [79_995, 80_340, 143_110, 200_005]) {
    const quote = { symbol: 'SBIN', source: 'simulated' as const, ltp, previousClose: null };
    const quotes = {
      ...noQuotes(),
      quotes: new Map([['simulated SBIN', { ...quote, at: '2026-11-20T15:00:00+05:30' }]]),
    };
    const shown = markShown(net!, quotes);
    expect(shown).toMatchObject({
      ltp,
      pnl: markToMarket(OLD, quotes).pnl + markToMarket(YOUNG, quotes).pnl,
    });
    expect(shown).toEqual(markNetToMarket([OLD, YOUNG], quotes));
  }
});

test('a net position says the worst protection of its parts', () => {
  const protectedBy = (state: 'resting' | 'none') => ({ state, why: '', since: null });
  const live = { mode: 'live' as const };
  const [net] = nettedRows(
    [
      byHand(2, { ...live, protection: protectedBy('resting') }),
      byHand(1, { ...live, protection: protectedBy('none') }),
    ],
    new Set(),
  );
  expect(net!.protection?.state).toBe('none');
});

const openHeld = (rows: readonly Position[], answers: Parameters<typeof openWindow>[1] = {}) =>
  openWindow('/open-positions?type=by-hand', {
    'positions.open': () => ({
      list: [...rows],
      counts: { all: 2, live: 0, test: 2, baskets: 0, elsewhere: 0, byHand: 2 },
      net: { live: 0, test: 0 },
      source: 'simulated' as const,
      pageNumber: 1,
      pageSize: 100,
      total: rows.length,
    }),
    ...answers,
  });

test('a net row of more parts than a table usually has unfolds, and folds again', async () => {
  const clips = Array.from({ length: 60 }, (_, index) => byHand(60 - index, { quantity: 1 }));
  await openHeld(clips);
  const net = await screen.findByRole('button', { name: /^SBIN/ });
  fireEvent.click(net);
  expect(await screen.findAllByRole('button', { name: 'Exit SBIN' })).toHaveLength(60);
  expect(screen.getByRole('button', { name: 'Exit all of SBIN' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^SBIN.*60 positions/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Exit SBIN' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Exit all of SBIN' })).toBeTruthy();
});

test('a net row unfolds into its parts, the oldest first, and folds again', async () => {
  const { fake } = await openHeld([YOUNG, OLD]);
  const table = within(await screen.findByRole('table', { name: 'Open positions' }));
  const name = await table.findByRole('button', { name: /^SBIN/ });
  expect(fake.inputsOf('positions.open')[0]).toMatchObject({ place: 'by-hand', pageSize: 100 });
  expect(table.getAllByRole('row')).toHaveLength(2);
  expect(name.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(name);
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(4));
  expect(name.getAttribute('aria-expanded')).toBe('true');
  const [, ...rows] = table.getAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  for (const [index, units] of ['150', '100', '50'].entries()) expect(cells[index]).toContain(units);
  fireEvent.click(name);
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2));
});

test('its exit closes part of it, with the ids of all parts', async () => {
  const { fake } = await openHeld([YOUNG, OLD], {
    'manual.closeNet': () => ({ orders: [order(1)] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Exit all of SBIN' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('They are 2 positions; the oldest is closed first.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Quantity'), { target: { value: '60' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Exit' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.closeNet')).toEqual([{ positionIds: [1, 2], quantity: 60 }]),
  );
});

test('with real money its exit closes part of it too, and says that each has an order of its own', async () => {
  const live = { mode: 'live' as const };
  const { fake } = await openHeld([byHand(2, live), byHand(1, live)], {
    'manual.closeNet': () => ({ orders: [order(1), order(2)] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Exit all of SBIN' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(
      'They are 2 positions; the oldest is closed first. Each is closed by an order of its own.',
    ),
  ).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Quantity'), { target: { value: '12' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Exit' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.closeNet')).toEqual([{ positionIds: [1, 2], quantity: 12 }]),
  );
});

const cellTexts = async (): Promise<string[]> => {
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map(({ textContent }) => textContent);
};

test.each([
  ['wide, beside the account', 1_500, 'SBINManual · '],
  ['narrow, under the symbol', 600, 'SBIN '],
])('two products of one symbol are told apart where it is %s', async (_where, width, before) => {
  vi.stubGlobal('innerWidth', width);
  await openHeld([byHand(2, { product: 'delivery' }), byHand(1)]);
  await screen.findAllByRole('button', { name: /^SBIN/ });
  const [, first, second] = await cellTexts();
  expect(first).toContain(`${before}Overnight`);
  expect(second).toContain(`${before}Intraday`);
  expect(`${first}${second}`.match(/Overnight|Intraday/g)).toHaveLength(2);
});

test('under its account each says its product too, and a position of a strategy says none', async () => {
  const group = { strategyId: 11, mode: 'test', source: 'simulated', realised: 0, closedLegs: null } as const;
  await openWindow('/open-positions?type=strategies', {
    'positions.portfolio': () => ({
      portfolio: [
        { ...group, name: 'Manual', openPnl: 0, positions: [byHand(2, { product: 'delivery' }), byHand(1)] },
        { ...group, strategyId: 12, name: 'Other', openPnl: 0, positions: [position(3, { strategyId: 12 })] },
      ],
    }),
  });
  const table = within(await screen.findByRole('table', { name: 'Positions by strategy' }));
  expect(table.getAllByText('Overnight')).toHaveLength(1);
  expect(table.getAllByText('Intraday')).toHaveLength(1);
});
