// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Indicators as a window has them: what is kept is shared, the rest is its own. */
const openWindow = async () => {
  vi.resetModules();
  return (await import('./chart-indicators.ts')).chartIndicators;
};
type Window = Awaited<ReturnType<typeof openWindow>>;
const shown = ({ use }: Window, symbol = 'INFY') => renderHook(() => use(7, symbol)).result.current;
const [sma, rsi] = [{ name: 'sma' }, { name: 'rsi' }];

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('what is chosen is written once, and there for the next window', async () => {
  const one = await openWindow();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  expect(one.set(7, 'INFY', [sma, rsi])).toBe(true);
  expect(write).toHaveBeenCalledTimes(1);
  expect(shown(one)).toEqual([sma, rsi]);
  expect(shown(await openWindow())).toEqual([sma, rsi]);
});

test('a computer without room changes nothing, and says so', async () => {
  const one = await openWindow();
  one.set(7, 'INFY', [sma]);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(one.set(7, 'INFY', [sma, rsi])).toBe(false);
  expect(shown(one)).toEqual([sma]);
  expect(shown(await openWindow())).toEqual([sma]);
});

test('a chart that another window has changed meanwhile is not lost', async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  one.set(7, 'INFY', [sma]);
  other.set(7, 'TCS', [rsi]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'chart-indicators' }));
  expect([shown(one), shown(one, 'TCS')]).toEqual([[sma], [rsi]]);
});
