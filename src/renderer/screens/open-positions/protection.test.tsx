// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Position } from '../../../shared/contract/positions.ts';
import { protectionTone } from '../../i18n/protection-labels.ts';
import { exportCurrentList } from '../../state/csv-export.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { position, strategy } from '../../test-harness/samples.ts';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  closeWindow();
});

const SINCE = '2026-11-20T10:05:00+05:30';
const WHY = 'Not multiple of the tick size';
const live = (positionId: number, change: Partial<Position>): Position =>
  position(positionId, { mode: 'live', source: 'broker', tradingSymbol: 'RELIANCE-EQ', ...change });
const watched = live(1, { protection: { state: 'watched', why: WHY, since: SINCE } });

const showing = (...list: Position[]): Scripts => ({
  'positions.open': () => ({
    list,
    counts: { all: list.length, live: list.length, test: 0, baskets: 0, elsewhere: 0, byHand: 0 },
    net: { live: 0, test: 0 },
    source: 'simulated',
    total: list.length,
    pageNumber: 1,
    pageSize: 12,
  }),
});
const table = async () => within(await screen.findByRole('table', { name: 'Open positions' }));

test.each([
  ['resting', '', 'good'],
  ['resting', 'The account holds 6 of them: see Reconciliation.', 'warning'],
  ['leaving', '', 'neutral'],
  ['leaving', 'The last exit was not taken. No exits today.', 'warning'],
] as const)('%s with the reason "%s" is shown as %s', (state, why, tone) => {
  expect(protectionTone({ state, why, since: null }, 1_396_00)).toBe(tone);
});

test('every live position says what limits its loss, with why on pointing at it', async () => {
  await openWindow(
    '/open-positions',
    showing(
      watched,
      live(2, { symbol: 'INFY', protection: { state: 'resting', why: '', since: SINCE } }),
      live(3, { symbol: 'TCS', protection: { state: 'leaving', why: '', since: null } }),
      live(4, { symbol: 'SBIN', protection: { state: 'none', why: 'There is no session.', since: null } }),
    ),
  );
  const rows = await table();
  for (const words of ['Watched', 'Stop resting', 'Leaving', 'No stop'])
    expect(rows.getByText(words)).toBeTruthy();
  expect(rows.getByText('Watched').closest('[title]')?.getAttribute('title')).toMatch(
    /^Watched since .*10:05: Not multiple of the tick size$/,
  );
});

test('positions on paper have no column for it', async () => {
  await openWindow('/open-positions', showing(position(1)));
  expect((await table()).queryByRole('columnheader', { name: 'Protection' })).toBeNull();
});

test('the drawer says since when and why, and follows when it changes', async () => {
  const { fake } = await openWindow('/open-positions?position=1', showing(watched));
  const drawer = within(await screen.findByRole('dialog'));
  const reported = () => drawer.getByText('Protection').nextElementSibling?.textContent;
  expect(reported()).toMatch(/^Watched since .*10:05: Not multiple of the tick size$/);
  const resting = live(1, { protection: { state: 'resting', why: '', since: SINCE } });
  act(() => fake.emit({ type: 'stream.event', event: { type: 'position', position: resting } }));
  await waitFor(() => expect(reported()).toMatch(/^Stop resting since .*10:05$/));
});

test('a future is shown with the contract that is held', async () => {
  await openWindow(
    '/open-positions',
    showing(live(1, { symbol: 'NIFTY', tradingSymbol: 'NIFTY24NOV26FUT' })),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'NIFTY 24NOV26FUT' }));
  expect(await screen.findByText('NIFTY24NOV26FUT')).toBeTruthy();
});

test('a file has the protection, its reason and the contract', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...showing(watched),
    'desktop.file.save': () => ({ path: '/home/asha/positions.csv' }),
  });
  await table();
  await exportCurrentList();
  const [saved] = fake.inputsOf('desktop.file.save') as { text: string }[];
  const [head, row] = saved?.text.split('\r\n') ?? [];
  expect(head).toMatch(/Mode,Protection,.*,Reason of the protection,Contract$/);
  expect(row).toMatch(/live,Watched,.*,Not multiple of the tick size,RELIANCE-EQ$/);
});

