import { expect, it } from 'vitest';
import { AccountLimiters } from './account-limiters.ts';

it('an account has one limiter, however often it is linked; another has its own', () => {
  const limiters = new AccountLimiters();
  expect(limiters.of('a key')).toBe(limiters.of('a key'));
  expect(limiters.of('another')).not.toBe(limiters.of('a key'));
});

it('accounts that were not asked for in a long time are forgotten, the others are not', () => {
  const limiters = new AccountLimiters();
  const [kept, forgotten] = [limiters.of('kept'), limiters.of('forgotten')];
  for (let other = 0; other < 1_000; other++) {
    limiters.of(`other ${other}`);
    limiters.of('kept');
  }
  expect(limiters.of('kept')).toBe(kept);
  expect(limiters.of('forgotten')).not.toBe(forgotten);
});
