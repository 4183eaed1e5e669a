import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ownLink } from '../../../tests/support/live-sample.ts';
import { SeededLinks, UNLISTED } from '../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { verifiedForWithdrawals } from '../../../tests/support/verified-user.ts';

/** In market hours; moved by hand, and by the clock of the wall. */
let start = Date.parse('2026-11-20T10:00:10+05:30');
const began = Date.now();
const clock = { now: () => start + Date.now() - began };

let links: SeededLinks;
let server: TestBackend;
let number = 0;

beforeAll(async () => {
  links = new SeededLinks(clock.now);
  for (const [symbol, price] of [
    ['WIPRO', 250_00],
    ['HDFCBANK', 1_600_00],
    ['NIFTY', 25_100_00],
    [findInstrument('NIFTY')?.token ?? '', 25_000_00],
  ] as const)
    links.broker.prices.set(symbol, price);
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 86_400_000 });
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const trader = async (): Promise<TestUser> => {
  const user = await server.register(`broker-${++number}`);
  await verifiedForWithdrawals(server.backend.parts.database, user.email);
  await user.call('live.link', ownLink());
  return user;
};
const fired = async (user: TestUser) =>
  (await user.call('alertRules.log', {})).firings.map(({ body, mode }) => `${mode}: ${body}`);
const priceAlert = (symbol: string, price: number) =>
  ({ mode: 'live', condition: { kind: 'price', symbol, when: 'above', price } }) as const;

it('a price of the broker fires although nobody trades the share, and is kept apart from the simulated market', async () => {
  const user = await trader();
  const before = await user.ask('alertRules.add', priceAlert('WIPRO', 249_00));
  expect(before.body.message).toMatch(/^WIPRO is at 250\.00 now, so 249\.00 is passed already\./);
  await user.call('alertRules.add', priceAlert('WIPRO', 251_00));
  await user.call('alertRules.add', { ...priceAlert('WIPRO', 99_999_00), mode: 'test' });
  expect(links.feed.watched.map(({ symbol }) => symbol)).toContain('WIPRO');
  links.feed.tick('WIPRO', 250_95);
  links.feed.tick('WIPRO', 251_00);
  await until('the alert', async () => (await fired(user)).length === 1);
  expect(await fired(user)).toEqual(['live: WIPRO is at or above 251.00.']);
  const [alert] = (await user.call('alerts.list', { categoryId: 9 })).notification_list;
  expect(alert?.marketAt).toBeNull();
});

it('an index is watched itself, not the future that is traded under its symbol', async () => {
  const user = await trader();
  await user.call('alertRules.add', priceAlert('NIFTY', 25_050_00));
  await until('the index', () =>
    Promise.resolve(links.feed.watched.some(({ symbol }) => symbol === 'NIFTY index')),
  );
  const index = links.feed.watched.find(({ symbol }) => symbol === 'NIFTY index')!;
  links.feed.tick('NIFTY', 25_200_00);
  expect(await fired(user)).toEqual([]);
  links.feed.tickOf(index, 25_050_00);
  await until('the alert', async () => (await fired(user)).length === 1);
});

it('is watched again by the next session, and what the broker does not list is refused', async () => {
  const user = await trader();
  const unlisted = await user.ask('alertRules.add', priceAlert(UNLISTED, 1_00));
  expect([unlisted.status, unlisted.body.message]).toEqual([400, `Your broker has no price of ${UNLISTED}.`]);
  await user.call('alertRules.add', priceAlert('HDFCBANK', 1_700_00));
  const { id } = await user.call('profile.mine', {});
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  account.run.disconnect();
  links.feed.watched = [];
  await account.resume();
  expect(links.feed.watched.map(({ symbol }) => symbol)).toContain('HDFCBANK');
  links.feed.tick('HDFCBANK', 1_700_00);
  await until('the alert', async () => (await fired(user)).length === 1);
});

