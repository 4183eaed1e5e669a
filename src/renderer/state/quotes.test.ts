// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptQuotes, PAINT_INTERVAL_MS, useQuote, type Quote } from './quotes.ts';
import { resetStores } from './store-registry.ts';

const quote = (symbol: string, ltp: number): Quote => ({
  symbol,
  ltp,
  source: 'simulated',
  previousClose: 100_000,
  at: '2026-11-20T10:00:00+05:30',
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  resetStores();
  vi.useRealTimers();
});

test('however fast prices come, a cell is painted at most four times a second, and ends on the last one', () => {
  const paint = vi.fn();
  const { result } = renderHook(() => {
    paint();
    return useQuote('simulated', 'INFY');
  });
  paint.mockClear();
  act(() => {
    for (let tick = 1; tick <= 1_000; tick += 1) {
      acceptQuotes([quote('INFY', 180_000 + tick)]);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(PAINT_INTERVAL_MS);
  });
  expect(paint.mock.calls.length).toBeLessThanOrEqual(5);
  expect(result.current?.ltp).toBe(181_000);
});

test('a price of another symbol paints nothing here', () => {
  const paint = vi.fn();
  renderHook(() => {
    paint();
    return useQuote('simulated', 'INFY');
  });
  paint.mockClear();
  act(() => {
    acceptQuotes([quote('TCS', 400_000)]);
    vi.advanceTimersByTime(PAINT_INTERVAL_MS);
  });
  expect(paint).not.toHaveBeenCalled();
});
