import { expect, it } from 'vitest';
import { changeAnswer } from '../../src/engine/trading/order-change.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { restingTermsOf } from '../../src/backend/broker-accounts/entry-changes.ts';
import { faultWorlds } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';
import { NO_FAULTS } from '../support/seeded-broker.ts';

/** Schedules of a long run: `TRICKDESK_SCHEDULES=1000 npx vitest run tests/faults/hand-change-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 40);
const SYMBOL = 'ITC';
const BUSY_SECONDS = 60;
const QUIET_SECONDS = 90;
const FAULTS = { timeOut: 0.4, late: 0.2, refused: 0.05, lost: 0.2, twice: 0.3, lag: 0.4 };

const { database, open } = faultWorlds(80_000);

/** Count of the changes that came to the broker. */
const countChanges = ({ broker }: LiveWorld): (() => number) => {
  let count = 0;
  const modify = broker.modify.bind(broker);
  broker.modify = (...of) => {
    count++;
    return modify(...of);
  };
  return () => count;
};

/** Something that a person does, or the market, or the power. */
const happen = async (world: LiveWorld, random: Random, most: Map<number, number>): Promise<void> => {
  const { execution } = world;
  await world.price(SYMBOL, Math.round((world.priceOf(SYMBOL)! * (1 + 0.002 * random.normal())) / 5) * 5);
  const order = execution.entriesByHand().at(-1);
  const dice = random.uniform();
  if (!order || changeAnswer(order, order.end_wanted !== null) !== 'ask') return;
  if (dice < 0.3) {
    const quantity = order.filled_quantity + 1 + Math.floor(random.uniform() * 20);
    const price = Math.round((order.price! * (1 + 0.001 * random.normal())) / 5) * 5;
    most.set(order.id, Math.max(most.get(order.id) ?? 0, quantity));
    // A stop order that waits keeps its trigger at its limit.
    const before = restingTermsOf(order);
    const trigger = before.trigger === null ? null : price;
    await (
      await execution.changeEntry(order.id, before, { quantity, price, trigger })
    ).answered;
  } else if (dice < 0.33) await execution.cancel(order.id, world.now, 'Cancelled by you');
  else if (dice < 0.36) {
    world.leave();
    await world.comeBack();
  }
};

/** Settle, as its owner would, orders that never arrived. */
const settleLost = async ({ execution, broker }: LiveWorld): Promise<void> => {
  for (const { id, state, tag } of execution.orders.all())
    if (state === 'unknown' && tag !== null && !broker.byTag(tag)) await execution.resolve(id, 'not-placed');
};

it(
  `in ${SCHEDULES} schedules of changes by hand each is sent once, and both books agree at the end`,
  { timeout: 60_000 + SCHEDULES * 2_000 },
  async () => {
    let [doubts, stops] = [0, 0];
    for (let seed = 0; seed < SCHEDULES; seed++) {
      const random = seededRandom(`changes ${seed}`);
      const world = await open({ faults: FAULTS, random });
      const changes = countChanges(world);
      const most = new Map<number, number>();
      await world.price(SYMBOL, 400_00);
      for (let second = 0; second < BUSY_SECONDS; second++) {
        if (second % 20 === 0) {
          const quantity = 1 + Math.floor(random.uniform() * 20);
          const isStop = random.uniform() < 0.5;
          const price = world.priceOf(SYMBOL)! + (isStop ? 1_00 : -2_00);
          const { id } = await world.rest(SYMBOL, 'buy', quantity, price, isStop ? price : null);
          stops += Number(isStop);
          most.set(id, quantity);
        }
        await world.seconds(1, () => happen(world, random, most));
      }
      world.broker.faults = NO_FAULTS;
      await world.seconds(QUIET_SECONDS);
      await settleLost(world);
      for (const { id, state } of world.execution.entriesByHand())
        if (state !== 'unknown') await world.execution.cancel(id, world.now, 'Cancelled by you');
      await world.seconds(QUIET_SECONDS);
      const rows = await database()
        .read.selectFrom('orders')
        .select(['id', 'tag', 'state', 'filled_quantity', 'quantity'])
        .where('run_id', '=', world.execution.runId)
        .orderBy('id')
        .execute();
      const events = await database()
        .read.selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_events.order_id')
        .select('event')
        .where('orders.run_id', '=', world.execution.runId)
        .where('event', 'like', '%-change')
        .execute();
      const asked = events.filter(({ event }) => event === 'ask-change').length;
      doubts += events.filter(({ event }) => event === 'refuse-change').length;
      for (const { id, tag, state, filled_quantity: filled } of rows) {
        const truth = tag === null ? undefined : world.broker.byTag(tag);
        if (truth)
          expect({ seed, id, state, filled }).toEqual({ seed, id, state: truth.state, filled: truth.filled });
        expect(filled, `order ${id} of schedule ${seed}`).toBeLessThanOrEqual(most.get(id) ?? 0);
      }
      const held = world.positions.reduce((sum, { quantity }) => sum + quantity, 0);
      expect({ seed, held, changes: changes() }).toEqual({ seed, held: world.broker.net, changes: asked });
      expect(world.broker.truth.length, `orders of schedule ${seed}`).toBeLessThanOrEqual(most.size);
      expect(await world.wronglyRebuilt()).toEqual([]);
    }
    // Otherwise the faults did not bite.
    expect(doubts).toBeGreaterThan(SCHEDULES / 2);
    expect(stops).toBeGreaterThan(SCHEDULES / 2);
  },
);
