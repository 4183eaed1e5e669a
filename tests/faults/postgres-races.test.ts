import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeInvoice } from '../../src/backend/billing/invoices.ts';
import { pricesOn } from '../../src/backend/billing/price-list.ts';
import { openSession, prepareSession } from '../../src/backend/modules/session/open-session.ts';
import { refreshTokens } from '../../src/backend/modules/session/refresh-tokens.ts';
import type { SessionDeps } from '../../src/backend/modules/session/session-deps.ts';
import { payPlan } from '../../src/backend/modules/subscription/pay-plan.ts';
import { buyTopUp } from '../../src/backend/modules/wallet/buy-credit.ts';
import { withdrawMoney } from '../../src/backend/modules/wallet/withdraw-money.ts';
import { OF_ACCOUNT } from '../../src/backend/credentials/limits.ts';
import { AccessTokens, type TokenPair } from '../../src/backend/credentials/tokens.ts';
import { countTryAtDoor, forgetTries } from '../../src/backend/credentials/tries.ts';
import { onceByKey } from '../../src/backend/http/idempotency.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { attemptOf } from '../../src/backend/attempt.ts';
import type { MoneyWorld } from '../support/money-world.ts';
import { canRace, contextOf, RaceWorld, RACES, sendOn, walletOf } from '../support/race-world.ts';
import { verifiedForWithdrawals } from '../support/verified-user.ts';

/** Calls about money and sessions, over two handles at once. */

const CALLS = 64;
const LAKH = 1_00_000_00;

const rounds = async (round: (number: number) => Promise<void>): Promise<void> => {
  for (let number = 0; number < RACES; number++) await round(number);
};

