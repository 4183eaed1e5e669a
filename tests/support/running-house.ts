import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { openTestDatabase } from './test-database.ts';
import { writeForAll } from './write-for-all.ts';

/** A database of the tests of a file, and its folder. Both are there once the tests run. */
export interface RunningHouse {
  database: Database;
  folder: string;
}

/** Gives the tests of a file a database. The strategies of the house all run in it. */
export const runningHouse = (): RunningHouse => {
  const house = {} as RunningHouse;
  beforeAll(async () => {
    house.folder = mkdtempSync(join(tmpdir(), 'trickdesk-house-'));
    house.database = await openTestDatabase(house.folder);
    await house.database.write(HOUSE, (tx) => seedHouse(tx, 0));
    await writeForAll(house.database, (tx) =>
      tx.query.updateTable('strategies').set({ status: STRATEGY_STATUS.running }).execute(),
    );
  });
  afterAll(async () => {
    await house.database.close();
    rmSync(house.folder, { recursive: true });
  });
  return house;
};
