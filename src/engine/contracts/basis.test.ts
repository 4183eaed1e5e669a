import { expect, it } from 'vitest';
import { basisOf } from './basis.ts';

const at = (text: string): number => Date.parse(`${text}:00+05:30`);

it('73 days before its end, 1 % of the underlying is 5 % a year', () => {
  // Trading ends at 15:30 on the last day.
  const basis = basisOf({ expiry: '2026-12-29', future: 24_240_00, spot: 24_000_00 }, at('2026-10-17T15:30'));
  expect(basis).toMatchObject({ daysToExpiry: 73, basis: 240_00 });
  expect(basis.basisPercent).toBeCloseTo(5, 1);
});

it('a future below its underlying has a basis below zero', () => {
  const { basis, basisPercent } = basisOf(
    { expiry: '2026-12-29', future: 23_990_00, spot: 24_000_00 },
    at('2026-12-01T10:00'),
  );
  expect(basis).toBe(-10_00);
  expect(basisPercent).toBeLessThan(0);
});

it('on the last day there is no percent a year', () => {
  const of = { expiry: '2026-12-29', future: 24_010_00, spot: 24_000_00 };
  expect(basisOf(of, at('2026-12-29T14:00'))).toEqual({ daysToExpiry: 0, basis: 10_00, basisPercent: null });
  expect(basisOf(of, at('2026-12-30T09:00')).daysToExpiry).toBe(0);
});
