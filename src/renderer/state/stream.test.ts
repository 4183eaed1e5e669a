// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatestEvents } from '../../shared/latest-events.ts';
import { installBridge } from '../test-harness/open-window.tsx';
import { onQuotes, useQuote } from './quotes.ts';
import { resetStores } from './store-registry.ts';
import { depthQuoteName, PAINT_INTERVAL_MS } from '../../shared/quotes.ts';
import { followStream, onStreamEvent } from './stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  resetStores();
  vi.useRealTimers();
});

const quote = (ltp: number) => ({
  type: 'quote' as const,
  quotes: [
    {
      symbol: 'INFY',
      source: 'simulated' as const,
      ltp,
      previousClose: 100_000,
      at: '2026-11-20T10:00:00+05:30',
    },
  ],
});

test('however fast prices come, a cell is painted at most four times a second, and ends on the last one', async () => {
  const main = new LatestEvents();
  installBridge({ 'desktop.stream.next': () => ({ events: main.drain() }) });
  const stop = followStream();
  const paint = vi.fn();
  const { result } = renderHook(() => {
    paint();
    return useQuote('simulated', 'INFY');
  });
  paint.mockClear();
  for (let tick = 1; tick <= 1_000; tick += 1) {
    main.put(quote(180_000 + tick));
    await act(() => vi.advanceTimersByTimeAsync(1));
  }
  await act(() => vi.advanceTimersByTimeAsync(PAINT_INTERVAL_MS));
  stop();
  expect(paint.mock.calls.length).toBeGreaterThan(1);
  expect(paint.mock.calls.length).toBeLessThanOrEqual(5);
  expect(result.current?.ltp).toBe(181_000);
});

test('market depth is painted in a frame of its own, and holds up nothing that came with it', async () => {
  const main = new LatestEvents();
  installBridge({ 'desktop.stream.next': () => ({ events: main.drain() }) });
  const deep = ['INFY', 'SBIN'].map(depthQuoteName);
  renderHook(() => [useQuote('simulated', 'INFY'), ...deep.map((name) => useQuote('simulated', name))]);
  const painted: string[][] = [];
  const priced = vi.fn();
  const stops = [
    onQuotes(priced),
    onStreamEvent(['quote', 'positions'], (event) =>
      painted.push(event.type === 'quote' ? event.quotes.map(({ symbol }) => symbol) : [event.type]),
    ),
    followStream(),
  ];
  const [price] = quote(180_000).quotes;
  const depth = { buy: [{ price: 179_995, quantity: 1, orders: 1 }], sell: [] };
  main.put({ type: 'quote', quotes: [...deep.map((symbol) => ({ ...price!, symbol, depth })), price!] });
  main.put({ type: 'positions', positions: [] });
  await act(() => vi.advanceTimersByTimeAsync(2 * PAINT_INTERVAL_MS));
  for (const stop of stops) stop();
  // A fact that comes between the frames, as of a position that closes, is newer than these.
  expect(painted).toEqual([['INFY'], ['positions'], deep]);
  // What is sorted by prices and worked out of all of them is not so again for the depth.
  expect(priced).toHaveBeenCalledTimes(2);
});

test('a listener that throws stops nobody else, and what it threw is reported', async () => {
  const main = new LatestEvents();
  installBridge({ 'desktop.stream.next': () => ({ events: main.drain() }) });
  const reported = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', reported);
  const fail = () => {
    throw new Error('a mistake of its own');
  };
  const [heard, painted] = [vi.fn(), vi.fn()];
  // What nobody shows is not kept, and tells nobody.
  renderHook(() => useQuote('simulated', 'INFY'));
  const stops = [
    followStream(),
    onQuotes(fail),
    onQuotes(painted),
    onStreamEvent(['quote'], fail),
    onStreamEvent(['quote'], heard),
  ];
  for (const price of [180_000, 180_001]) {
    main.put(quote(price));
    await vi.advanceTimersByTimeAsync(2 * PAINT_INTERVAL_MS);
  }
  for (const stop of stops) stop();
  window.removeEventListener('error', reported);
  expect([heard.mock.calls.length, painted.mock.calls.length]).toEqual([2, 2]);
  expect(reported.mock.calls.map(([event]) => event.message)).toEqual(
    Array.from({ length: 4 }, (): unknown => expect.stringContaining('a mistake of its own')),
  );
});
