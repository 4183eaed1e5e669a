import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaperBroker } from '../../src/backend/brokers/paper/paper-broker.ts';
import { systemClock } from '../../src/backend/clock.ts';
import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import type { StrategyRow } from '../../src/backend/db/schema.ts';
import { SimulatedLegFunds } from '../../src/backend/market/simulated/leg-funds.ts';
import { simulatedContractPrice, simulatedLegMarket } from '../../src/backend/market/simulated/leg-market.ts';
import type { IndexNow } from '../../src/backend/market/simulated/option-quotes.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { Execution } from '../../src/backend/trading/execution.ts';
import { LegRunner } from '../../src/backend/trading/legs/leg-runner.ts';
import { loadTerms } from '../../src/backend/trading/trading-terms.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { type LegDocument, type LegDocumentInput, LegDocumentSchema } from '../../src/shared/leg-document.ts';
import { WORKING_STATES } from '../../src/shared/order-states.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { istDayStart, MINUTE_MS, minutesToClock } from '../../src/shared/time.ts';
import { addLegStrategy } from '../support/add-leg-strategy.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Schedules of the long run: `TRICKDESK_SCHEDULES=2000 npx vitest run tests/faults/leg-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 60);
/** First seed, so that processes can share a long run. */
const FIRST = Number(process.env['TRICKDESK_FIRST_SCHEDULE'] ?? 0);

/** Time of one promise: a schedule takes a tenth of a second on a quiet machine. */
const LONGEST_MS = 60_000 + SCHEDULES * 2_000;

/** Day of an expiry. Legs that are held for days have their exit on it too. */
const DAY = '2026-12-01';
const [OPEN, ENTRY, EXIT, MINUTES] = [9 * 60 + 15, 9 * 60 + 17, 9 * 60 + 35, 28];
const PREVIOUS_CLOSE = 26_000_00;
const BATCHES = [10_000, 30_000, 50_000];
const TRIES = 200;
const FULL = new Error('database or disk is full');

/** The program ends here. */
class Killed extends Error {}

let folder = '';
let database: Database;
let runs = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-legs-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, istDayStart(DAY)));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const one = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random.uniform() * of.length)] as T;

const documentOf = (random: Random): LegDocument => {
  const level = () =>
    one(random, [
      null,
      { of: 'premium' as const, distance: { kind: 'percent' as const, value: one(random, [3, 8]) } },
      { of: 'underlying' as const, distance: { kind: 'points' as const, rupees: 15 } },
    ]);
  const again = () => ({
    how: one(random, ['at-once', 'at-cost', 'reversed'] as const),
    times: one(random, [1, 2, 20]),
  });
  const leg = (): LegDocumentInput['legs'][number] => {
    const [stop, target] = [level(), level()];
    return {
      side: one(random, ['buy', 'sell']),
      kind: one(random, ['call', 'put']),
      lots: one(random, [1, 2]),
      strike: { by: 'at-the-money', steps: one(random, [-1, 0, 2]) },
      stop,
      target,
      onStop: stop && one(random, [null, again()]),
      onTarget: target && one(random, [null, again()]),
      wait: one(random, [null, null, { direction: 'up', distance: { kind: 'percent', value: 1 } }] as const),
    };
  };
  return LegDocumentSchema.parse({
    version: 2,
    underlying: 'NIFTY',
    entry: { at: minutesToClock(ENTRY) },
    exit: { at: minutesToClock(EXIT), daysBeforeExpiry: one(random, [null, 0]) },
    legs: Array.from({ length: one(random, [1, 2, 4]) }, leg),
    structure: {
      stop: one(random, [null, { kind: 'rupees', rupees: 1_500 }]),
      onLegExit: one(random, ['that-leg', 'all-legs']),
      moveToCost: one(random, ['none', 'all-legs']),
      ifIncomplete: one(random, ['close', 'keep']),
    },
  } satisfies LegDocumentInput);
};

/** Trouble of a schedule. Chances of each write. */
interface Trouble {
  readonly refused: number;
  readonly killed: number;
  /** Minute after the open at which its owner stops it. */
  readonly stoppedAt: number | null;
  /** Chance that its owner leaves a leg or cancels an order. At each price. */
  readonly meddled?: number;
}

