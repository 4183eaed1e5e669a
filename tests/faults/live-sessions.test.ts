import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { addLiveSample, wantTen } from '../support/live-sample.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** End of a broker session, and one slow broker. These tests cover what is reported and done meanwhile. */
let server: TestBackend;
let links: SeededLinks;
const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };

let user: TestUser;
let strategyId: number;
beforeAll(async () => {
  links = new SeededLinks(clock.now);
  links.broker.partly = 0;
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  user = await server.register('session');
  const sample = await addLiveSample(server, user, links);
  strategyId = sample.strategyId;
  await user.call('live.resolve', { orderId: sample.unknownOrderId, decision: 'not-placed' });
  await user.call('live.goLive', { strategyId, confirmName: sample.name });
});
afterAll(() => server.dispose());

const accountOf = async (one: TestUser) =>
  server.backend.parts.brokerAccounts.requireAccount((await one.call('profile.mine', {})).id);

const buyTen = async (): Promise<void> => {
  await wantTen((await accountOf(user)).run, links, strategyId);
  await until('a watched position', async () => {
    links.move('ITC', 400_00);
    const [position] = (await user.call('positions.open', { type: 'live' })).list;
    return position?.protection?.state === 'watched';
  });
};

it('one account whose broker does not answer in the morning keeps the clock from no other', async () => {
  const other = await server.register('other');
  await addLiveSample(server, other, links);
  const { run } = await accountOf(other);
  let turns = 0;
  const everySecond = run.execution.everySecond.bind(run.execution);
  run.execution.everySecond = () => {
    turns++;
    return everySecond();
  };
  const mine = (await accountOf(user)).run;
  const { connect } = mine;
  expect(connect).toBeDefined();
  await until('a first turn', () => Promise.resolve(turns > 0));
  // The contracts of a day are read by the first turn of it.
  const startDay = Reflect.get(mine, 'startDay') as () => Promise<void>;
  let answer: () => void = () => undefined;
  Reflect.set(mine, 'startDay', () => new Promise<void>((resolve) => (answer = resolve)));
  await wait(2_500);
  turns = 0;
  await wait(3_500);
  const seen = turns;
  answer();
  Reflect.set(mine, 'startDay', startDay);
  expect(seen).toBeGreaterThanOrEqual(2);
});

it('when the session ends, no stop is said to rest for a position that has none', async () => {
  links.broker.refuse((order) => order.trigger !== null, 1_000, 'No stops today.');
  await buyTen();
  const account = await accountOf(user);
  await account.write({ session_until: clock.now() - 1 });
  await until('the end of the session', () => Promise.resolve(!account.run.isConnected));
  await wait(200);
  const rows = await server.backend.parts.database.read
    .selectFrom('alerts')
    .select(['title', 'body'])
    .where('user_id', '=', account.userId)
    .where('title', '=', 'Reconnect Angel One')
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ body }) => body.includes('rest at the broker'))).toEqual([]);
});

it('a position without a session and without a resting stop is not shown as watched', async () => {
  await wait(2_500);
  const [position] = (await user.call('positions.open', { type: 'live' })).list;
  expect(position?.protection?.state).toBe('none');
});