/** Opens the positions of a strategy that trades live. */
const openStrategy = async (more: Scripts) => {
  const details = scriptedBackend()['strategies.details'];
  const opened = await openWindow('/strategies/11?tab=positions', {
    'strategies.details': async (input) => {
      const answer = await details?.(input);
      if (!answer || 'ok' in answer) throw new Error('There are no details');
      return { ...answer, strategy: strategy(11, { mode: 'live' }) };
    },
    ...more,
  });
  const rows = within(await screen.findByRole('table', { name: 'Positions of the strategy' }));
  return { ...opened, rows };
};

test('the positions of a live strategy say it, too', async () => {
  const { rows } = await openStrategy(showing(watched));
  expect(rows.getByText('Watched').closest('[title]')?.getAttribute('title')).toContain(WHY);
});

test('a position can be left, and its stop moved, from its strategy, as under Open positions', async () => {
  const { fake, rows } = await openStrategy({
    ...showing(watched, live(2, { symbol: 'INFY', status: 'closed', quantity: 0, protection: null })),
    'positions.exit': ({ positionId }) => ({
      orderId: 5,
      positionId,
      symbol: 'RELIANCE',
      quantity: 40,
      state: 'submitted',
    }),
  });
  expect(rows.queryByRole('button', { name: 'Exit INFY' })).toBeNull();
  fireEvent.click(rows.getByRole('button', { name: 'Modify SL/TGT of RELIANCE' }));
  const levels = await screen.findByRole('dialog', { name: 'Stop-loss of Opening range 11' });
  fireEvent.click(within(levels).getByRole('button', { name: 'Cancel' }));
  const asked = fake.inputsOf('positions.open').length;
  fireEvent.click(rows.getByRole('button', { name: 'Exit RELIANCE' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Exit RELIANCE?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Exit' }));
  await waitFor(() => expect(fake.inputsOf('positions.exit')).toEqual([{ positionId: 1 }]));
  await waitFor(() => expect(fake.inputsOf('positions.open')).toHaveLength(asked + 1));
});

test('a strategy that holds nothing now has no column for what can be done', async () => {
  const { rows } = await openStrategy(showing(live(2, { status: 'closed', quantity: 0, protection: null })));
  expect(rows.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('levels that would close a position are asked about once more, and other levels anew', async () => {
  const sentence = 'The last price of RELIANCE, 1,423.40, has reached the new stop-loss at 1,423.45.';
  const { fake } = await openWindow('/open-positions', {
    ...showing(position(1, {})),
    'strategies.modifyStopLoss': ({ refuseExit, strategyId }) =>
      refuseExit
        ? refuse('conflict', sentence, { details: { exits: 1 } })
        : { strategyId, strategyStatus: 1, openPositions: [] },
  });
  const rows = await table();
  fireEvent.click(rows.getByRole('button', { name: 'Modify SL/TGT of RELIANCE' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop-loss of Opening range 11' }));
  const distance = await dialog.findByRole('textbox', { name: 'Stop-loss value' });
  fireEvent.change(distance, { target: { value: '0.001' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(await dialog.findByRole('button', { name: 'Update and square off' })).toBeTruthy();
  fireEvent.change(distance, { target: { value: '0.002' } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Update' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Update and square off' }));
  await waitFor(() =>
    expect(fake.inputsOf('strategies.modifyStopLoss')).toMatchObject([
      { refuseExit: true },
      { refuseExit: true },
      { refuseExit: false },
    ]),
  );
});

test('a position by hand shows its stop-loss and its target in its row, and the file has both', async () => {
  vi.stubGlobal('innerWidth', 1_500);
  const byHand = position(1, { isManual: true, strategyName: 'Manual', stopLoss: 1_410_00, target: null });
  const { fake } = await openWindow('/open-positions', showing(byHand));
  const rows = await table();
  expect(rows.getByText('1,410.00')).toBeTruthy();
  expect(rows.getByRole('columnheader', { name: /^Target/ })).toBeTruthy();
  await exportCurrentList();
  const [saved] = fake.inputsOf('desktop.file.save') as { text: string }[];
  expect(saved?.text).toMatch(/,Avg,Stop-loss,Target,.*\r\n.*,1410\.00,,/);
});

test('positions of strategies alone have no columns of levels: those are in their rules', async () => {
  vi.stubGlobal('innerWidth', 1_500);
  await openWindow('/open-positions', showing(position(1, {})));
  expect((await table()).queryByRole('columnheader', { name: /^Stop-loss/ })).toBeNull();
});
