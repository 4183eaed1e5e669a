import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pricesOn } from '../../src/backend/billing/price-list.ts';
import { countTry, countTryAtDoor, forgetTries } from '../../src/backend/credentials/tries.ts';
import { payPlan } from '../../src/backend/modules/subscription/pay-plan.ts';
import { activateAccount } from '../../src/backend/modules/wallet/activate-account.ts';
import { buyTopUp } from '../../src/backend/modules/wallet/buy-credit.ts';
import { claimRewards } from '../../src/backend/modules/wallet/claim-rewards.ts';
import { withdrawMoney } from '../../src/backend/modules/wallet/withdraw-money.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import type { MoneyWorld } from '../support/money-world.ts';
import { canRace, contextOf, RaceWorld, sendOn, walletOf } from '../support/race-world.ts';
import { verifiedForWithdrawals } from '../support/verified-user.ts';

/** Seconds of the long run: `TRICKDESK_STORM_SECONDS=180 npx vitest run tests/faults/postgres-storm`. */
const SECONDS = Number(process.env['TRICKDESK_STORM_SECONDS'] ?? 8);
const AT_ONCE = 64;
const PEOPLE = 6;
const LAKH = 1_00_000_00;
const ADDRESSES = ['203.0.113.1', '203.0.113.2'];
const TOP_UPS = ['credit-500', 'credit-1000'];
/** Tries and sessions last minutes, plans a month: in each step some of them end. */
const STEPS_MS = [20 * MINUTE_MS, 2 * DAY_MS, 31 * DAY_MS];

interface Person {
  readonly id: number;
  readonly email: string;
  readonly phone: string;
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random.uniform() * from.length)]!;

/** Commands that people give by themselves, by name. */
const COMMANDS: Readonly<
  Record<string, (handle: MoneyWorld, person: Person, other: Person, random: Random) => Promise<unknown>>
> = {
  transfer: (handle, { id: from }, { id: to }, random) =>
    sendOn(handle, { from, to, amount: 10_00 + Math.floor(random.uniform() * 100_00) }),
  'top-up': async (handle, { id }, _other, random) =>
    buyTopUp(walletOf(handle))({ packageId: pick(random, TOP_UPS) }, contextOf(id, handle.nextKey())),
  plan: (handle, { id }, _other, random) =>
    payPlan(handle, contextOf(id, handle.nextKey()), pick(random, pricesOn(handle.now).plans)),
  activation: async (handle, { id }) =>
    activateAccount(walletOf(handle))({}, contextOf(id, handle.nextKey())),
  reward: async (handle, { id }) => claimRewards(walletOf(handle))({}, contextOf(id, handle.nextKey())),
  withdrawal: async (handle, { id }) =>
    withdrawMoney(walletOf(handle))({ amount: 500_00 }, contextOf(id, handle.nextKey())),
  payment: (handle, { id }) => handle.fund(id, 1_000_00),
  renewals: (handle) => handle.renew(),
  'wrong password': (handle, { id, email }, _other, random) =>
    countTryAtDoor(handle.database, handle.clock, {
      name: email,
      userId: id,
      source: pick(random, ADDRESSES),
    }),
  'right password': async (handle, person, _other, random) => {
    const [name, source] = [pick(random, [person.email, person.phone]), pick(random, ADDRESSES)];
    await countTryAtDoor(handle.database, handle.clock, { name, userId: person.id, source });
    await handle.database.write(person.id, (tx) => forgetTries(tx, person, source));
  },
  'wrong proof': (handle, { id }) => countTry(handle.database, handle.clock, id),
  'right proof': (handle, person) => handle.database.write(person.id, (tx) => forgetTries(tx, person)),
};

describe.runIf(canRace)('a storm of all that people do with money', () => {
  let world: RaceWorld;
  let people: Person[] = [];
  beforeAll(async () => {
    world = await RaceWorld.open();
    const ids: number[] = [];
    // A team: each has been brought in by one of those before.
    for (let number = 0; number < PEOPLE; number++)
      ids.push(await world.person(LAKH, number === 0 ? null : (ids[(number - 1) >> 1] ?? null)));
    people = await world.handles[0].database.read
      .selectFrom('users')
      .select(['id', 'email', 'phone'])
      .where('id', 'in', ids)
      .execute();
    for (const { email } of people) await verifiedForWithdrawals(world.handles[0].database, email);
  }, 60_000);
  afterAll(() => world.dispose());

  it(
    `for ${SECONDS} s over two handles has none stand in another’s way, and the books are right`,
    { timeout: 60_000 + 3_000 * SECONDS },
    async () => {
      const until = performance.now() + SECONDS * 1_000;
      const before = { ...world.counts };
      const given = new Map<string, number>();
      /** Sends need a proof of minutes ago. */
      const proveAll = async (): Promise<void> => {
        const [{ database, now }] = world.handles;
        for (const { id } of people)
          await database.write(id, ({ query }) =>
            query.updateTable('sessions').set({ proven_at: now }).where('user_id', '=', id).execute(),
          );
      };
      const giveCommands = async (number: number): Promise<void> => {
        const random = seededRandom(`storm ${number}`);
        while (performance.now() < until) {
          const name = random.uniform() < 0.5 ? 'transfer' : pick(random, Object.keys(COMMANDS));
          const [handle, person, other] = [
            pick(random, world.handles),
            pick(random, people),
            pick(random, people),
          ];
          try {
            await COMMANDS[name]?.(handle, person, other, random);
            given.set(name, (given.get(name) ?? 0) + 1);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
          if (number === 0 && random.uniform() < 0.1) {
            const step = pick(random, STEPS_MS);
            for (const each of world.handles) each.now += step;
            await proveAll();
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => giveCommands(number)));

      const [writes, retried] = (['queued', 'retried'] as const).map(
        (type) => world.counts[type] - before[type],
      );
      console.log(
        `${writes} writes, ${retried} ran again. Done: ${JSON.stringify(Object.fromEntries(given))}`,
      );
      expect(retried).toBe(0);
      expect(await world.handles[0].problems()).toEqual([]);
      // A storm in which nothing comes to pass has shown nothing.
      expect(Object.keys(COMMANDS).filter((name) => !given.has(name))).toEqual([]);
    },
  );
});
