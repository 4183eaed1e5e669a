// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MoneyChange, PercentChange } from './money.tsx';
import { pagesShown } from './pager.tsx';
import { distanceOf, draftOf } from '../features/trades/protection-fields.tsx';
import { sparklinePoints } from './sparkline.tsx';

afterEach(cleanup);

const textOf = (node: Parameters<typeof render>[0]): string | null => render(node).container.textContent;

test('direction is said by arrow and sign, with a true minus; zero has neither sign nor direction', () => {
  expect(textOf(<MoneyChange paise={523_025} />)).toBe('▲+₹5,230.25');
  expect(textOf(<MoneyChange paise={-148_050} />)).toBe('▼−₹1,480.50');
  expect(textOf(<MoneyChange paise={0} />)).toBe('₹0.00');
  expect(textOf(<PercentChange percent={-1.2} />)).toBe('−1.20%');
});

test('the pager shows the first, the last and those around, with gaps', () => {
  expect(pagesShown(1, 1)).toEqual([1]);
  expect(pagesShown(1, 3)).toEqual([1, 2, 3]);
  expect(pagesShown(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
});

test('a sparkline keeps within its height, also when nothing moves', () => {
  expect(sparklinePoints([1, 2, 3], 40)).toBe('0.00,39.00 50.00,20.00 100.00,1.00');
  expect(sparklinePoints([5, 5], 40)).toBe('0.00,20.00 100.00,20.00');
});

test('a protection survives the form, and nonsense is no distance', () => {
  const distances = [
    null,
    { kind: 'percent', value: 1.5 },
    { kind: 'points', rupees: 24 },
    { kind: 'atr', multiple: 2, period: 14 },
  ] as const;
  for (const distance of distances) expect(distanceOf(draftOf(distance))).toEqual(distance);
  for (const value of ['', '-1', '0', 'abc', '1e9', '101']) {
    expect(distanceOf({ kind: 'percent', value, period: '' })).toBeUndefined();
  }
  expect(distanceOf({ kind: 'atr', value: '2', period: '1.5' })).toBeUndefined();
});
