// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { succeed } from '../../../shared/failure.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { killLock, riskGuard } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { home, strategy } from '../../test-harness/samples.ts';

afterEach(() => {
  closeWindow();
  vi.useRealTimers();
});

const HOLD_MS = 2_000;

const twoLive: Scripts = {
  'strategies.mine': (input) => ({
    rows: [
      strategy(11, { mode: 'live', openPositions: 2 }),
      strategy(12, { mode: 'live', openPositions: 0, name: 'Gold mini' }),
    ],
    needsAttention: [],
    counts: { live: 2, test: 0, stopped: 0 },
    total: 2,
    pageNumber: input.pageNumber ?? 1,
    pageSize: input.pageSize ?? 6,
  }),
};

/** As a US keyboard says it: with Shift the full stop is another character. */
const pressKeys = () =>
  fireEvent.keyDown(window, { key: '>', code: 'Period', ctrlKey: true, shiftKey: true });

const ask = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Support tickets' });
  pressKeys();
  return within(await screen.findByRole('alertdialog', { name: 'Stop all live trading?' }));
};

/** Holds the button down for a time of the test's own clock. */
const hold = (button: HTMLElement, ms: number) => {
  vi.useFakeTimers();
  fireEvent.pointerDown(button);
  act(() => void vi.advanceTimersByTime(ms));
  fireEvent.pointerUp(button);
  vi.useRealTimers();
};

test('it says beforehand that orders by hand and GTT orders to buy are cancelled too', async () => {
  await openWindow('/tickets', {});
  const dialog = await ask();
  expect(
    dialog.getByText(
      'Orders by hand that could still open something, and GTT orders to buy, are cancelled too.',
    ),
  ).toBeTruthy();
});

test('the keys ask anywhere; the button must be held for two seconds, and then reports what came of it', async () => {
  const { fake } = await openWindow('/tickets', {
    ...twoLive,
    'live.killSwitch': () =>
      succeed(
        {
          ...riskGuard({ lock: killLock }),
          stopped: [
            { strategyId: 11, name: 'Opening range 11' },
            { strategyId: 12, name: 'Gold mini' },
          ],
          openPositions: 2,
        },
        'All live trading is stopped. 2 open positions keep their protection.',
      ),
  });
  const dialog = await ask();
  expect(await dialog.findByText(/Stops 2 strategies with 2 open positions/)).toBeTruthy();
  expect(dialog.getByText('Opening range 11, Gold mini')).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Hold 2 s to stop' });
  fireEvent.click(button);
  hold(button, HOLD_MS - 100);
  expect(fake.inputsOf('live.killSwitch')).toHaveLength(0);
  hold(button, HOLD_MS);
  const outcome = await screen.findByText(/2 open positions keep their protection/);
  expect(outcome.textContent).toContain('Stopped: Opening range 11, Gold mini.');
  expect(outcome.textContent).toContain('Locked until 21-11-2026, 02:32:07');
  const [sent] = fake.calls.filter(({ id }) => id === 'live.killSwitch');
  expect(sent?.input).toEqual({ action: 'stop', flatten: false });
  expect(sent?.options?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
});

test('held with Space it closes positions too when that is chosen; a refusal stays in the dialog', async () => {
  const { fake } = await openWindow('/tickets', {
    ...twoLive,
    'live.killSwitch': () => refuse('unavailable', 'The backend does not answer.'),
  });
  const dialog = await ask();
  fireEvent.click(dialog.getByRole('checkbox', { name: /close every live position/ }));
  expect(dialog.getByText(/Real orders to close are sent/)).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Hold 2 s to stop' });
  vi.useFakeTimers();
  fireEvent.keyDown(button, { key: ' ' });
  act(() => void vi.advanceTimersByTime(HOLD_MS));
  vi.useRealTimers();
  expect(await dialog.findByText('The backend does not answer.')).toBeTruthy();
  expect(fake.inputsOf('live.killSwitch')).toEqual([{ action: 'stop', flatten: true }]);
  fireEvent.click(dialog.getByRole('button', { name: 'Keep trading', hidden: true }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

const mine = (strategyList: StrategySummary[]): Scripts => ({
  'strategies.mine': () => ({
    rows: strategyList,
    needsAttention: [],
    counts: { live: 0, test: 0, stopped: strategyList.length },
    total: strategyList.length,
    pageNumber: 1,
    pageSize: 6,
  }),
});

test('it names what it stops: what runs and what needs its owner, not what was stopped before', async () => {
  const stopped = strategy(11, { mode: 'live', strategyStatus: STRATEGY_STATUS.stopped, openPositions: 1 });
  const needing = strategy(12, {
    mode: 'live',
    strategyStatus: STRATEGY_STATUS.needsAttention,
    openPositions: 1,
    name: 'Gold mini',
  });
  await openWindow('/tickets', mine([stopped, needing]));
  const dialog = await ask();
  expect(await dialog.findByText(/Stops 1 strategy with 2 open positions/)).toBeTruthy();
  expect(dialog.getByText('Gold mini')).toBeTruthy();
});

test('positions of stopped strategies are counted, and can be closed from there', async () => {
  const stopped = strategy(11, { mode: 'live', strategyStatus: STRATEGY_STATUS.stopped, openPositions: 1 });
  await openWindow('/tickets', mine([stopped]));
  const dialog = await ask();
  expect(await dialog.findByText(/No strategy runs live now; 1 open position of stopped ones/)).toBeTruthy();
  expect(dialog.getByRole('checkbox', { name: /close every live position/ })).toBeTruthy();
});

test.each(['/mini', '/my-strategies'])(
  'while something live is held, all of it can be stopped from %s though nothing runs',
  async (address) => {
    await openWindow(address, {
      ...mine([]),
      'home.summary': () => ({ ...home, live: { ...home.live, running: 0, openPositions: 1, bare: 1 } }),
    });
    expect(await screen.findByRole('button', { name: 'Stop all live…' })).toBeTruthy();
    expect(screen.queryByText(/Nothing is live/)).toBeNull();
  },
);

test('the small window says which live positions have no stop, and which only TrickDesk watches', async () => {
  await openWindow('/mini', {
    'home.summary': () => ({
      ...home,
      live: { ...home.live, running: 1, openPositions: 4, bare: 2, watched: 1 },
    }),
  });
  expect(await screen.findByText('2 without a stop')).toBeTruthy();
  expect(screen.getByText('1 watched')).toBeTruthy();
});

test('the account menu and the Live tab ask the same', async () => {
  const app = await openWindow('/my-strategies?tab=Live', twoLive);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop all live…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Stop all live trading?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Keep trading' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  app.goTo('/tickets');
  fireEvent.click(await screen.findByRole('button', { name: /account of Asha Rao/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /Stop all live/ }));
  expect(await screen.findByRole('alertdialog', { name: 'Stop all live trading?' })).toBeTruthy();
});