/** One day of one strategy on a run of its own. */
class Schedule {
  readonly faults: string[] = [];
  readonly runId = ++runs;
  /** Programs that have ended at a write. */
  kills = 0;
  private readonly document: LegDocument;
  private readonly trouble: Trouble;
  private readonly random: Random;
  private readonly spots: readonly number[];
  private readonly name: string;
  private readonly mostLoss: number | null;
  private strategyId = 0;
  private now = 0;
  private spot = 0;
  private isCalm = false;
  /** Minutes that were written as done; a program that starts again goes on there. */
  private done = 0;

  constructor(seed: number, trouble: Trouble, document?: LegDocument) {
    const drawn = seededRandom(`legs ${seed}`);
    const any = documentOf(drawn);
    this.document = document ?? any;
    this.mostLoss = one(drawn, [null, null, 1_00]);
    let spot = PREVIOUS_CLOSE;
    this.spots = Array.from(
      { length: MINUTES * BATCHES.length },
      () => (spot = Math.round(spot * (1 + 0.0003 * drawn.normal()))),
    );
    this.trouble = trouble;
    this.random = seededRandom(`trouble ${seed}`);
    this.name = `Legs ${this.runId}`;
  }

  async play(): Promise<void> {
    this.strategyId = await this.addStrategy();
    let world = await this.begin();
    while (this.done < MINUTES) {
      try {
        await this.minute(world, this.done);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.kills++;
        world = await this.begin();
      }
    }
  }

  positions() {
    return database.read
      .selectFrom('positions')
      .selectAll()
      .where('strategy_id', '=', this.strategyId)
      .orderBy('id')
      .execute();
  }

  squareOffs() {
    return database.read
      .selectFrom('orders')
      .select('side')
      .where('strategy_id', '=', this.strategyId)
      .where('purpose', '=', 'square-off')
      .orderBy('id')
      .execute();
  }

  entries() {
    return database.read
      .selectFrom('orders')
      .selectAll()
      .where('strategy_id', '=', this.strategyId)
      .where('slot', '=', 'entry')
      .where('filled_quantity', '>', 0)
      .execute();
  }

  private async addStrategy(): Promise<number> {
    const { id } = await addLegStrategy(database, this.document, {
      ...{ name: this.name, max_loss_per_day: this.mostLoss },
    });
    return id;
  }

  private row(): Promise<StrategyRow> {
    return database.read
      .selectFrom('strategies')
      .selectAll()
      .where('id', '=', this.strategyId)
      .executeTakeFirstOrThrow();
  }

  private disturbed(): Database {
    // What has ended writes nothing more, whatever it makes of its last write.
    let isDead = false;
    const end = (): Killed => {
      isDead = true;
      return new Killed();
    };
    const write: Database['write'] = async (of, work) => {
      if (isDead) throw end();
      const { refused, killed } = this.isCalm ? { refused: 0, killed: 0 } : this.trouble;
      const drawn = this.random.uniform();
      if (drawn < refused) throw FULL;
      if (drawn < refused + killed / 2) throw end();
      const value = await database.write(of, work);
      if (drawn < refused + killed) throw end();
      return value;
    };
    return { ...database, write };
  }

  private indexNow(): IndexNow {
    return { underlying: 'NIFTY', spot: this.spot, previousClose: PREVIOUS_CLOSE, now: this.now };
  }