describe.runIf(canRace)(
  'on one PostgreSQL database, two handles',
  { timeout: 60_000 + RACES * 20_000 },
  () => {
    let world: RaceWorld;
    beforeAll(async () => {
      world = await RaceWorld.open();
    }, 60_000);
    afterAll(async () => {
      expect(await world.handles[0].problems()).toEqual([]);
      await world.dispose();
    });
    const read = () => world.handles[0].database.read;

    it('spend what a wallet holds, and no more', () =>
      rounds(async () => {
        const sender = await world.person(20 * 100_00 + 50_00);
        const friends = await world.people(4, 0);
        const { done, refused } = await world.atOnce(CALLS, (handle, number) =>
          sendOn(handle, { from: sender, to: friends[number % 4] ?? 0, amount: 100_00 }),
        );
        expect(done).toHaveLength(20);
        expect(new Set(refused.map(({ message }) => message))).toEqual(
          new Set(['Your wallet has ₹50.00; this needs ₹100.00.']),
        );
        expect(await world.available(sender)).toBe(50_00);
        const got = await Promise.all(friends.map((id) => world.available(id)));
        expect(got.reduce((sum, paise) => sum + paise, 0)).toBe(20 * 100_00);
      }));

    it('keep to what may be sent in a day', () =>
      rounds(async () => {
        const [sender, friend] = [await world.person(2 * LAKH), await world.person(0)];
        const most = pricesOn(world.handles[0].now).transfer.mostADay;
        const { done } = await world.atOnce(CALLS, (handle) =>
          sendOn(handle, { from: sender, to: friend, amount: most / 25 }),
        );
        expect(done).toHaveLength(25);
        expect(await world.available(friend)).toBe(most);
      }));

    it('keep to what may be withdrawn in a day', () =>
      rounds(async () => {
        const userId = await world.person(2 * LAKH);
        const { email } = await read()
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        await verifiedForWithdrawals(world.handles[0].database, email);
        const most = pricesOn(world.handles[0].now).withdrawal.mostADay;
        const { done } = await world.atOnce(CALLS, async (handle) =>
          withdrawMoney(walletOf(handle))({ amount: most / 25 }, contextOf(userId, handle.nextKey())),
        );
        expect(done).toHaveLength(25);
        expect(await world.available(userId)).toBe(2 * LAKH - most);
      }));

    it('cross transfers between the same two without standing in each other’s way', () =>
      rounds(async () => {
        const [one, other] = [await world.person(LAKH), await world.person(LAKH)];
        const before = world.counts.retried;
        const { done } = await world.atOnce(2 * CALLS, (handle, number) => {
          // Each handle sends in both directions.
          const [from, to] = number % 4 < 2 ? [one, other] : [other, one];
          return sendOn(handle, { from, to, amount: 100_00 });
        });
        expect(done).toHaveLength(2 * CALLS);
        expect(world.counts.retried - before).toBe(0);
        expect([await world.available(one), await world.available(other)]).toEqual([LAKH, LAKH]);
      }));

    it('open an account of somebody once, whoever pays into it first', () =>
      rounds(async () => {
        const senders = await world.people(16, 1_000_00);
        const fresh = await world.people(4, 0);
        const { done } = await world.atOnce(CALLS, (handle, number) =>
          sendOn(handle, { from: senders[number % 16] ?? 0, to: fresh[number >> 4] ?? 0, amount: 100_00 }),
        );
        expect(done).toHaveLength(CALLS);
        for (const id of fresh) expect(await world.available(id)).toBe(16 * 100_00);
      }));

    it('number invoices without a gap, and none twice', () =>
      rounds(async () => {
        const buyers = await world.people(CALLS / 2, 1_000_00);
        const poor = await world.people(CALLS / 2, 1_00);
        const { done, refused } = await world.atOnce(CALLS, async (handle, number) => {
          const userId = (number % 4 < 2 ? buyers : poor)[(number >> 2) * 2 + (number % 2)] ?? 0;
          return buyTopUp(walletOf(handle))({ packageId: 'credit-500' }, contextOf(userId, handle.nextKey()));
        });
        expect([done.length, refused.length]).toEqual([CALLS / 2, CALLS / 2]);
        const numbers = await read().selectFrom('invoices').select('sequence').orderBy('sequence').execute();
        expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, index) => index + 1));
      }));

    it('number what nothing but the counter keeps apart, and take back the number of what is not done', () =>
      rounds(async () => {
        const buyers = await world.people(CALLS, 0);
        await world.atOnce(CALLS, (handle, number) => {
          const userId = buyers[number] ?? 0;
          return handle.database.write(userId, async (tx) => {
            const { id: purchaseId } = await tx.query
              .insertInto('purchases')
              .values({
                ...{ user_id: userId, kind: 'top-up', item_id: 'credit', text: 'Credit', taxable: 100 },
                ...{ gst: 0, paid_with: 'credit', state: 'paid', message: '', at: handle.now },
                reference: handle.nextKey(),
              })
              .returning('id')
              .executeTakeFirstOrThrow();
            const sale = { purchaseId, userId, text: 'Credit', taxable: 100, gst: 0, gstPercent: 18 };
            await writeInvoice(tx, { ...sale, at: handle.now });
            if (number % 4 === 3) throw new Refusal('refused', 'This one is not done.');
          });
        });
        const numbers = await read().selectFrom('invoices').select('sequence').orderBy('sequence').execute();
        expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, index) => index + 1));
      }));

    it('sell a plan once to who asks for it sixteen times', () =>
      rounds(async () => {
        const userId = await world.person(LAKH);
        const plan = pricesOn(world.handles[0].now).plans.find(({ planId }) => planId === 'trade-month');
        if (!plan) throw new Error('There is no such plan.');
        const { done, refused } = await world.atOnce(16, (handle) =>
          payPlan(handle, contextOf(userId, handle.nextKey()), plan),
        );
        expect(done).toHaveLength(1);
        expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['conflict']));
        const bought = await read()
          .selectFrom('subscriptions')
          .select('id')
          .where('user_id', '=', userId)
          .execute();
        expect(bought).toHaveLength(1);
      }));

    it('renew a token sixteen times into one pair', () =>
      rounds(async () => {
        const userId = await world.person(0);
        const depsOf = (handle: MoneyWorld): SessionDeps =>
          ({
            ...{ ...handle, endSession: () => undefined },
            accessTokens: new AccessTokens({ named: null, unnamed: new Uint8Array(32) }, handle.clock),
          }) as unknown as SessionDeps;
        const deps = depsOf(world.handles[0]);
        const prepared = await prepareSession(deps, userId);
        const { refreshToken } = await world.handles[0].database.write(userId, (tx) =>
          openSession(deps, tx, prepared, contextOf(userId, '')),
        );
        const { done } = await world.atOnce(
          16,
          async (handle) => (await refreshTokens(depsOf(handle))({ refreshToken }, {} as never)) as TokenPair,
        );
        expect(done).toHaveLength(16);
        expect(new Set(done.map((pair) => JSON.stringify(pair))).size).toBe(1);
      }));

    it('count five wrong passwords at once as five, and let no sixth through', () =>
      rounds(async () => {
        const userId = await world.person(0);
        const guess = (handle: MoneyWorld) =>
          countTryAtDoor(handle.database, handle.clock, { name: `person ${userId}`, userId, source: null });
        const { most } = OF_ACCOUNT;
        expect((await world.atOnce(most, guess)).done).toEqual(Array(most).fill(true));
        const { done, refused } = await world.atOnce(CALLS, guess);
        expect([done.length, refused.length]).toEqual([0, CALLS]);
        const other = await world.person(0);
        const { done: first } = await world.atOnce(CALLS, (handle) =>
          countTryAtDoor(handle.database, handle.clock, {
            name: `person ${other}`,
            userId: other,
            source: null,
          }),
        );
        expect(first).toHaveLength(most);
      }));

    it('take right and wrong passwords of one person without standing in each other’s way', () =>
      rounds(async () => {
        const id = await world.person(0);
        const person = await read()
          .selectFrom('users')
          .select(['id', 'email', 'phone'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const before = world.counts.retried;
        await world.atOnce<unknown>(4 * CALLS, (handle, number) => {
          const { database, clock } = handle;
          const source = [null, '203.0.113.1', '203.0.113.2'][number % 3] ?? null;
          if (number % 4 < 2)
            return countTryAtDoor(database, clock, { name: person.email, userId: id, source });
          return database.write(id, (tx) => forgetTries(tx, person, source));
        });
        expect(world.counts.retried - before).toBe(0);
      }));

    it('do a transfer once that is sent 64 times under one key, and say the same', () =>
      rounds(async (number) => {
        const [sender, friend] = [await world.person(LAKH), await world.person(0)];
        const { done } = await world.atOnce(CALLS, (handle) =>
          sendOn(handle, { from: sender, to: friend, amount: 100_00, key: `a key ${number}` }),
        );
        expect(done).toHaveLength(CALLS);
        expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(await world.available(friend)).toBe(100_00);
      }));

    it('do once what reaches beyond the database and is sent 64 times under one key', () =>
      rounds(async (number) => {
        const userId = await world.person(0);
        let effects = 0;
        const run = () => Promise.resolve({ effect: ++effects });
        const attempt = attemptOf(userId, `a call ${number}`, 'a call', {});
        const { done, refused } = await world.atOnce(CALLS, (handle) =>
          onceByKey(handle.database, handle.clock, attempt, run, (error) => {
            throw error;
          }),
        );
        expect(effects).toBe(1);
        expect(done).toContainEqual({ effect: 1 });
        expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1);
        // The other process cannot wait for it: it says that it has not ended.
        expect(refused.every(({ message }) => message.includes('has not ended'))).toBe(true);
      }));
  },
);
