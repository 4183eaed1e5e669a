import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { isOver } from '../../src/engine/trading/order.ts';
import type { LegDocumentInput } from '../../src/shared/leg-document.ts';
import { contractAt, LegWorld } from '../support/leg-world.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { type Faults, NO_FAULTS } from '../support/seeded-broker.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Schedules of the long run: `TRICKDESK_SCHEDULES=2000 npx vitest run tests/faults/live-leg-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 4);
/** First seed, so that processes can share a long run. */
const FIRST = Number(process.env['TRICKDESK_FIRST_SCHEDULE'] ?? 0);
const FAULTS: Faults = { timeOut: 0.2, late: 0.3, refused: 0.1, lost: 0.25, twice: 0.3, lag: 0.3 };
const MANY_FAULTS: Faults = { ...FAULTS, timeOut: 0.5, lost: 0.5 };
/** Schedules in which a control must go wrong once. */
const MOST_CONTROLS = 20;
const MIDDLE = 26_000_00;
const LOT = 65;
/** Time in which an incomplete structure must be on its way out. */
const MOST_INCOMPLETE_MS = 5_000;
/** Time after which an entry that nobody knows of has failed. */
const WAITED_MS = 92_000;

let folder = '';
let database: Database;
let runs = 5_000;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-live-legs-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Wanted {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
}

/** Trouble of a schedule. */
interface Trouble {
  readonly faults?: Faults;
  /** Chance of each write that the program ends there. */
  readonly killed?: number;
  readonly isStopped?: boolean;
  readonly losesSession?: boolean;
}

const one = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random.uniform() * of.length)] as T;

type Document = Partial<LegDocumentInput> & Pick<LegDocumentInput, 'legs'>;

/** A short strangle with or without its hedges; each contract once. */
const documentOf = (random: Random): Document => {
  const lots = one(random, [1, 30]);
  const stop = { of: 'premium', distance: { kind: 'percent', value: one(random, [10, 25]) } } as const;
  const onStop = one(random, [null, { how: 'at-cost', times: 2 } as const]);
  const leg = (side: 'buy' | 'sell', kind: 'call' | 'put', steps: number) => ({
    ...{ side, kind, lots, strike: { by: 'at-the-money', steps } as const },
    // What hedges has no stop of its own.
    ...(side === 'sell' && { stop, onStop }),
  });
  const sold = [leg('sell', 'call', 2), leg('sell', 'put', 2)];
  const bought = [leg('buy', 'call', 6), leg('buy', 'put', 6)];
  return {
    legs: one(random, [sold, [...sold, ...bought], [...bought, ...sold]]),
    structure: {
      stop: one(random, [null, { kind: 'rupees', rupees: 2_000 } as const]),
      onLegExit: one(random, ['that-leg', 'all-legs']),
      moveToCost: one(random, ['none', 'all-legs']),
      ifIncomplete: one(random, ['close', 'close', 'keep']),
    },
  };
};

/** Contracts that a document enters while the index is in the middle. */
const wantedOf = ({ legs }: Pick<LegDocumentInput, 'legs'>): Wanted[] =>
  legs.map(({ side, kind, lots, strike }) => {
    const steps = strike?.by === 'at-the-money' ? strike.steps : 0;
    const right = kind === 'call' ? 'call' : 'put';
    const symbol = contractAt(MIDDLE + (kind === 'call' ? steps : -steps) * 50_00, right);
    return { symbol, side, quantity: lots * LOT };
  });

/** One morning of one strategy, and what went wrong in it. */
class Schedule {
  readonly wrong = new Set<string>();
  readonly world: LegWorld;
  private readonly random: Random;
  private readonly wanted: readonly Wanted[];
  private readonly closes: boolean;
  private readonly trouble: Trouble;
  private seen = 0;
  private incompleteSince: number | null = null;
  entered = 0;

  constructor(seed: number, trouble: Trouble, given?: Document) {
    const drawn = seededRandom(`live legs ${seed}`);
    const any = documentOf(drawn);
    const document = given ?? any;
    this.wanted = wantedOf(document);
    this.closes = document.structure?.ifIncomplete !== 'keep';
    this.random = seededRandom(`trouble of live legs ${seed}`);
    this.trouble = trouble;
    this.world = new LegWorld({
      ...{ database, runId: ++runs, document, seed: `live legs ${seed}` },
      ...(trouble.faults && { faults: trouble.faults }),
    });
  }

  async play(isStarted = false): Promise<string[]> {
    const { world } = this;
    if (!isStarted) await world.start();
    await world.until('09:20:01');
    world.killed = this.trouble.killed ?? 0;
    const stoppedAt = this.trouble.isStopped ? Math.floor(this.random.uniform() * 240) : -1;
    const awayAt = this.trouble.losesSession ? Math.floor(this.random.uniform() * 240) : -1;
    await world.until('09:26:00', async (second) => {
      world.spot = Math.round(world.spot * (1 + 0.0001 * this.random.normal()));
      if (second === stoppedAt) await world.stop();
      if (second === awayAt) world.run.disconnect();
      if (second === awayAt + 20 && awayAt >= 0) await world.connect();
      await this.check();
    });
    // Whatever is lost is found to be so in a few minutes.
    world.killed = 0;
    world.links.broker.faults = NO_FAULTS;
    await world.until('09:34:00', () => this.check());
    for (const breach of world.breaches) this.wrong.add(breach);
    if (Object.keys(world.account).length > 0) this.wrong.add(`held: ${JSON.stringify(world.account)}`);
    if (world.positions.length > 0) this.wrong.add(`${world.positions.length} positions are open`);
    return [...this.wrong];
  }

  private async check(): Promise<void> {
    const { world } = this;
    const { truth } = world.links.broker;
    for (const { symbol, side, quantity } of this.wanted) {
      const held = world.net(symbol) * (side === 'buy' ? 1 : -1);
      if (held > quantity || held < 0) this.wrong.add(`${held} of ${quantity} ${symbol} are held`);
      this.entered += held;
    }
    for (; this.seen < truth.length; this.seen++) this.checkHedged(this.seen);
    await this.checkPolicy();
  }

  /** Check that nothing is sold before all of its hedges. The first time counts. */
  private checkHedged(index: number): void {
    const { world } = this;
    const { order } = world.links.broker.truth[index] ?? {};
    const earlier = world.links.broker.truth.slice(0, index);
    const leg = this.wanted.find(({ symbol }) => symbol === order?.instrument.symbol);
    if (!order || leg?.side !== 'sell' || order.side !== 'sell' || order.trigger !== null) return;
    if (earlier.some((one) => one.order.instrument.symbol === leg.symbol)) return;
    const isBare = this.wanted.some(
      ({ side, symbol, quantity }) => side === 'buy' && world.net(symbol) < quantity,
    );
    if (isBare) this.wrong.add(`${leg.symbol} is sold without its hedges`);
  }

  private async checkPolicy(): Promise<void> {
    const { world } = this;
    if (!this.closes) return;
    const entries = await database.read
      .selectFrom('orders')
      .select(['leg', 'state', 'quantity', 'filled_quantity', 'placed_at'])
      .where('strategy_id', '=', world.strategy.id)
      .where('slot', '=', 'entry')
      // Of the first entry of a leg, in one slice or several.
      .where((eb) => eb.or([eb('intent_key', 'like', '%:1'), eb('intent_key', 'like', '%:1/%')]))
      .execute();
    const hasFailed = [...Map.groupBy(entries, ({ leg }) => leg).values()].some(
      (orders) =>
        // An unknown one has failed as well, when it was waited for.
        orders.some(({ state, placed_at: at }) => state === 'unknown' && at < world.now - WAITED_MS) ||
        (orders.every(({ state }) => isOver(state)) &&
          orders.some(({ quantity, filled_quantity: filled }) => filled < quantity)),
    );
    const { legOrders } = world.run.execution;
    const isKept = world.positions.some(({ id }) => !legOrders.isBeingLeft(id));
    if (!hasFailed || !isKept || !world.run.isConnected) this.incompleteSince = null;
    else this.incompleteSince ??= world.now;
    if (this.incompleteSince !== null && world.now - this.incompleteSince > MOST_INCOMPLETE_MS)
      this.wrong.add('a structure that is not complete goes on');
  }
}

const legsOf = (wanted: readonly (readonly ['buy' | 'sell', 'call' | 'put', number])[]): Document => ({
  legs: wanted.map(([side, kind, steps]) => ({
    ...{ side, kind, lots: 1, strike: { by: 'at-the-money', steps } },
  })),
});
const STRANGLE = legsOf([
  ['sell', 'call', 2],
  ['sell', 'put', 2],
]);
const SPREAD = legsOf([
  ['sell', 'call', 2],
  ['buy', 'call', 6],
]);
/** Guards without which a schedule must go wrong. With a document that needs them. */
const CONTROLS: readonly (readonly [string, Record<string, unknown>, Document, RegExp])[] = [
  ['waits for what is bought', { isTimeFor: () => Promise.resolve(true) }, SPREAD, /without its hedges/],
  ['gives an unknown entry up', { noteOverdue: () => undefined }, STRANGLE, /not complete goes on/],
];

const seeds = Array.from({ length: SCHEDULES }, (_, index) => FIRST + index);

describe('whatever becomes of orders, no leg is doubled, bare or left behind', () => {
  it.each<[string, Trouble]>([
    ['and nothing goes wrong', {}],
    ['and the broker is at fault', { faults: FAULTS }],
    ['and the program ends at any write', { killed: 0.03 }],
    ['and both', { faults: FAULTS, killed: 0.02 }],
    ['and its owner stops it', { faults: FAULTS, isStopped: true }],
    ['and the session is lost', { faults: FAULTS, losesSession: true }],
  ])(
    '%s',
    async (_, trouble) => {
      let [entered, kills] = [0, 0];
      for (const seed of seeds) {
        const schedule = new Schedule(seed, trouble);
        expect({ seed, wrong: await schedule.play() }).toEqual({ seed, wrong: [] });
        entered += schedule.entered;
        kills += schedule.world.kills;
      }
      if (trouble.killed) {
        console.log(`Live legs: ${SCHEDULES} schedules, ${kills} kills.`);
        expect(kills).toBeGreaterThan(0);
      }
      // What enters nothing proves nothing.
      expect(entered).toBeGreaterThan(SCHEDULES * LOT);
    },
    60_000 + SCHEDULES * 20_000,
  );
});

it.each(CONTROLS)(
  'and finds out a runner that never %s',
  async (_, without, document, wrong) => {
    const found: string[] = [];
    for (let seed = 0; seed < MOST_CONTROLS && found.length === 0; seed++) {
      const schedule = new Schedule(seed, { faults: MANY_FAULTS }, document);
      await schedule.world.start();
      Object.assign(schedule.world.run.legs.runner, without);
      found.push(...(await schedule.play(true)).filter((text) => wrong.test(text)));
    }
    expect(found).not.toEqual([]);
  },
  60_000 + MOST_CONTROLS * 20_000,
);
