import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import type { LiveExecution } from '../../src/backend/broker-accounts/live-execution.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { entryOf, livePath, ONE_PERCENT, termsOfStrategy, tickOf } from '../support/live-path.ts';
import { shareOf } from '../support/live-world.ts';
import { NO_FAULTS, SeededBroker } from '../support/seeded-broker.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** Schedules of the long run: `TRICKDESK_SCHEDULES=10000 npx vitest run tests/faults/order-schedules`. */
const SCHEDULES = Number(process.env['TRICKDESK_SCHEDULES'] ?? 100);
/** First seed, so that processes can share a long run. */
const FIRST = Number(process.env['TRICKDESK_FIRST_SCHEDULE'] ?? 0);
/** Of the policy that must fail; a few are enough to see it. */
const CONTROLS = 40;

const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const SYMBOL = 'ITC';
const QUANTITY = 10;
const RUN = { source: 'broker', mode: 'live', brokerId: 2 } as const;
const SECONDS = 150;
const QUIET = 20;
/** When the user settles what never arrived; everything that was late is there by then. */
const SETTLING = 60;
const INSTRUMENT = shareOf(SYMBOL);
const FAULTS = { timeOut: 0.35, late: 0.35, refused: 0.15, lost: 0.25, twice: 0.3, lag: 0.4 };

/** Tables grow with every schedule, and each slows the next: so many share a database. */
const A_DATABASE = 50;

let folder = '';
let database: Database;
const openFresh = async (): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-schedules-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, OPEN));
};
const leave = async (): Promise<void> => {
  await database.close();
  rmSync(folder, { recursive: true });
};
beforeAll(openFresh);
afterAll(leave);

/** One schedule: a strategy that holds at most one position trades through a broker with faults. */
class Schedule {
  readonly random;
  readonly broker: SeededBroker;
  readonly execution: LiveExecution;
  /** Most shares that were ever held or short; a second order for the same intent shows here. */
  extreme = { most: 0, least: 0 };
  private now = OPEN;
  private price = 400_00;
  private entries = 0;
  private readonly polls = new Map<number, number>();

  constructor(seed: number, runId: number) {
    this.random = seededRandom(`schedule ${seed}`);
    const clock = { now: () => this.now };
    this.broker = new SeededBroker(this.random, clock.now, FAULTS);
    this.execution = livePath({
      database,
      clock,
      run: { ...RUN, runId },
      broker: () => this.broker,
      instrumentOf: () => Promise.resolve(INSTRUMENT),
      termsOf: (strategyId) =>
        Promise.resolve(
          termsOfStrategy(strategyId, {
            protection: { ...ONE_PERCENT, target: { kind: 'percent', value: 1.5 } },
          }),
        ),
      readAgainMs: 0,
    });
  }

  /** Plays the schedule and lets it come to rest without faults; answers whether something was guessed. */
  async play(policy: 'evidence' | 'three times not found'): Promise<string[]> {
    const wrong: string[] = [];
    const reports: Promise<void>[] = [];
    this.broker.onReport((report) => reports.push(this.execution.orders.onReport(report)));
    await this.execution.load();
    for (let second = 0; second < SECONDS; second++) {
      if (second === SECONDS - 75) this.broker.faults = NO_FAULTS;
      this.now += 1_000;
      // At the end the market stands still, so that every report arrives.
      if (second < SECONDS - QUIET)
        this.price = Math.round((this.price * (1 + 0.003 * this.random.normal())) / 5) * 5;
      this.broker.moveTo(this.price);
      await Promise.all(reports.splice(0));
      this.execution.onTicks([tickOf(INSTRUMENT, this.price, this.now, 0)]);
      await this.execution.leaveReached();
      if (second < SECONDS - 75) await this.trade(second);
      await this.execution.everySecond();
      await this.execution.settled();
      if (policy === 'three times not found') await this.giveUpUnknown();
      else if (second >= SECONDS - SETTLING) await this.settleLost();
      this.extreme.most = Math.max(this.extreme.most, this.broker.net);
      this.extreme.least = Math.min(this.extreme.least, this.broker.net);
      wrong.push(...(await this.guessed()));
    }
    return wrong;
  }

