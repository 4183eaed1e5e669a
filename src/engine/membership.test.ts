import { expect, it } from 'vitest';
import { istDayStart } from '../shared/time.ts';
import { dayNumber } from './bars.ts';
import { firstOverlap, membersBetween, memberTest } from './membership.ts';

const day = (text: string): number => dayNumber(istDayStart(text));
const SPANS = [
  { symbol: 'ITC', from: '2024-01-01', to: '2024-03-28' },
  { symbol: 'ITC', from: '2024-09-30', to: null },
  { symbol: 'BPCL', from: '2023-01-02', to: '2024-03-28' },
];

it('counts both ends of a span, and nothing between two', () => {
  const isMember = memberTest(SPANS);
  const on = (text: string): boolean => isMember('ITC', day(text));
  expect(
    ['2023-12-31', '2024-01-01', '2024-03-28', '2024-03-29', '2024-09-30', '2030-01-01'].map(on),
  ).toEqual([false, true, true, false, true, true]);
  expect(isMember('TCS', day('2024-01-01'))).toBe(false);
});

it('names the members of some days once, in order', () => {
  expect(membersBetween(SPANS, '2024-03-28', '2025-01-01')).toEqual(['BPCL', 'ITC']);
  expect(membersBetween(SPANS, '2024-03-29', '2024-09-29')).toEqual([]);
  expect(membersBetween(SPANS, '2024-04-01', '2024-09-30')).toEqual(['ITC']);
});

it('finds two spans of one share that share a day', () => {
  expect(firstOverlap(SPANS)).toBeNull();
  const again = { symbol: 'ITC', from: '2024-03-28', to: '2024-04-01' };
  expect(firstOverlap([again, ...SPANS])).toEqual([SPANS[0], again]);
  expect(firstOverlap([...SPANS, { symbol: 'ITC', from: '2025-01-01', to: '2025-01-02' }])).not.toBeNull();
});
