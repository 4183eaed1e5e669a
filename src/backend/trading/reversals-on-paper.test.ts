import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import type { History } from '../market/history.ts';
import { SessionCandles } from '../market/session-candles.ts';
import type { TickBatch } from '../market/tape.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { Execution } from './execution.ts';
import { Runner } from './runner.ts';
import { columnsOfDocument } from './strategy-columns.ts';
import { loadTerms } from './trading-terms.ts';

const OPEN = istDayStart('2026-11-20') + (9 * 60 + 30) * MINUTE_MS;
const STRATEGY = 1;
const SYMBOL = 'ITC';
const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;
const crosses = (operator: 'crosses-above' | 'crosses-below', value: number) =>
  ({ kind: 'compare', left: close, operator, right: rupees(value) }) as const;

/** Long above ₹410, short below ₹390; nothing is asked twice, so that a missed turn stays missed. */
const RULES: Partial<RuleDocumentInput> = {
  instruments: [SYMBOL],
  timeframe: '1m',
  entry: crosses('crosses-above', 410),
  reverse: { entry: crosses('crosses-below', 390) },
  stopLoss: { kind: 'percent', value: 20 },
  size: { kind: 'fixed', quantity: 10 },
};

/** The program is gone: nothing that it does from here on is written. */
class Killed extends Error {}

let folder = '';
let database: Database;
let runs = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-reversals-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A strategy on a paper run of its own. Prices and time are moved by hand, and the program may be killed. */
class PaperWorld {
  readonly runId = ++runs;
  volume = 1_000_000;
  /** Writes that are still made; then the program is gone. */
  writesLeft = Infinity;
  faults: unknown[] = [];
  execution!: Execution;
  runner!: Runner;
  private candles!: SessionCandles;
  private readonly seen: TickBatch[] = [];
  private last = { price: 400_00, at: OPEN };
  private doneUntil = OPEN;
  private minutes = 0;

