import { expect, it } from 'vitest';
import { closeNet } from '../../src/backend/manual/live-net.ts';
import type { OrderRow } from '../../src/backend/db/schema.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { keyOfHeld, keyOfParts } from '../../src/backend/trading/manual-terms.ts';
import { keyOfMark } from '../../src/backend/manual/known-orders.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { faultWorlds } from '../support/fault-worlds.ts';
import { entryOf } from '../support/live-path.ts';
import type { LiveWorld } from '../support/live-world.ts';
import { NO_FAULTS } from '../support/seeded-broker.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** Schedules of a long run: `TRICKDESK_SCHEDULES=1000 npx vitest run tests/faults/net-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 40);
const SYMBOL = 'ITC';
const PRICE = 400_00;
/** Account by hand of the world. */
const HAND = 2;
const USER = 1;
const BUSY_SECONDS = 60;
const QUIET_SECONDS = 120;
const FAULTS = { timeOut: 0.3, late: 0.2, refused: 0.1, lost: 0.3, twice: 0.3, lag: 0.4 };

const { database, open } = faultWorlds(90_000);

/** A request of the owner, with the orders that it wrote; null of one that was refused. */
interface Asked {
  readonly key: string;
  readonly positionIds: readonly number[];
  readonly quantity: number | undefined;
  readonly orders: readonly number[] | null;
}

/** Orders that a request wrote. Others closed some of it before. */
const idsOf = (orders: readonly OrderRow[], key: string) =>
  orders.flatMap(({ id, intent_key: own }) =>
    keyOfParts(own) === keyOfMark(USER, `close:${key}`) ? [id] : [],
  );

