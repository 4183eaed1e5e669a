import { expect, it } from 'vitest';
import { inHindi } from './hindi.ts';

it('has the reason with which an entry of a leg is withdrawn', () => {
  const reason = 'Another leg was not entered, or the structure is closed';
  expect(inHindi(reason)).not.toBe(reason);
});

it.each([
  'has no symbols of a share',
  'ABC is not changed',
  'has no change of a symbol',
  'the day of the change "99-APR-2025" is not a day',
  'has no symbol of a share',
  'the first day "01/02/2024" is not a day',
  'the last day "01/02/2024" is not a day',
  'has no rows',
  'a list of symbol changes has at most 20,000 rows',
  'lists of symbol changes have at most 50,00,000 characters together',
  'the close "1,x" is not a price',
  'the expiry "2O25-01-30" is not a day',
  '"2125-01-30" is not a day from 1970 to 2099',
  '12 of 20 rows are new and kept; one file was refused.',
])('says why a row of an imported file is refused, without a word of English: %s', (reason) => {
  const values = /"[^"]*"|ABC/g;
  expect(inHindi(reason).replaceAll(values, '')).not.toMatch(/[A-Za-z]/);
});

it.each([
  'Brokerage',
  'Securities transaction tax',
  'Exchange transaction charge',
  'Investor protection fund',
  'Stamp duty',
  'Depository charge',
  'must be at most 1,00,00,000',
  'must be in lots of 65',
])('says what is beside a figure of an order without a word of English: %s', (text) => {
  expect(inHindi(text)).not.toMatch(/[A-Za-z]/);
});

it.each([
  'must be a number',
  'must be a whole number',
  'compares a volume with a price',
  'The rules cannot be used: "maxEntries": must be at least 1 (and 2 more).',
  'The rules cannot be used: "entry": compares a plain number with a price; give the number in rupees.',
])('says what is wrong with a field of rules, without a word of English: %s', (reason) => {
  expect(inHindi(reason).replaceAll(/"[^"]*"/g, '')).not.toMatch(/[A-Za-z]/);
});
