import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LivePeople, type LivePerson } from '../support/live-person.ts';

/** One row that cannot be read harms nothing else of its owner, and nobody else. */
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
  const TricksId = await people.goLive(first.user, 'Live INFY', people.rules('INFY'));
  second = { ...first, TricksId, symbol: 'INFY' };
  await people.hold(second);
  sealedAway = await people.person('TCS');
  await people.hold(sealedAway);
  badRules = await people.person('LT');
  await people.hold(badRules);
  await people.database.write(async (tx) => {
    await tx.query
      .updateTable('positions')
      .set({ protection_json: '{' })
      .where('strategy_id', '=', second.TricksId)
      .execute();
    await tx.query
      .updateTable('broker_accounts')
      .set({ credentials_sealed: 'of another key' })
      .where('user_id', '=', sealedAway.userId)
      .execute();
    await tx.query
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('strategy_id', '=', sealedAway.TricksId)
      .where('slot', '=', 'resting-stop')
      .execute();
    await tx.query
      .updateTable('strategies')
      .set({ document_json: '{"version":2}' })
      .where('id', '=', badRules.TricksId)
      .execute();
  });
  await people.server.close();
  await people.open(dataDir);
});
afterAll(() => people.server.dispose());

/** The person again, on the backend as it runs now. */
const ask = async (person: LivePerson, path: string, body: object) =>
  people.server.post(path, body, {
    authorization: `Bearer ${person.user.accessToken}`,
    'idempotency-key': crypto.randomUUID(),
  });
/** Its run, once its account was taken up; undefined when that does not happen. */
const takenUp = async (person: LivePerson) => {
  for (let tries = 0; tries < 100 && !runOf(person)?.isConnected; tries++) await wait(50);
  return runOf(person);
};
const runOf = (person: LivePerson) => people.server.backend.parts.brokerAccounts.runOf(person.userId);

it('a position whose protection cannot be read keeps no other from its protection', async () => {
  const held = (await takenUp(first))?.execution.openPositions().map(({ symbol }) => symbol) ?? [];
  expect(held).toContain('SBIN');
});

it('the market opened, and everybody else’s account with it', async () => {
  expect((await takenUp(badRules))?.isConnected).toBe(true);
});

it('a strategy with live positions in an account that could not be taken up is not said to hold nothing', async () => {
  const { body } = await ask(sealedAway, '/userapi/stoptrick', { TricksId: sealedAway.TricksId });
  expect(body.message).not.toMatch(/Nothing is open/);
});

it('nor is it removed', async () => {
  await ask(sealedAway, '/userapi/stoptrick', { TricksId: sealedAway.TricksId });
  const { status } = await ask(sealedAway, '/userapi/removetrick', { TricksId: sealedAway.TricksId });
  expect(status).toBe(409);
});

it('its account can be linked again, and the position is looked after', async () => {
  const { status, body } = await ask(sealedAway, '/userapi/linkangelone', {
    clientCode: sealedAway.clientCode,
    apiKey: 'an api key',
    pin: '1234',
    totp: '123456',
  });
  expect([status, body.message]).toEqual([200, 'Angel One is linked.']);
  expect(runOf(sealedAway)?.execution.openPositions()).toHaveLength(1);
});

it('a strategy whose rules cannot be read is listed, its page says what to do, and it can be stopped and sold', async () => {
  const { TricksId } = badRules;
  const list = await ask(badRules, '/userapi/mytrick', { pageType: 'All', trickStatus: 0 });
  const details = await ask(badRules, '/userapi/trickdetails', { TricksId });
  const stopped = await ask(badRules, '/userapi/stoptrick', { TricksId });
  const sold = await ask(badRules, '/userapi/sellTrick', { TricksId });
  expect([list.status, stopped.status, sold.status]).toEqual([200, 200, 200]);
  expect([details.status, details.body.message]).toEqual([
    422,
    'The rules of this strategy cannot be read here. You can stop it, sell what it holds, and remove it.',
  ]);
});
