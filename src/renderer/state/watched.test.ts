// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Quote } from '../../shared/quotes.ts';
import { type createFakeBridge, refuse } from '../test-harness/fake-bridge.ts';
import { installBridge } from '../test-harness/open-window.tsx';
import { acceptQuotes, useQuote } from './quotes.ts';
import { resetStores } from './store-registry.ts';
import { followWatched } from './watched.ts';

let fake: ReturnType<typeof createFakeBridge>;
let stop: () => void;
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  fake = installBridge({ 'desktop.stream.watch': () => ({}) });
  stop = followWatched();
});
afterEach(() => {
  cleanup();
  stop();
  resetStores();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const quote = (symbol: string, ltp: number): Quote => ({
  symbol,
  ltp,
  source: 'simulated',
  previousClose: 100_000,
  at: '2026-11-20T10:00:00+05:30',
});
const settled = () => act(() => vi.advanceTimersByTimeAsync(150));
const told = () => fake.inputsOf('desktop.stream.watch');
const show = (symbol: string) => renderHook(() => useQuote('simulated', symbol));

test('a page says once what it shows, and again only when that has changed', async () => {
  await settled();
  // A page that was loaded again shows nothing at first, and says so.
  expect(told()).toEqual([{ symbols: [] }]);
  const [, itc] = [show('TCS'), show('ITC')];
  const again = show('ITC');
  await settled();
  expect(told().slice(1)).toEqual([{ symbols: ['ITC', 'TCS'] }]);
  itc.unmount();
  await settled();
  expect(told()).toHaveLength(2);
  again.unmount();
  await settled();
  expect(told().at(-1)).toEqual({ symbols: ['TCS'] });
});

test('a price that is not shown any more is forgotten, and one that another window shows is not kept', async () => {
  const first = show('ITC');
  await settled();
  act(() => acceptQuotes([quote('ITC', 40_000), quote('TCS', 400_000)]));
  expect(first.result.current?.ltp).toBe(40_000);
  first.unmount();
  await settled();
  expect(show('ITC').result.current).toBeUndefined();
  expect(show('TCS').result.current).toBeUndefined();
});

test('a page that leaves for another with the same price keeps it', async () => {
  const first = show('ITC');
  await settled();
  act(() => acceptQuotes([quote('ITC', 40_000)]));
  first.unmount();
  await act(() => vi.advanceTimersByTimeAsync(50));
  const second = show('ITC');
  await settled();
  expect(second.result.current?.ltp).toBe(40_000);
});

test('a window that nobody can see watches nothing, and asks at once when it is seen again', async () => {
  show('ITC');
  await settled();
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told().at(-1)).toEqual({ symbols: [] });
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told().at(-1)).toEqual({ symbols: ['ITC'] });
});

test('a list settles though its page has ended', async () => {
  const shown = show('ITC');
  await settled();
  stop();
  shown.unmount();
  vi.stubGlobal('document', undefined);
  try {
    await vi.advanceTimersByTimeAsync(150);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(vi.getTimerCount()).toBe(0);
});

test('a list that was not taken is said again', async () => {
  await settled();
  fake.script({ 'desktop.stream.watch': () => refuse('internal', 'Something went wrong in the app.') });
  show('ITC');
  await settled();
  fake.script({ 'desktop.stream.watch': () => ({}) });
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(told().slice(1)).toEqual([{ symbols: ['ITC'] }, { symbols: ['ITC'] }]);
});

test('what cannot be the name of an instrument costs the others nothing', async () => {
  show('X'.repeat(500));
  show('ITC');
  await settled();
  expect(told().at(-1)).toEqual({ symbols: ['ITC'] });
});
