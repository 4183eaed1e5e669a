import { expect, test } from 'vitest';
import { amountOf, amountProblem } from './amount-rules.ts';

const limits = { least: 10_00, most: 50_000_00, leftToday: 5_000_00, available: 1_234_50 };

test.each([
  ['', 'Enter an amount such as ₹1,000'],
  ['1e3', 'Enter an amount such as ₹1,000'],
  ['ten', 'Enter an amount such as ₹1,000'],
  ['9007199254740993', 'Enter an amount such as ₹1,000'],
  ['100.005', 'Enter at most two decimals: there is nothing below a paisa'],
  ['0', 'Enter at least ₹10.00'],
  ['-500', 'Enter at least ₹10.00'],
  ['9.99', 'Enter at least ₹10.00'],
  ['50,000.01', 'Enter at most ₹50,000.00'],
  ['5,000.01', 'The limit of the day leaves ₹5,000.00'],
  ['1,234.51', 'Your wallet has ₹1,234.50'],
])('%s is refused with a sentence', (text, sentence) => expect(amountProblem(text, limits)).toBe(sentence));

test('what fits is taken exactly', () => {
  expect(amountProblem('₹1,234.50', limits)).toBeNull();
  expect(amountOf('₹1,234.50')).toBe(123_450);
  expect(amountOf('10.1')).toBe(1_010);
});
