import { DatabaseSync } from 'node:sqlite';
import { Kysely, type LogEvent } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { NodeSqliteDialect } from '../../db/sqlite/connection.ts';
import { OrderCounts } from './order-counts.ts';

it('counts the orders of a user in a mode, of those that it knows none again', async () => {
  const handle = new DatabaseSync(':memory:');
  handle.exec('create table orders (id integer primary key, user_id integer, mode text)');
  const add = (userId: number, mode: string, count: number) => {
    for (let number = 0; number < count; number++)
      handle.prepare('insert into orders (user_id, mode) values (?, ?)').run(userId, mode);
  };
  /** After which order each count begins. */
  const begun: unknown[] = [];
  const read = new Kysely<Schema>({
    dialect: new NodeSqliteDialect(handle),
    log: ({ query }: LogEvent) => void begun.push(query.parameters.at(-1)),
  });
  const counts = new OrderCounts({ readOf: () => read } as unknown as Database);
  const all = async () => [
    await counts.of(1, 'test'),
    await counts.of(1, 'live'),
    await counts.of(2, 'test'),
  ];

  expect(await all()).toEqual([0, 0, 0]);
  add(1, 'test', 3);
  add(1, 'live', 2);
  add(2, 'test', 1);
  expect(await all()).toEqual([3, 2, 1]);
  add(1, 'test', 1);
  begun.length = 0;
  expect(await all()).toEqual([4, 2, 1]);
  expect(begun).toEqual([3, 5, 6]);
  handle.close();
});
