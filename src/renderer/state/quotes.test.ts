// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Quote } from '../../shared/quotes.ts';
import { acceptQuotes, useQuote } from './quotes.ts';
import { resetStores } from './store-registry.ts';

const quote = (symbol: string, ltp: number): Quote => ({
  symbol,
  ltp,
  source: 'simulated',
  previousClose: 100_000,
  at: '2026-11-20T10:00:00+05:30',
});

afterEach(() => {
  cleanup();
  resetStores();
});

test('a price of another symbol paints nothing here', () => {
  const paint = vi.fn();
  renderHook(() => {
    paint();
    return useQuote('simulated', 'INFY');
  });
  paint.mockClear();
  act(() => acceptQuotes([quote('TCS', 400_000)]));
  expect(paint).not.toHaveBeenCalled();
});
