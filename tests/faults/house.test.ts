import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shardOf } from '../../src/backend/cluster/own-users.ts';
import type { Backend } from '../../src/backend/create-backend.ts';
import { openReader } from '../../src/backend/db/database.ts';
import { FORWARDED } from '../../src/backend/http/forwarded.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { type AngelOneServer, startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { ownLink } from '../support/live-sample.ts';
import { openStream } from '../support/stream-reader.ts';
import { clientAt, TEST_API_TOKEN, type TestUser } from '../support/test-backend.ts';
import { missingForHouse, TestHouse, urlOf } from '../support/test-house.ts';
import { until } from '../support/until.ts';
import {
  addMoney,
  type Ask,
  cloneAndStart,
  quickStrategies,
  runBacktest,
  spend,
} from '../support/user-steps.ts';
import { expectSwitchHolds, STORM_CLOCK } from './switch-storm.ts';

const missing = missingForHouse();
const MINUTE_MS = 60_000;
/** Orders of these servers leave from it. */
const OUR_ADDRESS = '203.0.113.7';

const idOf = async (user: TestUser): Promise<number> => (await user.call('profile.mine')).id;
const askOf =
  (user: TestUser): Ask =>
  (id, input) =>
    user.call(id, input);

describe.skipIf(missing !== null)(
  `a house of several servers${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    beforeAll(async () => {
      house = await TestHouse.start(3, {}, { leavesFrom: [OUR_ADDRESS] });
    });
    afterAll(() => house.dispose());

    it('divides its users, and each server answers all of them', async () => {
      const owners = new Set<Backend>();
      for (let count = 0; count < 6; count++) {
        const { user, id, owner } = await house.stranger();
        owners.add(owner);
        for (const server of house.servers) expect(await idOf(clientAt(urlOf(server)).as(user))).toBe(id);
      }
      expect(owners.size).toBe(3);
    });

    it('plays one market: every server is within a minute of the others', async () => {
      await until('all markets to be open', () =>
        Promise.resolve(house.servers.every(({ parts }) => parts.marketRuns.isOpen)),
      );
      const times = () => house.servers.map(({ parts }) => parts.marketRuns.simulated.session.now);
      await expect.poll(() => Math.max(...times()) - Math.min(...times())).toBeLessThanOrEqual(MINUTE_MS);
    });

    it('evaluates each strategy once, where its owner is served', async () => {
      const { user, owner } = await house.stranger();
      const [first] = await quickStrategies(askOf(user));
      const [copy = 0] = await cloneAndStart(askOf(user), [first as number]);
      const where = house.servers.filter(({ parts }) =>
        parts.marketRuns.simulated.runner.isRunningOrStarting(copy),
      );
      expect(where).toEqual([owner]);
      await user.call('strategies.stop', { strategyId: copy });
      expect(owner.parts.marketRuns.simulated.runner.isRunningOrStarting(copy)).toBe(false);
    });

    it('does for everybody what one server does: money, a plan, a ticket, a backtest', async () => {
      const { user } = await house.stranger();
      const ask = askOf(user);
      await addMoney(ask, 10_000_00);
      await spend(ask);
      expect(await runBacktest(ask)).toMatchObject({ backtestId: expect.any(Number) as number });
      const db = await openReader(house.database);
      expect((await checkLedger(db)).problems).toEqual([]);
      await db.destroy();
    });

    it('links no account whose broker expects orders from elsewhere', async () => {
      const { user } = await house.stranger();
      const answer = await user.ask('live.link', { ...ownLink(), registeredAddress: '198.51.100.4' });
      expect([answer.status, answer.body.message, answer.body.fields]).toEqual([
        400,
        expect.stringContaining(`Orders leave from ${OUR_ADDRESS} here`),
        { registeredAddress: `enter ${OUR_ADDRESS}` },
      ]);
    });

    it('tells people of what another server has done for somebody else', async () => {
      const [sender, receiver] = [await house.stranger(), await house.stranger()];
      expect(sender.owner).not.toBe(receiver.owner);
      await addMoney(askOf(sender.user), 5_000_00);
      // Neither at the sender's server nor at the receiver's own.
      const stream = await openStream(urlOf(receiver.other), receiver.user.accessToken);
      expect(stream.status).toBe(200);
      const { referralCode } = await receiver.user.call('profile.mine');
      await sender.user.call('wallet.transfer', { to: referralCode, amount: 500_00 });
      await until('the money to be told of', () =>
        Promise.resolve(
          stream.received.some(({ event }) => event.type === 'wallet' && event.available === 500_00),
        ),
      );
      stream.close();
    });

    it('ends a stream when its session is ended at another server', async () => {
      const { user, other } = await house.stranger();
      const stream = await openStream(urlOf(other), user.accessToken);
      await clientAt(urlOf(other)).as(user).call('session.logout');
      await stream.ended;
      expect((await user.ask('profile.mine')).status).toBe(401);
    });

    it('believes only its own servers that a request was forwarded', async () => {
      const { user, other } = await house.stranger();
      const forged = { [FORWARDED.secret]: 'a guess', [FORWARDED.client]: '203.0.113.9' };
      // As if nothing had been said: forwarded to the owner.
      expect((await user.ask('profile.mine', {}, forged)).status).toBe(200);
      const db = await openReader(house.database);
      const { value } = await db
        .selectFrom('meta')
        .select('value')
        .where('key', '=', 'house.secret')
        .executeTakeFirstOrThrow();
      await db.destroy();
      // The secret of the rows is not the one that is shown.
      const shown = { ...forged, [FORWARDED.secret]: value };
      expect((await clientAt(urlOf(other)).as(user).ask('profile.mine', {}, shown)).status).toBe(200);
    });

    it('says in a sentence that nobody serves a user now, and does nothing', async () => {
      const { user, id, owner, other } = await house.stranger();
      await house.close([owner]);
      const answer = await clientAt(urlOf(other)).as(user).ask('profile.mine');
      expect([answer.status, answer.body.message]).toEqual([
        503,
        'The server of your account is just starting. Nothing was done; try again in a moment.',
      ]);
      const next = await house.add(3);
      expect(next.parts.users.has(id)).toBe(true);
      await next.prepared;
      await until('the user to be served', async () => (await user.ask('profile.mine')).status === 200);
    });

    it('is divided by one number at a time', { timeout: 60_000 }, async () => {
      const { owner } = await house.stranger();
      await house.close([owner]);
      await expect(house.add(5)).rejects.toThrow(
        'divides this house among another number of processes than 5',
      );
      await (
        await house.add(3)
      ).prepared;
    });

    it('goes on with other numbers of servers, each user where their market stood', async () => {
      const { user, id } = await house.stranger();
      const [first] = await quickStrategies(askOf(user));
      const [copy = 0] = await cloneAndStart(askOf(user), [first as number]);
      for (const processes of [2, 5, 1]) {
        const before = Math.max(...house.servers.map(({ parts }) => parts.marketRuns.simulated.session.now));
        await house.close();
        await house.open(processes);
        const times = house.servers.map(({ parts }) => parts.marketRuns.simulated.session.now);
        expect(Math.min(...times)).toBeGreaterThanOrEqual(before);
        const owner = house.ownerOf(id);
        expect(owner.parts.marketRuns.simulated.runner.isRunningOrStarting(copy)).toBe(true);
        const shards = house.servers
          .map(({ parts }) => parts.users.place)
          .toSorted((a, b) => a.from - b.from);
        expect(shards.at(0)?.from).toBe(0);
        expect(shards.every(({ from, to }, at) => from < to && (shards[at + 1]?.from ?? 1_024) === to)).toBe(
          true,
        );
        expect(owner.parts.users.place.from <= shardOf(id)).toBe(true);
      }
    });
  },
);

describe.skipIf(missing !== null)(
  `an address that calls a house${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    it('has its sign-ins counted whichever server it calls', { timeout: 60_000 }, async () => {
      const MOST = 4;
      const house = await TestHouse.start(3, { signInsPerMinute: MOST, trustedProxies: ['127.0.0.1'] });
      const signIn = async (at: number, address: string): Promise<number> => {
        const server = house.servers[at % house.servers.length] as Backend;
        const { status } = await clientAt(urlOf(server)).post(
          '/jwt/login',
          { email: `nobody${at}@${address}.example`, password: 'a wrong password' },
          { 'x-api-token': TEST_API_TOKEN, 'x-forwarded-for': address },
        );
        return status;
      };
      for (const address of ['203.0.113.9', '198.51.100.4', '192.0.2.77']) {
        const answers = [];
        for (let at = 0; at < MOST + 4; at++) answers.push(await signIn(at, address));
        expect(answers).toEqual([...Array<number>(MOST).fill(401), 429, 429, 429, 429]);
      }
      await house.dispose();
    });
  },
);

/** Expect that nobody elsewhere links what is linked at one server. */
const expectLinkedOnce = async (
  house: TestHouse,
  { client }: AngelOneServer,
  owner: Backend,
): Promise<void> => {
  let stranger = await house.stranger();
  while (stranger.owner === owner) stranger = await house.stranger();
  const link = { clientCode: client.code, apiKey: client.apiKey, pin: client.pin, totp: '000000' };
  const answer = await stranger.user.ask('live.link', link);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This Angel One account is linked to another user of this TrickDesk. Unlink it there first.',
  ]);
};

describe.skipIf(missing !== null)(
  `the kill switch in a house${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    it(
      'holds when it is thrown at another server than the one that trades',
      { timeout: 120_000 },
      async () => {
        const server = await startAngelOneServer();
        const house = await TestHouse.start(2, { clock: STORM_CLOCK, angelOneHosts: server.hosts });
        const { user, owner: backend } = await house.stranger();
        await expectSwitchHolds({ server, backend, user });
        await expectLinkedOnce(house, server, backend);
        await house.dispose();
        await server.close();
      },
    );
  },
);
