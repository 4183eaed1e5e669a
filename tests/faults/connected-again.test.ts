import { afterEach, beforeEach, expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { BrokerLink } from '../../src/backend/brokers/broker-link.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { LivePeople, type LivePerson } from '../support/live-person.ts';
import { GOOD_CODE } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { allowWrites, refuseWrites } from '../support/refused-writes.ts';

const MONDAY = Date.parse('2026-11-23T09:20:00+05:30');

/** Accounts whose broker goes away in the middle of being connected. */
let people: LivePeople;
let server: TestBackend;
let isAway = false;
/** Readings of what is held that fail. */
let unreadable = 0;
/** How long each of them takes to. */
let failsAfterMs = 0;
let listener: Parameters<BrokerLink['open']>[1] | undefined;
/** How long the next one to be linked with the broker waits; it fails when that is negative. */
const linkings: number[] = [];
/** Connections that somebody asked for. */
let tries = 0;

const start = (dataDir?: string): Promise<TestBackend> =>
  startTestBackend({
    clock: people.clock,
    accessTokenMs: 400 * DAY_MS,
    linkBroker: async (apiKey) => {
      const linking = linkings.shift() ?? 0;
      if (linking < 0) throw new BrokerTrouble('unreachable', 'Angel One cannot be reached.');
      await wait(linking);
      const link = await people.links.link(apiKey);
      return {
        ...link,
        open: (...given) => {
          tries++;
          if (isAway) throw new BrokerTrouble('unreachable', 'Angel One cannot be reached.');
          [, listener] = given;
          return link.open(...given);
        },
        contract: async (held) => {
          if (unreadable-- <= 0) return link.contract(held);
          await wait(failsAfterMs);
          throw new Error('disk I/O error');
        },
      };
    },
    ...(dataDir !== undefined && { dataDir }),
  });

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const accountOf = ({ userId }: LivePerson) => server.backend.parts.brokerAccounts.accountOf(userId);

/** Hold ten shares with a session of the last trading day. */
const inTheMorning = async (): Promise<LivePerson> => {
  const person = await people.person('ITC');
  await people.hold(person);
  await server.close();
  people.passed += MONDAY - people.clock.now();
  await people.links.broker.nextDay();
  server = await start(server.dataDir);
  await until('the account', () => Promise.resolve(accountOf(person)));
  return person;
};

beforeEach(async () => {
  [isAway, unreadable, failsAfterMs, tries] = [false, 0, 0, 0];
  people = new LivePeople();
  server = people.server = await start();
});
afterEach(() => server.dispose());

it('an account that is unlinked while its broker is away is not connected again', async () => {
  const person = await people.person('ITC');
  await server.close();
  isAway = true;
  tries = 0;
  server = await start(server.dataDir);
  await until('the first try', () => Promise.resolve(tries > 0));
  await until('the account', () => Promise.resolve(accountOf(person)?.run.isConnected === false));
  await server.backend.parts.brokerAccounts.unlink(person.userId);
  isAway = false;
  tries = 0;
  await wait(8_000);
  expect([tries, accountOf(person)]).toEqual([0, null]);
}, 30_000);

it('an account whose unlinking could not be written can still be reached, and unlinked', async () => {
  const person = await people.person('ITC');
  const { database, brokerAccounts } = server.backend.parts;
  const full = {
    name: 'disk_full',
    change: 'delete on broker_accounts',
    sentence: 'database or disk is full',
  };
  await refuseWrites(database, full);
  await expect(brokerAccounts.unlink(person.userId)).rejects.toThrow('full');
  await allowWrites(database, 'disk_full', 'broker_accounts');
  await brokerAccounts.unlink(person.userId);
  expect(accountOf(person)).toBeNull();
});

it('an account whose data could not be read once in a login is connected with the session that was opened', async () => {
  const person = await inTheMorning();
  unreadable = 1;
  await expect(server.backend.parts.brokerAccounts.reconnect(person.userId, GOOD_CODE)).rejects.toThrow(
    'disk',
  );
  expect(accountOf(person)?.isSessionOver).toBe(false);
  await until('a connection', () => Promise.resolve(accountOf(person)?.run.isConnected === true));
}, 30_000);

it('a session that ends while nothing can be written is not taken for one that still lives', async () => {
  const person = await people.person('ITC');
  const { database } = server.backend.parts;
  const { write } = database;
  const writable = database as { write: typeof write };
  writable.write = () => Promise.reject(new Error('database or disk is full'));
  listener?.onTrouble(new BrokerTrouble('session', 'The session is over.'), { tokens: '', until: 0 });
  await until('the end', () => Promise.resolve(accountOf(person)?.run.isConnected === false));
  await wait(100);
  writable.write = write;
  await until('a connection, or its owner to be told', async () => {
    const account = accountOf(person);
    const { notification_list: alerts } = await person.user.call('alerts.list', { pageSize: 100 });
    return account?.run.isConnected === true || alerts.some(({ title }) => title === 'Reconnect Angel One');
  });
}, 30_000);

it('a login that fails beside another leaves the session of the other connected', async () => {
  const person = await inTheMorning();
  const { brokerAccounts } = server.backend.parts;
  [unreadable, failsAfterMs] = [1, 200];
  const logins = await Promise.allSettled([
    brokerAccounts.reconnect(person.userId, GOOD_CODE),
    brokerAccounts.reconnect(person.userId, GOOD_CODE),
  ]);
  expect(logins.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(accountOf(person)?.run.isConnected).toBe(true);
}, 30_000);

it('an account that is unlinked while its owner logs in trades nothing from then on', async () => {
  const person = await people.person('ITC');
  const { brokerAccounts } = server.backend.parts;
  await person.run.execution.settled();
  const [login] = await Promise.allSettled([
    brokerAccounts.reconnect(person.userId, GOOD_CODE),
    brokerAccounts.unlink(person.userId),
  ]);
  expect([login.status, accountOf(person), person.run.isConnected]).toEqual(['fulfilled', null, false]);
}, 30_000);

it('an account that is being connected when the program ends is connected no more', async () => {
  const person = await people.person('ITC');
  await server.close();
  linkings.push(-1, 500);
  server = await start(server.dataDir);
  const { brokerAccounts } = server.backend.parts;
  await until('the second try', () => Promise.resolve(linkings.length === 0));
  await brokerAccounts.close();
  await wait(1_000);
  expect(accountOf(person)?.run.isConnected).toBe(false);
}, 30_000);

it('a session that the broker ends because another was opened does not take that one with it', async () => {
  const person = await inTheMorning();
  const { brokerAccounts } = server.backend.parts;
  await brokerAccounts.reconnect(person.userId, GOOD_CODE);
  const account = brokerAccounts.requireAccount(person.userId);
  const [old, guard] = [listener, account.guard.bind(account)];
  // The new session is written, and its connection is not open yet.
  account.guard = (now) => {
    account.guard = guard;
    old?.onTrouble(new BrokerTrouble('session', 'Invalid token.'), { tokens: 'session', until: 0 });
    return guard(now);
  };
  await brokerAccounts.reconnect(person.userId, GOOD_CODE);
  await wait(2_500);
  expect([account.run.isConnected, account.isSessionOver]).toEqual([true, false]);
}, 30_000);
