import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { phaseAt } from '../../src/engine/trading/trading-day.ts';
import { LiveWorld, momentOf } from '../support/live-world.ts';
import { openTestDatabase } from '../support/test-database.ts';

/** An entry for the next open is withdrawn like a queued one. A queued one waits for its turn. */
const EVENING = '2026-11-20T15:41:00';
let folder = '';
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-queued-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, momentOf(EVENING)));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('after the kill switch no order leaves that was wanted before, at the next open neither', async () => {
  const world = new LiveWorld({ database, runId: 9_001, at: EVENING, product: 'delivery' });
  world.broker.isOpen = (moment) => phaseAt({ kind: 'equity' }, moment) === 'open';
  await world.load();
  await world.price('ITC', 400_00);
  await world.enter('ITC', 10);
  // What the kill switch does to the order path.
  await world.execution.orders.sending.withdrawEntries();
  await world.execution.endEntries(null, 'Stopped with all live trading');
  world.goTo('2026-11-23T09:14:30');
  await world.seconds(31);
  await world.price('ITC', 405_00);
  await world.seconds(10);
  expect(world.broker.truth).toEqual([]);
});
