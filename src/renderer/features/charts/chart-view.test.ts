import { expect, test } from 'vitest';
import { firstView, viewAfter } from './chart-view.ts';

const bars = [10, 20, 30, 40, 50];

test('who looks at the last bar follows the market', () => {
  expect(viewAfter({ from: 2, to: 4.5 }, bars, [...bars, 60])).toEqual({ from: 3, to: 5.5 });
  expect(viewAfter({ from: 2, to: 4.5 }, bars, [20, 30, 40, 50, 60])).toEqual({ from: 2, to: 4.5 });
});

test('who looks at earlier bars keeps them, also when the oldest leave', () => {
  expect(viewAfter({ from: 1, to: 2.5 }, bars, [...bars, 60])).toEqual({ from: 1, to: 2.5 });
  expect(viewAfter({ from: 1, to: 2.5 }, bars, [20, 30, 40, 50, 60])).toEqual({ from: 0, to: 1.5 });
});

test('when every bar is another, the view stands at the same distance from the end', () => {
  expect(viewAfter({ from: 1, to: 2 }, bars, [100, 110, 120])).toEqual({ from: -1, to: 0 });
});

test('a page of a chart begins with its newest bars, with room for the names of prices', () => {
  expect(firstView(1_000, false)).toEqual({ from: 850, to: 1_003 });
  expect(firstView(1_000, true)?.to).toBeGreaterThan(1_015);
});

test('a page of few bars begins with all of them', () => {
  expect(firstView(150, true)).toBeNull();
  expect(firstView(0, false)).toBeNull();
});
