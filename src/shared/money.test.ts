import { expect, test } from 'vitest';
import { formatRupees, parseRupees, plainRupees } from './money.ts';

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [105, '1.05'],
  [-105, '-1.05'],
  [123_450, '1234.50'],
  [10 ** 15, '10000000000000.00'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  [-Number.MAX_SAFE_INTEGER, '-90071992547409.91'],
])('%d paise are %s rupees to the last paisa', (paise, text) => expect(plainRupees(paise)).toBe(text));

test('the same digits are grouped the Indian way where people read them', () => {
  expect([0, -5, 105, 12_34_567_50, -Number.MAX_SAFE_INTEGER].map(formatRupees)).toEqual([
    '₹0.00',
    '−₹0.05',
    '₹1.05',
    '₹12,34,567.50',
    '−₹9,00,71,99,25,47,409.91',
  ]);
});

test.each(['1500,50', '12,5', ',500', '5,00,'])(
  'a comma where none stands between thousands, as in %s, is a slip and no amount',
  (text) => expect(parseRupees(text)).toBeNull(),
);
