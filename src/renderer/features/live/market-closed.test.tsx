// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Mode } from '../../../shared/contract/fields.ts';
import { askStopAllLive } from '../../state/stop-all-live.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { position, sampleHeader, strategy } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const CLOSED = 'The market is closed. Orders leave at the next open, 23-11-2026, 09:15.';
const NAME = 'Opening range 11';

interface Held {
  mode: Mode;
  strategyStatus?: 1 | 2;
  opensAt?: string | null;
}

/** Opens a screen of one position and strategy; the exchange is closed. */
const open = (
  route: string,
  { mode, strategyStatus = 1, opensAt = '2026-11-23T09:15:00+05:30' }: Held,
): Promise<unknown> =>
  openWindow(route, {
    'home.header': () => ({ ...sampleHeader, exchangeOpensAt: opensAt }),
    'positions.open': () => ({
      list: [position(1, { mode })],
      counts: {
        all: 1,
        live: Number(mode === 'live'),
        test: Number(mode === 'test'),
        baskets: 0,
        elsewhere: 0,
        byHand: 0,
      },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: 1,
      pageNumber: 1,
      pageSize: 12,
    }),
    'strategies.mine': () => ({
      rows: [strategy(11, { mode, strategyStatus, openPositions: 1 })],
      needsAttention: [],
      counts: { live: Number(mode === 'live'), test: Number(mode === 'test'), stopped: 0 },
      pageNumber: 1,
      pageSize: 6,
      total: 1,
    }),
  });
const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('alertdialog'));
};

test.each([
  ['leaving a position', '/open-positions', 1, 'Exit RELIANCE'],
  ['leaving all positions', '/open-positions', 1, 'Exit all'],
  ['squaring off', '/my-strategies', 1, `Square off ${NAME}`],
  ['starting', '/my-strategies', 2, `Start ${NAME}`],
] as const)('%s with real money says when it acts', async (_name, route, strategyStatus, button) => {
  await open(route, { mode: 'live', strategyStatus });
  expect((await press(button)).getByText(CLOSED, { exact: false })).toBeTruthy();
});

test.each([
  ['leaving a position', '/open-positions', 'Exit RELIANCE'],
  ['leaving all positions', '/open-positions', 'Exit all'],
  ['squaring off', '/my-strategies', `Square off ${NAME}`],
] as const)('%s on paper says nothing of the exchange', async (_name, route, button) => {
  await open(route, { mode: 'test' });
  expect((await press(button)).queryByText(/The market is closed/)).toBeNull();
});

test('nothing is said of it while the exchange trades', async () => {
  await open('/open-positions', { mode: 'live', opensAt: null });
  expect((await press('Exit RELIANCE')).queryByText(/The market is closed/)).toBeNull();
});

test('stopping all live trading says it of the positions that are closed with it', async () => {
  await open('/open-positions', { mode: 'live' });
  act(() => askStopAllLive());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.queryByText(/The market is closed/)).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Also close every live position at once' }));
  expect(dialog.getByText(CLOSED, { exact: false })).toBeTruthy();
});

test('going live says when the first real order can leave', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'home.header': () => ({ ...sampleHeader, exchangeOpensAt: '2026-11-23T09:15:00+05:30' }),
  });
  expect(await (await press('Go live…')).findByText(CLOSED)).toBeTruthy();
});
