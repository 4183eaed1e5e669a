import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../clock.ts';
import { AccountLimiters } from './account-limiters.ts';
import { angelOneLink } from './angel-one-link.ts';
import { ANGEL_ONE_HOSTS } from './hosts.ts';
import type { InstrumentList } from './instrument-list.ts';

it('an account has one limiter, however often it is linked; another has its own', () => {
  const limiters = new AccountLimiters();
  expect(limiters.of('C1')).toBe(limiters.of('C1'));
  expect(limiters.of(' c1')).toBe(limiters.of('C1'));
  expect(limiters.of('another')).not.toBe(limiters.of('C1'));
});

it('links of one client code share its limiter, whatever their API keys', async () => {
  const limiters = new AccountLimiters();
  const asked = vi.spyOn(limiters, 'of');
  const deps = {
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    instruments: {} as InstrumentList,
    limiters,
    hosts: { ...ANGEL_ONE_HOSTS, rest: 'http://127.0.0.1:9' },
  };
  const tokens = JSON.stringify({ clientCode: 'A1', jwt: 'j', refreshToken: 'r', feedToken: 'f', until: 0 });
  for (const apiKey of ['first', 'second'])
    await angelOneLink(deps, apiKey)
      .logOut({ tokens, until: 0 }, {})
      .catch(() => undefined);
  expect(asked.mock.calls).toEqual([['A1'], ['A1']]);
  expect(asked.mock.results[0]?.value).toBe(asked.mock.results[1]?.value);
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
