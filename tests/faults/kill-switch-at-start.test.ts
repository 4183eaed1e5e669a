import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { BackendOptions } from '../../src/backend/create-backend.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { LivePeople, PRICE } from '../support/live-person.ts';
import { passwordProof, requestOf, startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Kill switch for an account that is not loaded, or cannot be. */
const newKey = (): string => randomBytes(32).toString('base64');
const key = newKey();

let people: LivePeople;
let server: TestBackend;
let accessToken: string;
let userId: number;
let strategyId: number;

const start = (options: Partial<BackendOptions>): Promise<TestBackend> =>
  startTestBackend({
    clock: people.clock,
    linkBroker: people.links.link,
    accessTokenMs: 400 * DAY_MS,
    ...options,
  });

/** Ten shares are held, with their stop resting, when the program ends. */
beforeEach(async () => {
  people = new LivePeople();
  people.server = await start({ dataKeys: [key] });
  const person = await people.person('ITC');
  await people.hold(person);
  ({ accessToken } = person.user);
  ({ userId, strategyId } = person);
  await people.server.close();
});
afterEach(() => server.dispose());

const killSwitch = (): ReturnType<TestBackend['post']> => {
  const { path, body } = requestOf('live.killSwitch', { action: 'stop', flatten: true });
  return server.post(path, JSON.parse(body), {
    authorization: `Bearer ${accessToken}`,
    'idempotency-key': randomUUID(),
    ...passwordProof(),
  });
};

/** The account is taken up, and eight seconds pass with prices. */
const passSecondsOnceUp = async ({ backend }: TestBackend): Promise<void> => {
  const { brokerAccounts } = backend.parts;
  await until('the account is taken up', () =>
    Promise.resolve(brokerAccounts.accountOf(userId)?.run.isConnected === true),
  );
  for (let second = 0; second < 8; second++) {
    people.passed += 1_000;
    people.links.move('ITC', PRICE);
    const { run } = brokerAccounts.requireAccount(userId);
    await run.everySecond();
    await people.sync(run);
  }
};

it('closes what is open, or says that it does not, while accounts are being connected', async () => {
  const { dataDir } = people.server;
  const connected = Promise.withResolvers<void>();
  server = await start({
    dataDir,
    dataKeys: [key],
    linkBroker: async (apiKey) => {
      await connected.promise;
      return people.links.link(apiKey);
    },
  });
  const answer = await killSwitch();
  connected.resolve();
  await passSecondsOnceUp(server);
  // What is refused is not believed to be closed.
  expect(answer.status === 200 ? people.net('ITC') : 0, answer.body.message).toBe(0);
});

it('what it said it closes later is closed although the program ended before it could', async () => {
  const { dataDir } = people.server;
  server = await start({
    dataDir,
    dataKeys: [key],
    linkBroker: () => Promise.reject(new BrokerTrouble('unreachable', 'Angel One cannot be reached.')),
  });
  const answer = await killSwitch();
  expect(answer.body.message).toContain('They are closed as soon as your account at Angel One is taken up');
  await server.close();
  server = await start({ dataDir, dataKeys: [key] });
  await passSecondsOnceUp(server);
  expect(people.net('ITC')).toBe(0);
}, 60_000);

it('does not say that nothing is open where the key of the account is not there', async () => {
  const { dataDir } = people.server;
  server = await start({ dataDir, dataKeys: [newKey()] });
  expect(server.backend.keyState).toBe('another');
  const answer = await killSwitch();
  const open = await server.backend.parts.database.read
    .selectFrom('positions')
    .select(['symbol', 'quantity'])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('mode', '=', 'live')
    .execute();
  expect(open).toEqual([{ symbol: 'ITC', quantity: 10 }]);
  expect(answer.body).toMatchObject({
    message: expect.not.stringContaining('Nothing is open') as string,
    data: { openPositions: 1 },
  });
});

it('Sell does not say that there was nothing to sell where the key of the account is not there', async () => {
  const { dataDir } = people.server;
  server = await start({ dataDir, dataKeys: [newKey()] });
  const { path, body } = requestOf('strategies.sell', { strategyId });
  const answer = await server.post(path, JSON.parse(body), {
    authorization: `Bearer ${accessToken}`,
    'idempotency-key': randomUUID(),
    ...passwordProof(),
  });
  expect(answer.body).not.toMatchObject({
    message: expect.stringContaining('there was nothing to sell') as string,
    data: { openPositions: [{ symbol: 'ITC', quantity: 10 }] },
  });
});