it('costs an account no session where the broker has no room for it, and its owner is told once', async () => {
  const user = await trader();
  await user.call('alertRules.add', priceAlert('HDFCBANK', 1_800_00));
  const { id } = await user.call('profile.mine', {});
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  account.run.disconnect();
  links.feed.mostWatched = 0;
  await account.resume();
  expect(account.run.isConnected).toBe(true);
  const told = async () =>
    (await user.call('alerts.list', { categoryId: 9 })).notification_list.map(({ title }) => title);
  await until('the notice', async () => (await told()).length > 0);
  expect(await told()).toEqual(['Some of your alerts are not watched']);
  links.feed.mostWatched = Number.POSITIVE_INFINITY;
});

it('tells when prices have stopped, once, and again after they came', async () => {
  const user = await trader();
  links.feed.tick('WIPRO', 250_00);
  const condition = { kind: 'feed-age', ms: 60_000 } as const;
  await user.call('alertRules.add', { mode: 'live', condition, repeat: 're-armed' });
  await server.backend.parts.alertRules.everySecond();
  expect(await fired(user)).toEqual([]);
  start += 61_000;
  await until('the alert', async () => (await fired(user)).length === 1);
  links.feed.tick('WIPRO', 250_00);
  await until('it to be armed', async () => {
    const [rule] = (await user.call('alertRules.list', {})).rules;
    return rule?.state === 'armed';
  });
  start += 61_000;
  await until('the next', async () => (await fired(user)).length === 2);
});

it('a clock that is set back silences no alert until it comes to where it was', async () => {
  const user = await trader();
  start += 3 * 3_600_000;
  links.feed.tick('WIPRO', 250_00);
  await user.call('alertRules.add', { ...priceAlert('WIPRO', 252_00), repeat: 'each-bar', timeframe: '1h' });
  const condition = { kind: 'feed-age', ms: 60_000 } as const;
  await user.call('alertRules.add', { mode: 'live', condition, repeat: 're-armed' });
  links.feed.tick('WIPRO', 252_00);
  start += 61_000;
  await until('both', async () => (await fired(user)).length === 2);
  // Somebody sets the clock right.
  start -= 3 * 3_600_000;
  const { alertRules } = server.backend.parts;
  await alertRules.everySecond();
  links.feed.tick('WIPRO', 250_00);
  await until('the age to be armed', async () =>
    (await user.call('alertRules.list', {})).rules.every(({ state }) => state === 'armed'),
  );
  start += 61_000;
  await until('the age of prices', async () => (await fired(user)).length === 3);
  start += 3_600_000;
  links.feed.tick('WIPRO', 252_00);
  await until('the price again', async () => (await fired(user)).length === 4);
});

it('a broker that does not answer about the margin keeps no other alert from being looked at', async () => {
  const user = await trader();
  const { alertRules, brokerAccounts } = server.backend.parts;
  const { id } = await user.call('profile.mine', {});
  const { broker } = brokerAccounts.requireAccount(id).run;
  const asked = vi.spyOn(broker!, 'funds').mockReturnValue(new Promise(() => undefined));
  links.feed.tick('WIPRO', 250_00);
  for (const amount of [1_00, 2_00])
    await user.call('alertRules.add', { mode: 'live', condition: { kind: 'margin', amount } });
  await user.call('alertRules.add', { mode: 'live', condition: { kind: 'feed-age', ms: 60_000 } });
  // A minute of turns: the margin is asked for in one of them.
  for (let turn = 0; turn < 60; turn++) await alertRules.everySecond();
  expect(asked).toHaveBeenCalledTimes(1);
  start += 61_000;
  await until('the alert', async () => (await fired(user)).length === 1);
});

it('without a broker nothing live is watched', async () => {
  const user = await server.register('without-a-broker');
  const answer = await user.ask('alertRules.add', priceAlert('WIPRO', 251_00));
  expect(answer.body.message).toMatch(/^No broker is linked/);
});
