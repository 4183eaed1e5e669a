import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { runDataTask } from './data-tasks.ts';
import { settle } from './pending-change.ts';
import { DATABASE_FILE, openDatabase } from '../db/database.ts';
import { seedHouse } from '../seed/seed-strategies.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

it('data of which nobody can see whether anybody trades live is not deleted', async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-busy-'));
  const database = await openDatabase(folder);
  await database.write((tx) => seedHouse(tx, 0));
  await database.write(({ query }) =>
    query.updateTable('tricks').set({ mode: 'live', status: 1 }).where('id', '=', 1).execute(),
  );
  await database.close();
  // A program that looks for viruses or copies files, or a backend that is not gone yet.
  const other = new DatabaseSync(join(folder, DATABASE_FILE));
  other.exec('pragma locking_mode = exclusive; begin exclusive; commit');
  try {
    await expect(runDataTask({ kind: 'clear' }, { dataDir: folder, dataKeys: [] })).rejects.toThrow();
  } finally {
    other.close();
  }
  expect(settle(folder).outcome).toBe('nothing');
});
