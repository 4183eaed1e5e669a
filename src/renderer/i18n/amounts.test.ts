import { expect, it } from 'vitest';
import { axisRupees, compactCount } from './amounts.ts';

it('amounts along an axis are short, unless two would read the same', () => {
  expect(axisRupees([1_00_000_00, 2_00_000_00])).toEqual(['₹1.00 L', '₹2.00 L']);
  expect(axisRupees([1_00_000_00, 1_00_200_00])).toEqual(['₹1,00,000.00', '₹1,00,200.00']);
  expect(axisRupees([])).toEqual([]);
});

it('a volume is short in lakh and crore', () => {
  expect([0, 950, 4_00_000, 1_25_00_000].map(compactCount)).toEqual(['0', '950', '4.00 L', '1.25 Cr']);
});