  async open(rules: Partial<RuleDocumentInput> = {}): Promise<this> {
    const document = parseRuleDocument({ ...RSI_RULES, ...RULES, ...rules });
    if (!document.ok) throw new Error(document.failure.message);
    const columns = columnsOfDocument(document.value);
    await writeForAll(database, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ ...columns, status: STRATEGY_STATUS.running, capital: 1_00_000_00, slippage_bp: 0 })
        .where('id', '=', STRATEGY)
        .execute(),
    );
    await this.begin();
    return this;
  }

  /** Take up what is written, as a start of the program does. */
  async begin(): Promise<void> {
    this.writesLeft = Infinity;
    const dying: Database = {
      ...database,
      write: (concern, work) => {
        if (this.writesLeft-- <= 0) return Promise.reject(new Killed());
        return database.write(concern, work);
      },
    };
    const hub = new EventHub(systemClock);
    const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
    const run = { source: 'simulated', runId: this.runId, mode: 'test', brokerId: 1 } as const;
    const lastPrice = () => this.last;
    const onFault = (_id: number, error: unknown): Promise<void> => {
      if (error instanceof Killed) return Promise.reject(error);
      this.faults.push(error);
      return Promise.resolve();
    };
    this.candles = new SessionCandles();
    this.candles.watch(SYMBOL, '1m');
    for (const batch of this.seen) if (batch.time <= this.doneUntil) this.candles.add(batch);
    this.candles.closeUntil(this.doneUntil, false);
    const execution = new Execution({
      database: dying,
      sinks,
      broker: new PaperBroker(() => true),
      run,
      lastPrice,
      block: () => null,
      fundsOf: (id) => this.runner.fundsOf(id),
      termsOf: async (id) => this.runner.termsOf(id) ?? loadTerms(database, id),
      onTrade: (trade) => this.runner.onTrade(trade),
      onFault,
    });
    this.execution = execution;
    this.runner = new Runner({
      database: dying,
      sinks,
      execution,
      history: { candlesBefore: () => Promise.resolve([]) } as unknown as History,
      candles: this.candles,
      run,
      historyOwnerId: 0,
      lastPrice,
      previousClose: () => null,
      lockOf: () => null,
      staleAfterMs: 5 * MINUTE_MS,
      blockReason: () => null,
      onFault,
    });
    await execution.load();
    await this.runner.add({ id: STRATEGY }, false, this.doneUntil);
  }

  async tick(second: number, price: number): Promise<void> {
    const time = OPEN + this.minutes * MINUTE_MS + second * 1_000;
    const tick = { symbol: SYMBOL, price: price * 100, volume: this.volume, isGap: false };
    const batch = { time, ticks: [tick] };
    this.seen.push(batch);
    this.last = { price: tick.price, at: time };
    this.candles.add(batch);
    await this.execution.onTicks(batch);
    if (this.runner.isReversing && (await this.runner.reverse(time))) await this.execution.fillPlaced(batch);
  }

  /** The minute closes, and it is written that it did. */
  async closeMinute(): Promise<void> {
    const now = OPEN + (this.minutes + 1) * MINUTE_MS;
    await this.execution.squareOff(now);
    await this.runner.onCandles(this.candles.closeUntil(now, false), now);
    await this.execution.writeMoved({ userId: null, write: () => Promise.resolve() });
    this.doneUntil = now;
    this.minutes++;
  }

  async minute(...prices: readonly number[]): Promise<void> {
    for (const [index, price] of prices.entries()) await this.tick(5 + index * 10, price);
    await this.closeMinute();
  }

  /** A minute that is played again after a kill, from its beginning. */
  forgetMinute(): void {
    for (let at = this.seen.length - 1; (this.seen[at]?.time ?? 0) > this.doneUntil; at--) this.seen.pop();
  }

  /** Orders of the run in words, oldest first. */
  async orders(): Promise<string[]> {
    const rows = await database.read
      .selectFrom('orders')
      .select(['side', 'slot', 'quantity', 'filled_quantity', 'state', 'reason'])
      .where('run_id', '=', this.runId)
      .orderBy('id')
      .execute();
    return rows.map((row) => `${row.side} ${row.filled_quantity}/${row.quantity} ${row.slot}: ${row.reason}`);
  }

  /** Shares held after each fill, in the order of fills. */
  async holdings(): Promise<number[]> {
    const rows = await database.read
      .selectFrom('fills')
      .innerJoin('orders', 'orders.id', 'fills.order_id')
      .select(['orders.side', 'fills.quantity'])
      .where('orders.run_id', '=', this.runId)
      .orderBy('fills.id')
      .execute();
    let held = 0;
    return rows.map(({ side, quantity }) => (held += side === 'buy' ? quantity : -quantity));
  }

  async refusals(): Promise<string[]> {
    const rows = await database.read
      .selectFrom('logs')
      .select('text')
      .where('topic', '=', 'guard')
      .where('strategy_id', '=', STRATEGY)
      .orderBy('id')
      .execute();
    return rows.map(({ text }) => text);
  }
}

const enterLong = async (world: PaperWorld): Promise<void> => {
  await world.minute(400, 400);
  await world.minute(405, 411);
  await world.minute(412, 412);
  expect(await world.holdings()).toEqual([10]);
};