const ask = async (
  { execution }: LiveWorld,
  { key, positionIds, quantity }: Omit<Asked, 'orders'>,
): Promise<readonly number[] | null> => {
  const run = { execution, contractToday: <Instrument>(instrument: Instrument) => instrument };
  try {
    const deps = { database: database(), run, patienceMs: 5_000 };
    return idsOf(await closeNet(deps, { userId: USER, positionIds, quantity, key }), key);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};

/** Buys in several orders. Some have a stop at the broker. */
const hold = async (world: LiveWorld, random: Random): Promise<number[]> => {
  await world.price(SYMBOL, PRICE);
  const run = { source: 'broker', runId: world.execution.runId, mode: 'live', brokerId: 2 } as const;
  const count = 2 + Math.floor(random.uniform() * 4);
  for (let number = 0; number < count; number++) {
    const quantity = 1 + Math.floor(random.uniform() * 20);
    const stopLoss = random.uniform() < 0.5 ? PRICE - 1_00 - Math.floor(random.uniform() * 20) * 5 : null;
    const terms = { type: 'limit', price: PRICE + 1_00, triggerPrice: null, target: null } as const;
    await world.execution.place({
      ...entryOf(run, { symbol: SYMBOL, quantity, key: `${run.runId}:hold:${number}`, at: world.now }),
      strategyId: HAND,
      manual: { ...terms, stopLoss, product: 'intraday' },
    });
    await world.seconds(5);
  }
  expect(world.positions).toHaveLength(count);
  return world.positions.map(({ id }) => id);
};

/** Settle, as its owner would, orders that never arrived. */
const settleLost = async ({ execution, broker }: LiveWorld): Promise<void> => {
  for (const { id, state, tag } of execution.orders.all())
    if (state === 'unknown' && tag !== null && !broker.byTag(tag)) await execution.resolve(id, 'not-placed');
};

/** Units that were sold for a request. */
const soldFor = async ({ key, positionIds }: Asked): Promise<number> => {
  const keys = positionIds.map((id) => keyOfHeld(keyOfMark(USER, `close:${key}`), id));
  const rows = await database()
    .read.selectFrom('exit_intents')
    .innerJoin('orders', 'orders.exit_intent_id', 'exit_intents.id')
    .select(['exit_intents.position_id', 'orders.position_id as of', 'orders.filled_quantity'])
    .where('exit_intents.intent_key', 'in', keys)
    .execute();
  for (const row of rows) expect(row.of).toBe(row.position_id);
  return rows.reduce((sum, { filled_quantity: filled }) => sum + filled, 0);
};

it(
  `in ${SCHEDULES} schedules of net positions closed at a faulty broker never more is sold than is held or asked for`,
  { timeout: 60_000 + SCHEDULES * 3_000 },
  async () => {
    await writeForAll(database(), (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ kind: 'manual', mode: 'live' })
        .where('id', '=', HAND)
        .execute(),
    );
    let [answered, refused, again, stopped] = [0, 0, 0, 0];
    for (let seed = 0; seed < SCHEDULES; seed++) {
      const random = seededRandom(`net ${seed}`);
      const world = await open({ faults: NO_FAULTS, random });
      const positionIds = await hold(world, random);
      const bought = world.broker.net;
      const requests: Asked[] = [];
      world.broker.faults = FAULTS;
      const happen = async () => {
        const moved = world.priceOf(SYMBOL)! * (1 + 0.0006 * random.normal());
        await world.price(SYMBOL, Math.round(moved / 5) * 5);
        const dice = random.uniform();
        const known = requests[Math.floor(random.uniform() * requests.length)];
        if (dice < 0.12) {
          const quantity =
            random.uniform() < 0.2 ? undefined : 1 + Math.floor((random.uniform() * bought) / 2);
          const request = { key: `net-${seed}-${requests.length}`, positionIds, quantity };
          // The same call twice at once: its first answer was lost.
          const [orders, others] = await Promise.all([ask(world, request), ask(world, request)]);
          expect(others ?? []).toEqual(orders ?? []);
          requests.push({ ...request, orders });
          if (orders) answered++;
          else refused++;
        } else if (dice < 0.2 && known?.orders) {
          expect((await ask(world, known)) ?? []).toEqual(known.orders);
          again++;
        } else if (dice < 0.24) {
          world.leave();
          await world.comeBack();
        }
      };
      const check = () => expect(world.broker.net, `schedule ${seed}`).toBeGreaterThanOrEqual(0);
      for (let second = 0; second < BUSY_SECONDS; second++) {
        await world.seconds(1, happen);
        check();
      }
      world.broker.faults = NO_FAULTS;
      for (let second = 0; second < QUIET_SECONDS; second++) {
        await world.seconds(1);
        check();
        if (second % 60 === 59) await settleLost(world);
      }
      await world.seconds(QUIET_SECONDS);
      check();
      const held = world.positions.reduce((sum, { quantity }) => sum + quantity, 0);
      expect({ seed, held }).toEqual({ seed, held: world.broker.net });
      for (const request of requests) {
        const sold = await soldFor(request);
        expect(sold, JSON.stringify({ seed, request })).toBeLessThanOrEqual(request.quantity ?? bought);
        if (request.orders === null) expect(sold).toBe(0);
      }
      const wanted = await database()
        .read.selectFrom('exit_intents')
        .select('id')
        .where('position_id', 'in', positionIds)
        .where('status', '=', 'open')
        .execute();
      expect({ seed, wanted }).toEqual({ seed, wanted: [] });
      const { stops } = await database()
        .read.selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('stops'))
        .where('position_id', 'in', positionIds)
        .where('slot', '=', 'resting-stop')
        .where('filled_quantity', '>', 0)
        .executeTakeFirstOrThrow();
      stopped += Number(stops);
      expect(await world.wronglyRebuilt()).toEqual([]);
    }
    // Otherwise the schedules did not bite.
    for (const count of [answered, refused, again]) expect(count).toBeGreaterThan(SCHEDULES / 4);
    expect(stopped).toBeGreaterThan(SCHEDULES / 10);
  },
);
