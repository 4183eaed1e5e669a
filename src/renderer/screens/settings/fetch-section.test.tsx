// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import type { Fetch, GapReport } from './fetches.ts';

afterEach(closeWindow);

const MARKET = '/settings?section=market';

const fetch = (change: Partial<Fetch> = {}): Fetch => ({
  fetchId: 1,
  symbol: 'NIFTY',
  timeframe: '1m',
  from: '2021-11-27',
  to: '2026-11-26',
  onDifference: 'keep',
  state: 'running',
  message: '',
  monthsDone: 12,
  monthsTotal: 61,
  barsKept: 90_000,
  barsReplaced: 0,
  barsSetAside: 0,
  monthsDiffering: 0,
  createdAt: '2026-11-27T10:00:00+05:30',
  finishedAt: null,
  ...change,
});

const linked = (...fetches: Fetch[]) => ({
  'market.fetches': () => ({ isLinked: true, isConnected: true, fetches }),
});

const report: GapReport = {
  symbol: 'NIFTY',
  timeframe: '1m',
  bars: 456_000,
  from: '2021-11-29',
  to: '2026-11-26',
  judgedFrom: '2021-11-29',
  tradingDays: 1_235,
  wholeDays: 1_231,
  missing: [{ from: '2024-03-04', to: '2024-03-05', days: 2 }],
  missingDays: 2,
  short: [{ day: '2025-07-07', missing: 7, expected: 375, firstAt: '10:00' }],
  shortDays: 2,
  missingMinutes: 9,
  months: [
    {
      month: '2026-11',
      bars: 7_500,
      sha256: 'ab'.repeat(32),
      fetchedAt: '2026-11-27T10:00:00+05:30',
      isAsFetched: true,
      differing: 12,
      gone: 3,
      examples: [
        {
          at: '2026-11-03T09:15:00+05:30',
          kept: { open: 1, high: 1, low: 1, close: 26_100_00, volume: 10 },
          sent: { open: 1, high: 1, low: 1, close: 26_105_00, volume: 12 },
        },
      ],
    },
  ],
};

