import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../angel-one/connected.ts';
import { GttOrders } from '../../src/backend/broker-accounts/gtt/gtt-orders.ts';
import type { BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { GttRow } from '../../src/backend/db/schema.ts';
import { moveGtt } from '../../src/backend/broker-accounts/gtt/gtt-rows.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { MAY_TRIGGER } from '../../src/shared/gtt-states.ts';
import { SeededRules } from '../support/seeded-rules.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

const SEEDS = 24;
const STEPS = 60;
const PRICE = 400_00;
const ITC: BrokerInstrument = {
  ...{ symbol: 'ITC', exchange: 'NSE', token: 'ITC', tradingSymbol: 'ITC-EQ', lotSize: 1, tickSize: 5 },
  ...{ expiry: null, freezeQuantity: null, isin: null },
};

let server: TestBackend;
let database: Database;
beforeAll(async () => {
  server = await startTestBackend();
  ({ database } = server.backend.parts);
});
afterAll(() => server.dispose());

/** A person at a broker of faults. They place and cancel in a program that dies and starts again. */
class World {
  readonly userId: number;
  readonly rules: SeededRules;
  readonly random: Random;
  readonly triggered: string[] = [];
  gtt: GttOrders;
  now = Date.parse('2026-11-20T10:00:00+05:30');
  private marks = 0;

  constructor(userId: number, seed: number) {
    this.userId = userId;
    this.random = seededRandom(`gtt ${seed}`);
    this.rules = new SeededRules({
      random: this.random,
      now: () => this.now,
      priceOf: () => PRICE,
      onTrigger: ({ quantity }) => this.triggered.push(String(quantity)),
    });
    const some = (most: number): number => this.random.uniform() * most;
    this.rules.faults = {
      ...{ timeOut: some(0.6), lost: some(0.6), late: some(0.6), refused: some(0.3) },
      ...{ cancelTimeOut: some(0.6), noList: some(0.4) },
    };
    this.gtt = this.started();
  }

  started(): GttOrders {
    const { hub, notify } = server.backend.parts;
    return new GttOrders({
      ...{ database, logger: SILENT, userId: this.userId, sinks: { hub, notify } },
      clock: { now: () => this.now },
      broker: () => ({ rules: this.rules }),
      account: () => 'schedule',
      onAnswer: () => undefined,
    });
  }

  rows(): Promise<GttRow[]> {
    return database.read
      .selectFrom('gtt_orders')
      .selectAll()
      .where('user_id', '=', this.userId)
      .orderBy('id')
      .execute();
  }

  /** Each order has a quantity of its own: the truth knows whose a rule is. */
  async place(): Promise<void> {
    const mark = `mark-of-${++this.marks}`;
    const terms = { side: 'buy', quantity: this.marks, trigger: 390_00, price: 391_00 } as const;
    const guard = (): Promise<void> => Promise.resolve();
    const placed = await this.gtt
      .place({ ...terms, mark, symbol: 'ITC', instrument: ITC }, guard)
      .catch(() => null);
    if (this.random.uniform() < 0.2) {
      // The program dies while it waits for the answer.
      this.gtt = this.started();
      await placed?.sent.catch(() => undefined);
    } else await placed?.sent;
  }

  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.now += 1_000;
      this.gtt.everySecond();
      await this.gtt.settled();
    }
  }

  async step(): Promise<void> {
    const choice = this.random.uniform();
    if (choice < 0.3) await this.place();
    else if (choice < 0.5) {
      const rows = (await this.rows()).filter(({ state }) => MAY_TRIGGER.includes(state));
      const row = rows[Math.floor(this.random.uniform() * rows.length)];
      if (row) await this.gtt.cancel(row.id, 'Cancelled by you');
    } else if (choice < 0.6) this.gtt = this.started();
    else if (choice < 0.65) {
      // Its owner makes one like it in the app of the broker.
      this.rules.byOwner({ instrument: ITC, side: 'buy', quantity: 500, trigger: 390_00, price: 391_00 });
    } else if (choice < 0.68) this.rules.moveTo(389_00, 'ITC');
    else await this.seconds(3);
  }
}

/** Orders that are not written as they are in truth. */
const wrongIn = (rows: readonly GttRow[], { truth }: SeededRules): string[] =>
  rows.flatMap((row) => {
    const mine = truth.filter(({ rule, isElsewhere }) => !isElsewhere && rule.quantity === row.quantity);
    const [rule] = mine;
    const said = `${row.mark} is ${row.state}, the truth is ${mine.map(({ state }) => state).join(' and ') || 'none'}`;
    if (mine.length > 1) return [`double: ${said}`];
    if (row.broker_rule_id !== null && row.broker_rule_id !== rule?.ruleId) return [`another's: ${said}`];
    const expected = rule ? { waiting: 'resting', sent: 'sent', cancelled: 'cancelled' }[rule.state] : null;
    // Nobody knows of what is not there, and is never told that it is not.
    const isRight = rule
      ? row.state === expected || (row.state === 'refused' && expected === null)
      : row.state === 'unknown' || row.state === 'refused';
    return isRight ? [] : [said];
  });

describe('GTT orders at a broker of faults', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'are never doubled and never guessed, and end as the broker has them (seed %i)',
    async (seed) => {
      const user = await server.register(`gtt-schedule-${seed}`);
      const { id } = await user.call('profile.mine', {});
      const world = new World(id, seed);
      for (let number = 0; number < STEPS; number++) {
        await world.step();
        for (const row of await world.rows())
          if (row.broker_rule_id !== null) {
            const rule = world.rules.truth.find(({ ruleId }) => ruleId === row.broker_rule_id);
            expect([rule?.isElsewhere, rule?.rule.quantity]).toEqual([false, row.quantity]);
          }
      }
      // The broker comes to itself: what is late arrives, and every list is answered.
      world.rules.faults = { timeOut: 0, lost: 0, late: 0, refused: 0, cancelTimeOut: 0, noList: 0 };
      await world.seconds(200);
      const rows = await world.rows();
      expect(wrongIn(rows, world.rules)).toEqual([]);
      expect(world.rules.created).toBeLessThanOrEqual(rows.length);
      // What was to be cancelled and is known to be there is gone.
      const stays = rows.filter(({ state, end_wanted }) => state === 'resting' && end_wanted !== null);
      expect(stays).toEqual([]);
    },
    60_000,
  );

  it('would be doubled by one that is sent again on a guess', async () => {
    const user = await server.register('gtt-schedule-control');
    const { id } = await user.call('profile.mine', {});
    const world = new World(id, 1);
    world.rules.faults = { timeOut: 1, lost: 0, late: 1, refused: 0, cancelTimeOut: 0, noList: 0 };
    await world.place();
    const [row] = await world.rows();
    // The control: its owner's word is taken without the list, and the same order is sent once more.
    await database.write(id, (tx) => moveGtt(tx, row!.id, 'write-off', world.now));
    await world.rules.create({ instrument: ITC, side: 'buy', quantity: 1, trigger: 390_00, price: 391_00 });
    await world.seconds(100);
    expect(wrongIn(await world.rows(), world.rules)).toEqual([expect.stringMatching(/^double/)]);
  });
});
