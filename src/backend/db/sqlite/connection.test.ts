import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Dialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { NodeSqliteDialect, ReadingDialect } from './connection.ts';

const READS = 400;
/** Rows that a read of a millisecond or so counts. */
const ROWS = 20_000;

/** Turns that others have while somebody reads again and again. */
const turnsBeside = async (dialectOf: (handle: DatabaseSync) => Dialect): Promise<number> => {
  const handle = new DatabaseSync(':memory:');
  const database = new Kysely<unknown>({ dialect: dialectOf(handle) });
  onTestFinished(() => database.destroy());
  let turns = 0;
  let isOver = false;
  const other = (): void => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const rows = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS}) select count(*) from n`;
  for (let read = 0; read < READS; read += 1) await rows.execute(database);
  isOver = true;
  return turns;
};

test('who reads a table again and again lets an order pass', async () => {
  // The control: nobody passes where reads take no turns.
  expect(await turnsBeside((handle) => new NodeSqliteDialect(handle))).toBe(0);
  expect(await turnsBeside((handle) => new ReadingDialect(handle))).toBeGreaterThan(READS / 10);
});