test('one click fetches five years of minutes of the index', async () => {
  const { fake } = await openWindow(MARKET, {
    ...linked(),
    'market.fetchHistory': () => ({ fetches: [fetch({ state: 'queued' })] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Fetch from Angel One' }));
  await waitFor(() => expect(fake.inputsOf('market.fetchHistory')).toHaveLength(1));
  expect(fake.inputsOf('market.fetchHistory')).toEqual([{ symbols: ['NIFTY'], timeframe: '1m', years: 5 }]);
  expect(screen.getByText(/for your own use/)).toBeTruthy();
});

test('several symbols are fetched, each once, and what is no symbol is not sent', async () => {
  const { fake } = await openWindow(MARKET, {
    ...linked(),
    'market.fetchHistory': () => ({ fetches: [] }),
  });
  const symbols = await screen.findByLabelText('Symbols');
  fireEvent.change(symbols, { target: { value: 'nifty?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Fetch from Angel One' }));
  expect(await screen.findByText('Enter symbols such as NIFTY, RELIANCE')).toBeTruthy();
  fireEvent.change(symbols, { target: { value: 'sbin, m&m  SBIN' } });
  fireEvent.change(screen.getByLabelText('Candles of'), { target: { value: '1d' } });
  fireEvent.change(screen.getByLabelText('How far back'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Fetch from Angel One' }));
  await waitFor(() =>
    expect(fake.inputsOf('market.fetchHistory')).toEqual([
      { symbols: ['SBIN', 'M&M'], timeframe: '1d', years: 10 },
    ]),
  );
});

test('without a linked broker the way to link one is shown, and nothing to fetch with', async () => {
  await openWindow(MARKET, {
    'market.fetches': () => ({ isLinked: false, isConnected: false, fetches: [] }),
  });
  const link = await screen.findByRole('link', { name: 'Link Angel One' });
  expect(link.getAttribute('href')).toContain('/profile/broker');
  expect(screen.queryByRole('button', { name: 'Fetch from Angel One' })).toBeNull();
});

test('progress is shown as it comes, and why a fetch waits', async () => {
  const { fake } = await openWindow(
    MARKET,
    linked(fetch({ fetchId: 2, symbol: 'ITC', state: 'queued' }), fetch()),
  );
  expect(await screen.findByText('NIFTY: 12 of 61 months')).toBeTruthy();
  expect(screen.getByText('Then ITC')).toBeTruthy();
  const said = 'There is no session with Angel One. The fetch goes on by itself after the next login.';
  const waiting = fetch({ monthsDone: 13, state: 'waiting', message: said });
  act(() => fake.emit({ type: 'stream.event', event: { type: 'fetch', fetch: waiting } }));
  expect(await screen.findByText('NIFTY: 13 of 61 months')).toBeTruthy();
  expect(screen.getByText(said)).toBeTruthy();
});

test('a fetch is paused, resumed and cancelled; a refusal is said', async () => {
  const { fake } = await openWindow(MARKET, {
    ...linked(fetch(), fetch({ fetchId: 2, symbol: 'ITC', state: 'paused' })),
    'market.controlFetch': ({ fetchId, action }) =>
      action === 'cancel' ? refuse('conflict', 'It is over.') : { fetch: fetch({ fetchId }) },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pause the fetch of NIFTY' }));
  fireEvent.click(screen.getByRole('button', { name: 'Resume the fetch of ITC' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the fetch of ITC' }));
  expect(await screen.findByText('It is over.')).toBeTruthy();
  expect(fake.inputsOf('market.controlFetch')).toEqual([
    { fetchId: 1, action: 'pause' },
    { fetchId: 2, action: 'resume' },
    { fetchId: 2, action: 'cancel' },
  ]);
});

test('the gaps of a series are named, and what the broker sends otherwise can be taken', async () => {
  const { fake } = await openWindow(MARKET, {
    ...linked(fetch({ state: 'done', monthsDone: 61, monthsDiffering: 1 })),
    'market.gaps': () => report,
    'market.export': () => ({ csv: '2026-11-03T09:15:00+05:30,1.00,1.00,1.00,1.00,5\n' }),
    'desktop.file.save': () => ({ path: '/home/asha/NIFTY-1m.csv' }),
    'market.fetchHistory': () => ({ fetches: [] }),
  });
  expect(await screen.findByText(/1 month differs from what is kept/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'start a backtest on them' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'NIFTY' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'NIFTY, Minutes: what is missing' }));
  expect(await drawer.findByText('04-03-2024 to 05-03-2024: 2 trading days')).toBeTruthy();
  expect(drawer.getByText('07-07-2025: 7 of 375, from 10:00')).toBeTruthy();
  expect(drawer.getByText('in part from files')).toBeTruthy();
  expect(drawer.getByText(/kept ₹26,100.00, volume 10; sent ₹26,105.00, volume 12/)).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: 'Save the candles as CSV' }));
  expect(await screen.findByText('Saved as /home/asha/NIFTY-1m.csv')).toBeTruthy();
  expect(fake.inputsOf('market.export')).toEqual([{ symbol: 'NIFTY', timeframe: '1m', months: ['2026-11'] }]);
  expect(fake.inputsOf('desktop.file.save')).toEqual([
    {
      name: 'NIFTY-1m.csv',
      text: 'timestamp,open,high,low,close,volume\n2026-11-03T09:15:00+05:30,1.00,1.00,1.00,1.00,5\n',
    },
  ]);
  expect(fake.inputsOf('market.gaps')).toEqual([{ symbol: 'NIFTY', timeframe: '1m' }]);
  fireEvent.click(drawer.getByRole('button', { name: 'Fetch again, and take the prices of Angel One' }));
  await waitFor(() =>
    expect(fake.inputsOf('market.fetchHistory')).toEqual([
      expect.objectContaining({ symbols: ['NIFTY'], timeframe: '1m', onDifference: 'replace' }),
    ]),
  );
});