  private async begin() {
    this.isCalm = true;
    const hub = new EventHub(systemClock);
    const sinks = {
      hub,
      notify: createNotify(hub, systemClock),
      writeLog,
      notifyFollowers: () => undefined,
    };
    const run = { source: 'simulated', runId: this.runId, mode: 'test', brokerId: 1 } as const;
    const lastPrice = (symbol: string) => {
      const price = symbol === 'NIFTY' ? this.spot : simulatedContractPrice(this.indexNow(), symbol);
      return price === null ? null : { price, at: this.now };
    };
    const onFault = (_: number, error: unknown) => {
      if (error instanceof Killed) throw error;
      this.faults.push(String(error));
      return Promise.resolve();
    };
    const disturbed = this.disturbed();
    const execution: Execution = new Execution({
      database: disturbed,
      sinks,
      broker: new PaperBroker(() => false),
      run,
      lastPrice,
      block: () => null,
      fundsOf: (id) => legs.fundsOf(id),
      termsOf: async (id) => legs.termsOf(id) ?? loadTerms(database, id),
      onTrade: (trade) => legs.onTrade(trade),
      onFault,
    });
    const legs: LegRunner = new LegRunner({
      database: disturbed,
      sinks,
      execution,
      run,
      marketOf: () => simulatedLegMarket(this.indexNow()),
      fundsOfLegs: (underlying, held) => new SimulatedLegFunds(() => this.indexNow()).of(underlying, held),
      lastPrice,
      previousClose: () => PREVIOUS_CLOSE,
      onFault,
    });
    await execution.load();
    await legs.watchHeld();
    const row = await this.row();
    if (row.status === STRATEGY_STATUS.running) await legs.add(row, false);
    this.isCalm = false;
    return { execution, legs };
  }

  /** Leave a leg as its owner, or cancel an order. Exits are cancelled too. */
  private async meddle(execution: Execution): Promise<void> {
    const orders = await database.read
      .selectFrom('orders')
      .select('id')
      .where('strategy_id', '=', this.strategyId)
      .where('state', 'in', WORKING_STATES)
      .execute();
    const order = one(this.random, [null, ...orders]);
    const held = one(this.random, [null, ...execution.openPositions()]);
    try {
      if (order) await execution.cancel(order.id, this.now, 'Cancelled by you');
      else if (held)
        await execution.exit(held.id, 'exit', 'Sold by you', this.now, `sold ${held.id} ${this.now}`);
    } catch (error) {
      if (error !== FULL && !(error instanceof Refusal)) throw error;
    }
  }

  /** Do one step until nothing refuses it, as the session does. */
  private async untilDone(step: () => Promise<void>): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++)
      try {
        return await step();
      } catch (error) {
        if (error !== FULL) throw error;
      }
    throw new Error('A minute is never done.');
  }

  private async minute(
    { execution, legs }: Awaited<ReturnType<Schedule['begin']>>,
    index: number,
  ): Promise<void> {
    const start = istDayStart(DAY) + (OPEN + index) * MINUTE_MS;
    if (index === this.trouble.stoppedAt) {
      await database.write(1, (tx) =>
        tx.query
          .updateTable('strategies')
          .set({ status: STRATEGY_STATUS.stopped })
          .where('id', '=', this.strategyId)
          .execute(),
      );
      legs.remove(this.strategyId);
      await this.untilDone(() => execution.endEntries(this.strategyId, 'You stopped it'));
    }
    for (const [number, after] of BATCHES.entries()) {
      this.now = start + after;
      this.spot = this.spots[index * BATCHES.length + number] ?? PREVIOUS_CLOSE;
      const symbols = [...new Set([...execution.symbolsInUse(), ...legs.contracts()])].sort();
      const ticks = symbols.map((symbol) => ({
        symbol,
        price: simulatedContractPrice(this.indexNow(), symbol) ?? 0,
        volume: 0,
        isGap: false,
      }));
      const batch = { time: this.now, ticks };
      await this.untilDone(() => execution.onTicks(batch));
      if (this.random.uniform() < (this.trouble.meddled ?? 0)) await this.meddle(execution);
    }
    this.now = start + MINUTE_MS;
    await this.untilDone(async () => {
      await execution.squareOff(this.now);
      await legs.onMinute(this.now);
    });
    await this.untilDone(() => execution.writeMoved({ userId: null, write: () => Promise.resolve() }));
    this.done = index + 1;
  }
}

type Positions = Awaited<ReturnType<Schedule['positions']>>;

