import { expect, it } from 'vitest';
import { lossObjection } from './strategy-runtime.ts';

it.each([
  [-4_999_99, null],
  [-5_000_00, "The day's loss limit of ₹5,000.00 was reached."],
  [-5_000_01, "The day's loss limit of ₹5,000.00 was reached."],
  [5_000_00, null],
])('a day at %i paise under a limit of ₹5,000', (dayResult, objection) => {
  expect(lossObjection(dayResult, 5_000_00)).toBe(objection);
  expect(lossObjection(dayResult, null)).toBeNull();
});
