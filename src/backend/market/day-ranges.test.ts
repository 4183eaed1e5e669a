import { expect, it } from 'vitest';
import { DayRanges } from './day-ranges.ts';

const batch = (symbol: string, price: number, volume: number) => ({
  time: 0,
  ticks: [{ symbol, price, volume, isGap: false }],
});

it('keeps the first, the highest, the lowest price and the volume of each, until another day begins', () => {
  const ranges = new DayRanges();
  expect(ranges.of('ITC')).toBeUndefined();
  for (const [price, volume] of [
    [100, 5],
    [103, 1],
    [98, 2],
    [101, 0],
  ] as const)
    ranges.add(batch('ITC', price, volume));
  ranges.add(batch('TCS', 7, 1));
  expect(ranges.of('ITC')).toEqual({ open: 100, high: 103, low: 98, volume: 8 });
  expect(ranges.of('TCS')).toEqual({ open: 7, high: 7, low: 7, volume: 1 });
  ranges.clear();
  expect(ranges.of('ITC')).toBeUndefined();
});
