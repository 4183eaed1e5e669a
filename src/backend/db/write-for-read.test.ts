import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Concern, type Database, HOUSE } from './database.ts';
import { writeForRead } from './write-for-read.ts';

let folder = '';
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-concern-'));
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('a user who has come between the reading and the write is named, and what is written is written once', async () => {
  const add = (number: number) => database.write(HOUSE, (tx) => addUser(tx, { number }));
  const first = await add(1);
  let second = 0;
  const named: Concern[] = [];
  const between: Database = {
    ...database,
    write: async (of, work, isUrgent) => {
      named.push(of);
      if (second === 0) second = await add(2);
      return database.write(of, work, isUrgent);
    },
  };
  const written = await writeForRead(
    between,
    async (db) => (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id),
    async (tx) => {
      await tx.query.insertInto('meta').values({ key: 'once', value: '' }).execute();
      return 'written';
    },
  );
  expect(written).toBe('written');
  expect(named).toEqual([[first], [first, second]]);
});
