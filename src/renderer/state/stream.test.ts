// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatestEvents } from '../../shared/latest-events.ts';
import { installBridge } from '../test-harness/open-window.tsx';
import { useQuote } from './quotes.ts';
import { resetStores } from './store-registry.ts';
import { PAINT_INTERVAL_MS } from '../../shared/quotes.ts';
import { followStream } from './stream.ts';

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
