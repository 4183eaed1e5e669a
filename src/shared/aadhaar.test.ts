import { expect, it, test } from 'vitest';
import { hasVerhoeffDigit, maskedAadhaar } from './aadhaar.ts';

// The worked example of Verhoeff's scheme, and numbers that the authority publishes for trials.
const good = [
  '2363',
  '999941057058',
  '999971658847',
  '999933119405',
  '999955183433',
  '999990501894',
  '999999990019',
  '234567890124',
  '987654321012',
  '345678901238',
  '500000000006',
];

test.each(good)('%s ends in its check digit', (digits) => {
  expect(hasVerhoeffDigit(digits)).toBe(true);
});

test.each([...good.slice(1), '2363'])('%s with any other last digit does not', (digits) => {
  for (let step = 1; step < 10; step++) {
    const other = digits.slice(0, -1) + String((Number(digits.at(-1)) + step) % 10);
    expect(hasVerhoeffDigit(other), other).toBe(false);
  }
});

test.each(good)('%s with two neighbours swapped does not', (digits) => {
  for (let place = 0; place + 1 < digits.length; place++) {
    const [first, second] = [digits[place]!, digits[place + 1]!];
    if (first === second) continue;
    const swapped = digits.slice(0, place) + second + first + digits.slice(place + 2);
    expect(hasVerhoeffDigit(swapped), swapped).toBe(false);
  }
});

it('123456789012 does not', () => expect(hasVerhoeffDigit('123456789012')).toBe(false));

it('only the last four digits are shown', () => expect(maskedAadhaar('7058')).toBe('XXXX XXXX 7058'));