  private async trade(second: number): Promise<void> {
    const [position] = this.execution.openPositions();
    const isBusy = this.execution.hasWorkingEntry(1, SYMBOL);
    if (!position && !isBusy && second % 5 === 0)
      await this.execution.place(
        entryOf(
          { ...RUN, runId: this.runId },
          {
            symbol: SYMBOL,
            quantity: QUANTITY,
            key: `${this.runId}:entry:${this.entries++}`,
            at: this.now,
          },
        ),
      );
    if (position && this.random.uniform() < 0.06)
      await this.execution.exit(position.id, 'exit', 'Exit rule', this.now, `${this.runId}:exit:${this.now}`);
  }

  private get runId(): number {
    return this.execution.runId;
  }

  /** Settle, as the user at the end, what is lost: orders that are truly not there were not placed. */
  private async settleLost(): Promise<void> {
    for (const order of this.execution.orders.all())
      if (order.state === 'unknown' && order.tag !== null && !this.broker.byTag(order.tag))
        await this.execution.resolve(order.id, 'not-placed');
  }

  /** The policy that must not be: not in the book three times means that it failed. */
  private async giveUpUnknown(): Promise<void> {
    const book = await this.broker.orderBook();
    for (const order of this.execution.orders.all()) {
      if (order.state !== 'unknown' || book.some(({ tag }) => tag === order.tag)) continue;
      const polls = (this.polls.get(order.id) ?? 0) + 1;
      this.polls.set(order.id, polls);
      if (polls === 3) await this.execution.resolve(order.id, 'not-placed');
    }
  }

  /** Orders that we hold to have ended, and that truly differ. They have truly not ended, or otherwise. */
  private async guessed(): Promise<string[]> {
    const rows = await database.read
      .selectFrom('orders')
      .select(['id', 'tag', 'state', 'filled_quantity', 'reason'])
      .where('run_id', '=', this.runId)
      .where('state', 'in', ['filled', 'cancelled', 'rejected'])
      .execute();
    return rows.flatMap((row) => {
      const truth = row.tag === null ? undefined : this.broker.byTag(row.tag);
      if (!truth || (truth.state === row.state && truth.filled === row.filled_quantity)) return [];
      return [`order ${row.id} is ${row.state} here and ${truth.state} at the broker (${row.reason})`];
    });
  }
}

let runs = 1_000;

test(
  `in ${SCHEDULES} schedules of faults no order is doubled, no outcome guessed, and both books agree at the end`,
  { timeout: 60_000 + SCHEDULES * 500 },
  async () => {
    let unknown = 0;
    for (let seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      if (seed > 0 && seed % A_DATABASE === 0) {
        await leave();
        await openFresh();
      }
      const schedule = new Schedule(seed, ++runs);
      const wrong = await schedule.play('evidence');
      const held = schedule.execution.openPositions().reduce((sum, { quantity }) => sum + quantity, 0);
      const { most, least } = schedule.extreme;
      expect({ seed, wrong, least, held }).toEqual({ seed, wrong: [], least: 0, held: schedule.broker.net });
      expect(most, `most that schedule ${seed} held`).toBeLessThanOrEqual(QUANTITY);
      const { doubts } = await database.read
        .selectFrom('order_events')
        .innerJoin('orders', 'orders.id', 'order_events.order_id')
        .select((eb) => eb.fn.countAll<number>().as('doubts'))
        .where('orders.run_id', '=', schedule.execution.runId)
        .where('order_events.state', '=', 'unknown')
        .executeTakeFirstOrThrow();
      unknown += doubts;
    }
    // Otherwise the faults did not bite.
    expect(unknown).toBeGreaterThan(SCHEDULES);
  },
);

test('the policy "not found three times means failed" doubles orders on the same schedules', async () => {
  let doubled = 0;
  for (let seed = 0; seed < CONTROLS; seed++) {
    const schedule = new Schedule(seed, ++runs);
    await schedule.play('three times not found');
    if (schedule.extreme.most > QUANTITY || schedule.extreme.least < 0) doubled++;
  }
  expect(doubled).toBeGreaterThan(0);
});
