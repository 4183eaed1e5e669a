// @vitest-environment jsdom
import { setTimeout as pause } from 'node:timers/promises';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PAINT_INTERVAL_MS } from '../../shared/quotes.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { home, sampleHeader } from '../test-harness/samples.ts';

afterEach(closeWindow);

const away = { kind: 'embedded' as const, logTail: [], keyState: 'fits' as const };

test('while the backend is away the window says so, and asks for everything again when it is back', async () => {
  const { fake } = await openWindow('/open-positions');
  await screen.findByRole('table', { name: 'Open positions' });
  fake.emit({
    type: 'backend.changed',
    backend: { ...away, state: 'restarting', message: 'The backend ended and is being started again.' },
  });
  expect(await screen.findByText('Reconnecting…')).toBeTruthy();
  const before = fake.inputsOf('positions.open').length;
  fake.emit({ type: 'backend.changed', backend: { ...away, state: 'up', message: 'Up' } });
  await waitFor(() => expect(screen.queryByText('Reconnecting…')).toBeNull());
  await waitFor(() => expect(fake.inputsOf('positions.open').length).toBeGreaterThan(before), {
    timeout: 3_000,
  });
});

test('without the backend neither the broker nor open positions are known', async () => {
  const broker = { state: 'connected' as const, label: 'Angel One', isLoginDue: false, sessionUntil: null };
  const { fake } = await openWindow('/open-positions', {
    'home.header': () => ({ ...sampleHeader, broker }),
    'positions.open': () => ({
      list: [],
      net: { live: 0, test: 0 },
      counts: { all: 0, live: 0, test: 0, baskets: 0, elsewhere: 0, byHand: 0 },
      source: 'simulated',
      total: 0,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  await screen.findByText(/^No position is open\./);
  // The choice of a broker names it too.
  const pill = { selector: ':not(option)' };
  expect(screen.getByText('Angel One', pill)).toBeTruthy();
  fake.emit({ type: 'backend.changed', backend: { ...away, state: 'restarting', message: 'Ended.' } });
  expect(await screen.findByText('Broker not known')).toBeTruthy();
  expect(screen.queryByText('Angel One', pill)).toBeNull();
  expect(screen.queryByText(/^No position is open/)).toBeNull();
  expect(screen.getByText(/is not known until the backend is back/)).toBeTruthy();
});

test('a backend that cannot start shows why, what it said last, and a way to try', async () => {
  const { fake } = await openWindow('/home', {
    'desktop.backend.restart': () => ({ ...away, state: 'up', message: 'Up' }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  fake.emit({
    type: 'backend.changed',
    backend: {
      kind: 'embedded',
      state: 'failed',
      message: 'The disk is full.',
      logTail: ['write failed: ENOSPC'],
      keyState: 'fits' as const,
    },
  });
  expect(await screen.findByText(/The disk is full/)).toBeTruthy();
  expect(screen.getByText('write failed: ENOSPC')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restart' }));
  await waitFor(() => expect(screen.queryByText(/The disk is full/)).toBeNull());
});

test('a frame surrounds the window only where a real order could be sent', async () => {
  const live = { ...home.live, running: 1 };
  const app = await openWindow('/my-strategies', { 'home.summary': () => ({ ...home, live }) });
  expect(await screen.findByTestId('live-frame')).toBeTruthy();
  app.goTo('/my-strategies?tab=Test');
  await waitFor(() => expect(screen.queryByTestId('live-frame')).toBeNull());
});

test('with nothing live there is no frame, not even on the live tab', async () => {
  await openWindow('/my-strategies');
  await screen.findByText('LIVE');
  expect(screen.queryByTestId('live-frame')).toBeNull();
});

test('keys lead to screens, export saves what the list lets through, and say when there is nothing', async () => {
  const app = await openWindow('/settings', {
    'desktop.file.save': () => ({ path: '/home/asha/trades.csv' }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(screen.queryByRole('button', { name: /^Export as CSV/ })).toBeNull();
  fireEvent.keyDown(window, { key: 'e', code: 'KeyE', ctrlKey: true });
  expect((await screen.findAllByText('There is no list to export on this page.')).length).toBeGreaterThan(0);
  fireEvent.keyDown(window, { key: '7', code: 'Digit7', ctrlKey: true });
  await screen.findByRole('table', { name: 'Paper trades' });
  app.fake.emit({ type: 'action.requested', action: 'export' });
  expect((await screen.findAllByText('Saved as /home/asha/trades.csv')).length).toBeGreaterThan(0);
  const [saved] = app.fake.inputsOf('desktop.file.save') as { name: string; text: string }[];
  expect(saved?.name).toBe('trades-paper.csv');
  expect(saved?.text).toContain('648.88');
  expect(saved?.text).toContain(',paper,');
  fireEvent.click(screen.getByRole('button', { name: 'Export as CSV (Ctrl+E)' }));
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.save')).toHaveLength(2));
});

test('the end of the trading days is said beside the clock, once the server warns of it', async () => {
  const calendarWarning = 'The trading days end.';
  await openWindow('/home', { 'home.header': () => ({ ...sampleHeader, calendarWarning }) });
  expect(await screen.findByRole('note', { name: 'Trading days are known until 31-12-2026' })).toBeTruthy();
});

test('while real orders can come of it the clock is the exchange’s, and no made-up price moves the indices', async () => {
  const live = {
    state: 'open' as const,
    now: '2026-11-20T10:12:33+05:30',
    nextChange: '2026-11-20T15:15:00+05:30',
    label: 'Market open · closes 15:15',
    lastTickAgeMs: 400,
    isTrading: true,
  };
  const [nifty, bank] = sampleHeader.indices.map((index) => ({ ...index, changePercent: 0.5 }));
  const indices = [nifty, { ...bank, ltp: null }] as typeof sampleHeader.indices;
  const { fake } = await openWindow('/home', { 'home.header': () => ({ ...sampleHeader, indices, live }) });
  expect((await screen.findByText(/ · Live$/)).textContent).toContain('Market open · closes 15:15 · 10:12:3');
  const shown = () =>
    within(screen.getByRole('list', { name: 'Indices' }))
      .queryAllByRole('listitem')
      .map((item) => item.textContent);
  const before = shown();
  // What the broker has not told is not made up.
  expect(before).toEqual([expect.stringContaining('24,512.30')]);
  const made = { source: 'simulated', ltp: 26_000_00, previousClose: 25_000_00 } as const;
  fake.emit({
    type: 'stream.event',
    event: { type: 'quote', quotes: [{ ...made, symbol: 'NIFTY', at: '2026-11-20T14:33:00+05:30' }] },
  });
  await pause(PAINT_INTERVAL_MS * 2);
  expect(shown()).toEqual(before);
});
