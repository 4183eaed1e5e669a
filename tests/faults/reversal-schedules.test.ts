import { expect, test } from 'vitest';
import { seededRandom } from '../../src/engine/random.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { LiveRunWorld } from '../support/live-run-world.ts';
import { NO_FAULTS } from '../support/seeded-broker.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** Schedules of the long run: `TRICKDESK_SCHEDULES=500 npx vitest run tests/faults/reversal-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 12);
const QUANTITY = 10;
/** Minutes with faults, and without them at the end. In the last of those the price stands still. */
const [MINUTES, QUIET, STILL] = [14, 8, 5];
/** The loss of a day at which no more is entered, paise. */
const MOST_LOSS = 250_00;
const FAULTS = { timeOut: 0.25, late: 0.3, refused: 0.15, lost: 0.3, twice: 0.3, lag: 0.4 };
/** How long an order may be unknown. It is held to be under way for three minutes, and nothing leaves beside it. */
const BLIND_SECONDS = 210;

const close = { kind: 'price', field: 'close' } as const;
const closeIs = (operator: '>' | '<', value: number) =>
  ({ kind: 'compare', left: close, operator, right: { kind: 'constant', value, unit: 'rupees' } }) as const;

/** Turns at every swing of the market below, and loses by each. */
const RULES: Partial<RuleDocumentInput> = {
  entry: closeIs('>', 401),
  reverse: { entry: closeIs('<', 399) },
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'fixed', quantity: QUANTITY },
  maxTradesPerDay: 100,
};

/** Prices that cross both entry levels again and again. Each reversal loses. */
const pricesOf = (seed: number): number[] => {
  const random = seededRandom(`swings ${seed}`);
  return Array.from({ length: (MINUTES + QUIET) * 60 }, (_, second) => {
    // At the end the market stands still, so that nothing is decided and every report arrives.
    if (second >= (MINUTES + QUIET - STILL) * 60) return 400_00;
    const swing = Math.sin((second / 60) * Math.PI * (0.5 + 0.2 * random.uniform()));
    return Math.round((400_00 + 300 * swing + 40 * random.normal()) / 5) * 5;
  });
};

/** The furthest move of a price, paise. It is that within the seconds in which nothing may be known. */
const furthestMove = (prices: readonly number[]): number =>
  Math.max(
    ...prices.map((_, at) => {
      const window = prices.slice(at, at + BLIND_SECONDS);
      return Math.max(...window) - Math.min(...window);
    }),
  );

interface Outcome {
  /** Shares that were truly held when an entry was sent; none should be. */
  readonly onTop: readonly number[];
  readonly most: number;
  readonly worst: number;
  readonly turns: number;
  readonly doubts: number;
  readonly held: number;
  readonly truly: number;
}

const play = async (seed: number): Promise<Outcome> => {
  const world = new LiveRunWorld();
  await world.open();
  world.links = new SeededLinks(world.clock.now, seededRandom(`reversals ${seed}`));
  await world.start('2026-11-20T10:00:00', RULES);
  await writeForAll(world.database, (tx) =>
    tx.query.updateTable('strategies').set({ max_loss_per_day: MOST_LOSS }).where('id', '=', 1).execute(),
  );
  const prices = pricesOf(seed);
  const { broker } = world.links;
  world.links.move('ITC', prices[0] ?? 0);
  await world.connect();
  broker.faults = FAULTS;
  /** Shares truly held as each order was sent, by tag. */
  const heldAt = new Map<string, number>();
  const place = broker.place.bind(broker);
  broker.place = (order) => {
    heldAt.set(order.tag, broker.net);
    return place(order);
  };
  let [most, worst] = [0, 0];
  const valueAt = (price: number): number =>
    broker.truth.reduce(
      (sum, { order, filled, value }) =>
        sum + (order.side === 'buy' ? filled * price - value : value - filled * price),
      0,
    );
  for (const [second, price] of prices.entries()) {
    if (second === MINUTES * 60) broker.faults = NO_FAULTS;
    world.links.move('ITC', price);
    await world.run.everySecond();
    await world.run.settled();
    await world.run.settled();
    most = Math.max(most, Math.abs(broker.net));
    worst = Math.min(worst, valueAt(price));
    world.now += 1_000;
  }
  const count = async (event: string, slot: string): Promise<number> => {
    const { n } = await world.database.read
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('orders.slot', '=', slot as 'entry')
      .where('order_events.event', '=', event as 'fill')
      .executeTakeFirstOrThrow();
    return n;
  };
  const sides = broker.truth.filter(({ order, filled }) => filled > 0 && order.trigger === null);
  const held = world.run.execution
    .openPositions()
    .reduce((sum, { side, quantity }) => sum + (side === 'long' ? quantity : -quantity), 0);
  const entries = await world.database.read
    .selectFrom('orders')
    .select('tag')
    .where('slot', '=', 'entry')
    .where('tag', 'is not', null)
    .execute();
  const outcome = {
    onTop: entries.map(({ tag }) => heldAt.get(tag ?? '') ?? 0).filter((net) => net !== 0),
    most,
    worst,
    turns: sides.filter(({ order }) => order.side === 'sell').length,
    doubts: (await count('lose-answer', 'leaving')) + (await count('refuse', 'leaving')),
    held,
    truly: broker.net,
  };
  await world.close();
  return outcome;
};

test(
  `in ${SCHEDULES} schedules of faults a strategy that turns is never doubled, and its loss is bounded`,
  { timeout: 60_000 + SCHEDULES * 20_000 },
  async () => {
    let [turns, doubts] = [0, 0];
    for (let seed = 0; seed < SCHEDULES; seed++) {
      const outcome = await play(seed);
      const { onTop, most, worst, held, truly } = outcome;
      expect({ seed, onTop }).toEqual({ seed, onTop: [] });
      expect(most, `most that schedule ${seed} held, long or short`).toBeLessThanOrEqual(QUANTITY);
      // What was lost when entries ended, and at most one position more at its stop and a while past it.
      const past = QUANTITY * (410 + furthestMove(pricesOf(seed)));
      expect(-worst, `the loss of schedule ${seed}, paise`).toBeLessThanOrEqual(MOST_LOSS + past);
      expect({ seed, held }).toEqual({ seed, held: truly });
      turns += outcome.turns;
      doubts += outcome.doubts;
    }
    // Otherwise nothing was turned, or the faults did not bite.
    expect(turns).toBeGreaterThan(2 * SCHEDULES);
    expect(doubts).toBeGreaterThan(SCHEDULES / 2);
  },
);
