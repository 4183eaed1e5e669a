import { expect, it } from 'vitest';
import { phoneDigits } from './phone.ts';

it.each(['9820012345', '98200 12345', '+91 98200-12345', '09820012345', '(+91) 98200 12345'])(
  'finds the ten digits of %s',
  (text) => {
    expect(phoneDigits(text)).toBe('9820012345');
  },
);

it.each(['', '982001234', '5820012345', '98200123456', '98200a2345'])(
  'finds no mobile number in "%s"',
  (text) => {
    expect(phoneDigits(text)).toBeNull();
  },
);
