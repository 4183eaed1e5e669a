import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE, type Database } from './database.ts';
import { MOST_WAITING } from './personal-reads.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

let folder = '';
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-reads-'));
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const setMeta = (key: string, value: string) =>
  database.write(HOUSE, (tx) =>
    tx.query
      .insertInto('meta')
      .values({ key, value })
      .onConflict((same) => same.column('key').doUpdateSet({ value }))
      .execute(),
  );
const metaOf = (userId: number, key: string) =>
  database.readOf(userId).selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();

it('what is committed is seen by the next read', async () => {
  for (const value of ['one', 'two', 'three']) {
    await setMeta('seen', value);
    expect(await metaOf(1, 'seen')).toEqual({ value });
  }
});

it('a read that fails is reported to its caller, and the next one is answered', async () => {
  await expect(sql`select * from no_such_table`.execute(database.readOf(1))).rejects.toThrow(
    /no such table|does not exist/,
  );
  await setMeta('after', 'all is well');
  expect(await metaOf(1, 'after')).toEqual({ value: 'all is well' });
});

it('nothing is written where personal lists are read', async () => {
  await expect(database.readOf(1).deleteFrom('meta').execute()).rejects.toThrow(/readonly|read-only/);
  await expect(
    database
      .readOf(1)
      .transaction()
      .execute(async () => {
        await Promise.resolve();
      }),
  ).rejects.toThrow('A transaction cannot be had over this connection.');
});

it('too many reads of one person are refused, and those of another are answered', async () => {
  const asked = Array.from({ length: MOST_WAITING + 5 }, () => metaOf(1, 'seen'));
  const others = metaOf(2, 'seen');
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused.map(({ reason }) => (reason as Error).message)).toContain(
    'Many of your lists are being read already. Wait a moment, and try again.',
  );
  expect(await others).toBeDefined();
  // The places are free again.
  expect(await metaOf(1, 'seen')).toBeDefined();
});