describe('a position that is turned on paper', () => {
  it('is left and entered on the other side at the same price, in this order, and back', async () => {
    const world = await new PaperWorld().open();
    await enterLong(world);
    await world.minute(395, 389);
    await world.minute(388, 388);
    await world.minute(412, 412);
    await world.minute(413, 413);
    expect(await world.orders()).toEqual([
      'buy 10/10 entry: Entry rule at 09:32',
      'sell 10/10 leaving: Reversal at 09:34',
      'sell 10/10 entry: Entry rule at 09:34',
      'buy 10/10 leaving: Reversal at 09:36',
      'buy 10/10 entry: Entry rule at 09:36',
    ]);
    expect(await world.holdings()).toEqual([10, 0, -10, 0, 10]);
    const trades = await database.read
      .selectFrom('trades')
      .select(['side', 'entry_price', 'exit_price', 'charges'])
      .where('run_id', '=', world.runId)
      .orderBy('id')
      .execute();
    expect(trades.map(({ side, entry_price, exit_price }) => [side, entry_price, exit_price])).toEqual([
      ['long', 412_05, 387_95],
      ['short', 387_95, 413_05],
    ]);
    for (const { charges } of trades) expect(charges).toBeGreaterThan(0);
    const [position] = world.execution.positionsOf(STRATEGY);
    expect(position).toMatchObject({ side: 'long', stop_loss: 330_45 });
  });

  it('is entered on the other side only once all of it is left, however thin the volume', async () => {
    const world = await new PaperWorld().open();
    await enterLong(world);
    await world.minute(395, 389);
    world.volume = 16;
    await world.minute(388, 388, 388, 388, 388);
    expect(await world.holdings()).toEqual([10, 6, 2, 0, -2, -6, -10]);
  });

  it('is not entered when its exit is not done by the next close, and says so', async () => {
    const world = await new PaperWorld().open();
    await enterLong(world);
    await world.minute(395, 389);
    world.volume = 8;
    await world.minute(388, 388);
    world.volume = 1_000_000;
    await world.minute(387, 387);
    expect(await world.holdings()).toEqual([10, 8, 6, 0]);
    expect((await world.refusals()).at(-1)).toContain('could not be left before the next candle closed');
  });

  it('is not entered when its exit is taken back', async () => {
    const world = await new PaperWorld().open();
    await enterLong(world);
    await world.minute(395, 389);
    const [exit] = await database.read
      .selectFrom('orders')
      .select('id')
      .where('run_id', '=', world.runId)
      .where('slot', '=', 'leaving')
      .execute();
    await world.execution.cancel(exit?.id ?? 0, OPEN, 'Cancelled by you');
    await world.minute(388, 388);
    expect(await world.holdings()).toEqual([10]);
    expect((await world.refusals()).at(-1)).toContain('The exit was taken back');
  });

  it('is not entered when the strategy is stopped in between', async () => {
    const world = await new PaperWorld().open();
    await enterLong(world);
    await world.minute(395, 389);
    world.runner.remove(STRATEGY);
    await world.minute(388, 388);
    await world.minute(387, 387);
    expect(await world.holdings()).toEqual([10, 0]);
  });

  it.each([
    ['the trades of the day', { maxTradesPerDay: 1 }, "The day's limit of one trade was reached."],
    ['the entry window', { window: { from: '09:15', to: '09:34' } }, 'Entries are only taken between'],
  ] as const)('is left and not entered where %s do not allow it', async (_name, rules, reason) => {
    const world = await new PaperWorld().open(rules);
    await enterLong(world);
    await world.minute(395, 389);
    await world.minute(388, 388);
    expect(await world.holdings()).toEqual([10, 0]);
    expect((await world.refusals()).at(-1)).toContain(reason);
  });
});

describe('a program that is killed in the middle of a reversal', () => {
  it('enters the other side once or not at all, at every write at which it is killed', async () => {
    const ends = new Map<string, number>();
    for (let writes = 0; writes < 14; writes++) {
      const world = await new PaperWorld().open();
      await enterLong(world);
      world.writesLeft = writes;
      for (const prices of [
        [395, 389],
        [388, 388],
        [387, 387],
        [386, 386],
      ]) {
        try {
          await world.minute(...prices);
        } catch (error) {
          expect(error instanceof Killed || (error as Error).cause instanceof Killed).toBe(true);
          world.forgetMinute();
          await world.begin();
          await world.minute(...prices);
        }
      }
      const held = await world.holdings();
      ends.set(held.join(' '), (ends.get(held.join(' ')) ?? 0) + 1);
      expect(world.faults).toEqual([]);
      const entries = (await world.orders()).filter((order) => order.includes('entry'));
      expect(new Set(entries).size).toBe(entries.length);
    }
    // Both ends are come to, and no other.
    expect([...ends.keys()].toSorted()).toEqual(['10 0', '10 0 -10']);
  });
});
