import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestOf } from '../support/test-backend.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { LivePeople, type LivePerson } from '../support/live-person.ts';

/** One unreadable row harms nothing else of its owner, and nobody else. */
const people = new LivePeople();
let first: LivePerson;
let second: LivePerson;
let sealedAway: LivePerson;
let badRules: LivePerson;
let dataDir = '';

beforeAll(async () => {
  await people.open();
  ({ dataDir } = people.server);
  first = await people.person('SBIN');
  await people.hold(first);
  const strategyId = await people.goLive(first.user, 'Live INFY', people.rules('INFY'));
  second = { ...first, strategyId, symbol: 'INFY' };
  await people.hold(second);
  sealedAway = await people.person('TCS');
  await people.hold(sealedAway);
  badRules = await people.person('LT');
  await people.hold(badRules);
  await people.database.write([second.userId, sealedAway.userId, badRules.userId], async (tx) => {
    await tx.query
      .updateTable('positions')
      .set({ protection_json: '{' })
      .where('strategy_id', '=', second.strategyId)
      .execute();
    await tx.query
      .updateTable('broker_accounts')
      .set({ credentials_sealed: 'of another key' })
      .where('user_id', '=', sealedAway.userId)
      .execute();
    await tx.query
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('strategy_id', '=', sealedAway.strategyId)
      .where('slot', '=', 'resting-stop')
      .execute();
    await tx.query
      .updateTable('strategies')
      .set({ document_json: '{"version":2}' })
      .where('id', '=', badRules.strategyId)
      .execute();
  });
  await people.server.close();
  await people.open(dataDir);
});
afterAll(() => people.server.dispose());

/** The person again, on the backend as it runs now. */
const ask = async (person: LivePerson, id: CallId, input: Record<string, unknown>) => {
  const { path, body } = requestOf(id, input);
  return people.server.post(path, JSON.parse(body), {
    authorization: `Bearer ${person.user.accessToken}`,
    'idempotency-key': crypto.randomUUID(),
  });
};
/** Its run, once its account was taken up; undefined when that does not happen. */
const connectedRun = async (person: LivePerson) => {
  for (let tries = 0; tries < 100 && !runOf(person)?.isConnected; tries++) await wait(50);
  return runOf(person);
};
const runOf = (person: LivePerson) => people.server.backend.parts.brokerAccounts.runOf(person.userId);

it('a position whose protection cannot be read keeps no other from its protection', async () => {
  const held = (await connectedRun(first))?.execution.openPositions().map(({ symbol }) => symbol) ?? [];
  expect(held).toContain('SBIN');
});

it('the market opened, and everybody else’s account with it', async () => {
  expect((await connectedRun(badRules))?.isConnected).toBe(true);
});

it('a strategy with live positions in an account that could not be connected is not said to hold nothing', async () => {
  const { body } = await ask(sealedAway, 'strategies.stop', { strategyId: sealedAway.strategyId });
  expect(body.message).not.toMatch(/Nothing is open/);
});

it('nor is it removed', async () => {
  await ask(sealedAway, 'strategies.stop', { strategyId: sealedAway.strategyId });
  const { status } = await ask(sealedAway, 'strategies.add', {
    url: 'remove',
    strategyId: sealedAway.strategyId,
  });
  expect(status).toBe(409);
});

it('its account can be linked again, and the position is looked after', async () => {
  const { status, body } = await ask(sealedAway, 'live.link', {
    clientCode: sealedAway.clientCode,
    apiKey: 'an api key',
    pin: '1234',
    totp: '123456',
  });
  expect([status, body.message]).toEqual([200, 'Angel One is linked.']);
  expect(runOf(sealedAway)?.execution.openPositions()).toHaveLength(1);
});

it('a strategy whose rules cannot be read is listed, its page says what to do, and it can be stopped and sold', async () => {
  const { strategyId } = badRules;
  const list = await ask(badRules, 'strategies.mine', { pageType: 'All', strategyStatus: 0 });
  const details = await ask(badRules, 'strategies.details', { strategyId });
  const stopped = await ask(badRules, 'strategies.stop', { strategyId });
  const sold = await ask(badRules, 'strategies.sell', { strategyId });
  expect([list.status, stopped.status, sold.status]).toEqual([200, 200, 200]);
  expect([details.status, details.body.message]).toEqual([
    422,
    'The rules of this strategy cannot be read here. You can stop it, sell what it holds, and remove it.',
  ]);
});
