import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import type { ProtectionRules } from '../../engine/protection.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { Execution } from './execution.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

/** A fill that comes beside another is undone whole and booked anew: nobody's order is refused for it. */

const SYMBOL = 'ITC';
const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const NONE: ProtectionRules = { stopLoss: null, target: null, trailing: null, partialExits: [] };

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-anew-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, OPEN));
  await writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set({ status: STRATEGY_STATUS.running }).execute(),
  );
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const setUp = (protection = NONE) => {
  const hub = new EventHub(systemClock);
  let last = { price: 40_000, at: OPEN };
  let given = database;
  const faults: string[] = [];
  const execution = new Execution({
    database: { ...database, write: (of, work, isUrgent) => given.write(of, work, isUrgent) },
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    broker: new PaperBroker(() => true),
    run: { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 },
    lastPrice: () => last,
    block: () => null,
    fundsOf: () => null,
    termsOf: (strategyId) =>
      Promise.resolve({
        strategy: { id: strategyId, name: 'Test', ownerId: 1, isHouse: false },
        opening: { side: 'long', product: 'intraday', protection },
        ...{ slippageBp: 2, squareOffTime: '15:10' },
      }),
    onTrade: () => undefined,
    onFault: (strategyId, error) => {
      faults.push(`${strategyId}: ${String(error)}`);
      return Promise.resolve();
    },
  });
  return {
    execution,
    faults,
    /** Another writer changes the position once, behind the look at it. */
    comesBetween: () => {
      given = withSecondWriter(database, {
        after: /^select \* from "positions" where "id" = /,
        write: (tx) => tx.query.updateTable('positions').set({ charges_json: '{}' }).execute(),
      });
    },
    enter: (quantity: number) =>
      execution.place({
        ...{ userId: 1, strategyId: 1, positionId: null, symbol: SYMBOL, source: 'simulated', runId: 1 },
        ...{ mode: 'test', brokerId: 1, side: 'buy', slot: 'entry', purpose: 'entry', quantity },
        ...{ reason: 'Entry rule', key: 'entry', at: OPEN },
      } as const),
    tick: (second: number, price: number, volume: number) => {
      last = { price, at: OPEN + second * 1_000 };
      return execution.onTicks({
        time: last.at,
        ticks: [{ symbol: SYMBOL, price, volume, isGap: false }],
      });
    },
    orders: () => database.read.selectFrom('orders').selectAll().orderBy('id').execute(),
    positions: () => database.read.selectFrom('positions').selectAll().execute(),
  };
};

it('a further part of an entry on paper that finds its position moved is booked with the next look', async () => {
  const { enter, tick, comesBetween, orders, positions, faults } = setUp();
  await enter(10);
  await tick(1, 40_000, 20);
  const [begun] = await orders();
  expect(begun).toMatchObject({ state: 'partially-filled' });
  comesBetween();
  await tick(2, 40_000, 1_000_000);
  await tick(3, 40_000, 1_000_000);
  expect(await orders()).toMatchObject([{ state: 'filled', filled_quantity: 10 }]);
  expect(await positions()).toMatchObject([{ quantity: 10 }]);
  expect(faults).toEqual([]);
});

it('an exit on paper that finds its position moved is booked with the next look', async () => {
  const { execution, enter, tick, comesBetween, orders, positions, faults } = setUp();
  await enter(10);
  await tick(1, 40_000, 1_000_000);
  const [position] = await positions();
  await execution.exit(position!.id, 'exit', 'Closed by you', OPEN + 1_500, 'exit');
  comesBetween();
  await tick(2, 40_000, 1_000_000);
  await tick(3, 40_000, 1_000_000);
  expect(await orders()).toMatchObject([{ state: 'filled' }, { state: 'filled' }]);
  expect(await positions()).toMatchObject([{ quantity: 0, status: 'closed' }]);
  expect(faults).toEqual([]);
});
