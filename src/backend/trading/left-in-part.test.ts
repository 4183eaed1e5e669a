import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryOf } from '../../../tests/support/live-path.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { HOUSE, type Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { intendOrder } from './order-book.ts';
import { EventHub } from '../notices/event-hub.ts';
import { leftInPart } from './left-in-part.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const FULL = new Error('database or disk is full');
const hub = new EventHub({ now: () => NOW });
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-in-part-'));
let database: Database;
let keys = 0;

beforeAll(async () => {
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, NOW));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A live position with one order, in a slot and state. */
const held = async (slot: OrderRow['slot'], state: OrderRow['state']): Promise<number> => {
  const run = { source: 'broker', runId: 900, mode: 'live', brokerId: 2 } as const;
  return database.write(1, async (tx) => {
    const { id } = await tx.query
      .insertInto('positions')
      .values(
        openPosition({
          user_id: 1,
          strategy_id: 1,
          symbol: 'SBIN',
          mode: 'live',
          source: 'broker',
          run_id: 900,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = `k${keys++}`;
    const wanted = { symbol: 'SBIN', quantity: 1, key, at: NOW, positionId: id, slot, side: 'sell' } as const;
    const { order } = await intendOrder(tx, hub, entryOf(run, wanted));
    await tx.query.updateTable('orders').set({ state }).where('id', '=', order.id).execute();
    return id;
  });
};
const told = async (...ids: number[]): Promise<string> =>
  ((await leftInPart(database, FULL, ids, 'All live trading is stopped.')) as Error).message;

it('a stop or target that rests at the broker closes nothing yet', async () => {
  const ids = [await held('resting-stop', 'waiting'), await held('resting-target', 'open')];
  expect(await told(...ids)).toBe(
    'All live trading is stopped. The disk is full, so not everything was saved. Free some space and try again.',
  );
});

it('an exit that works and a stop whose trigger was reached do', async () => {
  const ids = [
    await held('leaving', 'submitted'),
    await held('resting-stop', 'triggered'),
    await held('resting-stop', 'waiting'),
  ];
  expect(await told(...ids)).toContain('Positions being closed: 2 of 3.');
});
