import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { monthChange } from './nifty-days.ts';

const days = (closes: readonly (readonly [day: number, close: number])[]) => ({
  time: closes.map(([day]) => day * DAY_MS),
  close: closes.map(([, close]) => close),
});

test.each([
  [
    'counts from the last close that is 30 days old or older',
    [
      [0, 100],
      [9, 200],
      [11, 400],
      [40, 100],
    ],
    -50,
  ],
  [
    'is not known of fewer days',
    [
      [11, 100],
      [40, 200],
    ],
    null,
  ],
  ['is not known of nothing', [], null],
] as const)('the change of a month %s', (_what, closes, change) => {
  expect(monthChange(days(closes))).toBe(change);
});
