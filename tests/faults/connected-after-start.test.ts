import { afterEach, beforeEach, expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { LinkBroker } from '../../src/backend/brokers/broker-link.ts';
import { HOUSE } from '../../src/backend/db/database.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { LivePeople } from '../support/live-person.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { allowWrites, refuseWrites } from '../support/refused-writes.ts';

/** A disk that cannot be written in a backend's first second. The tests look at what goes on once it can. */
const AWAY_MS = 1_000;
const PATIENCE_MS = 15_000;

let people: LivePeople;
let server: TestBackend;
let userId: number;

const start = (dataDir?: string, linkBroker: LinkBroker = people.links.link): Promise<TestBackend> =>
  startTestBackend({
    clock: people.clock,
    linkBroker,
    accessTokenMs: 400 * DAY_MS,
    ...(dataDir !== undefined && { dataDir }),
  });

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Whether something comes to be so within a while. */
const comes = async (isSo: () => boolean | Promise<boolean>): Promise<boolean> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) if (await isSo()) return true;
  return false;
};

const isConnected = (): boolean =>
  server.backend.parts.brokerAccounts.accountOf(userId)?.run.isConnected ?? false;

/** Ten shares are held, with their stop resting, when the program ends. */
beforeEach(async () => {
  people = new LivePeople();
  people.server = await start();
  const person = await people.person('ITC');
  await people.hold(person);
  ({ userId } = person);
});
afterEach(() => server.dispose());

it('an account that could not be connected at the start is connected once the data can be written', async () => {
  await people.server.close();
  server = await start(people.server.dataDir);
  const { database } = server.backend.parts;
  const { write } = database;
  const writable = database as { write: typeof write };
  writable.write = () => Promise.reject(new Error('database is locked'));
  await wait(AWAY_MS);
  writable.write = write;
  expect(await comes(isConnected)).toBe(true);
});

it('a payment request that could not be ended at the start keeps no live account from being connected', async () => {
  const over = people.clock.now() - DAY_MS;
  await people.database.write(HOUSE, async ({ query }) => {
    await query
      .insertInto('payment_intents')
      .values({
        user_id: userId,
        reference: 'TD-EXPIRED',
        amount: 500_00,
        upi_id: 'asha@okbank',
        state: 'pending',
        message: 'Waiting for the payment.',
        deep_link: '',
        payee_json: '{}',
        is_sandbox: 1,
        created_at: over,
        expires_at: over,
        settled_at: null,
      })
      .execute();
  });
  await refuseWrites(people.server.backend.parts.database, {
    name: 'disk_full',
    change: 'update on payment_intents',
    sentence: 'database or disk is full',
  });
  await people.server.close();
  server = await start(people.server.dataDir);
  await wait(AWAY_MS);
  await allowWrites(server.backend.parts.database, 'disk_full', 'payment_intents');
  expect(await comes(isConnected)).toBe(true);
});

it('an account whose broker could not be reached at the start is connected once it can be', async () => {
  await people.server.close();
  let tries = 0;
  server = await start(people.server.dataDir, async (apiKey) => {
    const link = await people.links.link(apiKey);
    return {
      ...link,
      open: (...given) => {
        if (++tries === 1) throw new BrokerTrouble('unreachable', 'Angel One cannot be reached.');
        return link.open(...given);
      },
    };
  });
  expect(await comes(isConnected)).toBe(true);
  expect(tries).toBe(2);
});
