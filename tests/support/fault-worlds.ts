import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { BrokerOrder } from '../../src/backend/brokers/broker.ts';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import { seedForOne } from './seed-for-one.ts';
import { phaseAt } from '../../src/engine/trading/trading-day.ts';
import { LiveWorld, type LiveWorldOptions, momentOf } from './live-world.ts';
import { openTestDatabase } from './test-database.ts';

const MORNING = '2026-11-20T10:00:00';
const SHARE = { kind: 'equity' } as const;

export const isStop = (order: BrokerOrder): boolean => order.trigger !== null;
export const isExit = (order: BrokerOrder): boolean => order.side === 'sell' && order.trigger === null;

/** A database for a file's worlds, and how to open one. At an exchange that keeps its hours. */
export const faultWorlds = (runs: number) => {
  let folder = '';
  let run = runs;
  const given: { database: Database | null } = { database: null };
  const database = (): Database => {
    if (!given.database) throw new Error('There is no database yet.');
    return given.database;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-faults-'));
    given.database = await openTestDatabase(folder);
    await given.database.write(HOUSE, (tx) => seedForOne(tx, momentOf(MORNING)));
  });
  afterAll(async () => {
    await database().close();
    rmSync(folder, { recursive: true });
  });
  const open = async (options: Partial<LiveWorldOptions> = {}): Promise<LiveWorld> => {
    const world = new LiveWorld({ database: database(), runId: ++run, at: MORNING, ...options });
    world.broker.isOpen = (at) => phaseAt(SHARE, at) === 'open';
    await world.load();
    return world;
  };
  /** Exits of a position in writing order, whatever became of them. */
  const exitsOf = (positionId: number) =>
    database()
      .read.selectFrom('orders')
      .select(['id', 'state'])
      .where('position_id', '=', positionId)
      .where('slot', '=', 'leaving')
      .orderBy('id')
      .execute();
  return { database, open, exitsOf };
};

/** Shares that were sold, of all orders. */
export const soldOf = (world: LiveWorld): number => world.sales.reduce((sum, { filled }) => sum + filled, 0);