/** Positions without the numbers of their rows. */
const traded = (positions: Positions) =>
  positions
    .map(({ leg, symbol, side, entry_quantity, entry_value, exit_value, opened_at, closed_at }) =>
      [leg, symbol, side, entry_quantity, entry_value, exit_value, opened_at, closed_at].join(' '),
    )
    .sort();

/** Promises about money that a schedule must keep. */
const requireSafe = async (schedule: Schedule): Promise<Positions> => {
  const [positions, entries] = [await schedule.positions(), await schedule.entries()];
  expect(schedule.faults).toEqual([]);
  expect(positions.filter(({ status }) => status !== 'closed')).toEqual([]);
  // Closed in full, and by no more than was entered.
  expect(positions.filter(({ quantity }) => quantity !== 0)).toEqual([]);
  expect(entries).toHaveLength(positions.length);
  for (const earlier of positions)
    for (const later of positions)
      if (later.leg === earlier.leg && later.id > earlier.id)
        expect(later.opened_at).toBeGreaterThanOrEqual(earlier.closed_at ?? Number.POSITIVE_INFINITY);
  return positions;
};

const played = async (seed: number, trouble: Trouble): Promise<Schedule> => {
  const schedule = new Schedule(seed, trouble);
  await schedule.play();
  return schedule;
};
const CALM: Trouble = { refused: 0, killed: 0, stoppedAt: null };
const seeds = Array.from({ length: SCHEDULES }, (_, index) => FIRST + index);

describe('whatever happens to the database', () => {
  it(
    'that refuses writes, the trades are those of a day without trouble',
    async () => {
      let trades = 0;
      for (const seed of seeds) {
        const calm = await requireSafe(await played(seed, CALM));
        const disturbed = await requireSafe(await played(seed, { ...CALM, refused: 0.3 }));
        expect(traded(disturbed), `seed ${seed}`).toEqual(traded(calm));
        trades += calm.length;
      }
      // Most schedules trade: what enters nothing proves nothing.
      expect(trades).toBeGreaterThan(SCHEDULES);
    },
    LONGEST_MS,
  );

  it(
    'and of programs that end at a write, no leg is held twice, and all are closed',
    async () => {
      let kills = 0;
      for (const seed of seeds) {
        const schedule = await played(seed, { ...CALM, refused: 0.05, killed: 0.06 });
        await requireSafe(schedule);
        kills += schedule.kills;
      }
      console.log(`Legs on paper: ${SCHEDULES} schedules, ${kills} kills.`);
      expect(kills).toBeGreaterThan(SCHEDULES);
    },
    LONGEST_MS,
  );

  it(
    'and whatever its owner leaves and cancels',
    async () => {
      for (const seed of seeds)
        await requireSafe(await played(seed, { refused: 0.1, killed: 0.02, stoppedAt: null, meddled: 0.2 }));
    },
    LONGEST_MS,
  );

  it(
    'what is stopped is closed at its time, also after the program has ended',
    async () => {
      for (const seed of seeds) {
        const stoppedAt = 4 + (seed % 12);
        const schedule = await played(seed, { refused: 0.05, killed: 0.04, stoppedAt });
        const positions = await requireSafe(schedule);
        const stopped = istDayStart(DAY) + (OPEN + stoppedAt) * MINUTE_MS;
        expect(positions.filter(({ opened_at: opened }) => opened > stopped)).toEqual([]);
      }
    },
    LONGEST_MS,
  );
});

it('what was sold is bought back before what hedged it is sold', async () => {
  const leg = { kind: 'call', lots: 1 } as const;
  const spread = LegDocumentSchema.parse({
    version: 2,
    underlying: 'NIFTY',
    entry: { at: minutesToClock(ENTRY) },
    exit: { at: minutesToClock(EXIT) },
    legs: [
      { ...leg, side: 'buy', strike: { by: 'at-the-money', steps: 4 } },
      { ...leg, side: 'sell', strike: { by: 'at-the-money', steps: 0 } },
    ],
  } satisfies LegDocumentInput);
  const schedule = new Schedule(0, CALM, spread);
  await schedule.play();
  await requireSafe(schedule);
  expect((await schedule.squareOffs()).map(({ side }) => side)).toEqual(['buy', 'sell']);
});
