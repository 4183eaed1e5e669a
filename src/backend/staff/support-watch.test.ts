import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EVERYBODY } from '../cluster/own-users.ts';
import { inserter } from '../../../tests/support/raw-rows.ts';
import { addUser } from '../../../tests/support/new-user.ts';
import { HOUSE, DATABASE_FILE, type Database } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createLogger } from '../log.ts';
import type { Notify } from '../notices/notify.ts';
import { SupportWatch } from './support-watch.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
/** Migrations of the last version that kept one number for all messages. */
const BEFORE = 23;
const clock = { now: () => NOW };

let folder = '';
let database: Database;
let userId = 0;
let ticketId = 0;
let notified: string[] = [];
beforeEach(async () => {
  notified = [];
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-support-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, async (tx) => {
    userId = await addUser(tx, { number: 1 });
    ({ id: ticketId } = await tx.query
      .insertInto('tickets')
      .values({
        ...{ user_id: userId, subject: 'Help', category: 'other', state: 'answered' },
        ...{ strategy_id: null, order_id: null, opened_at: NOW, updated_at: NOW },
      })
      .returning('id')
      .executeTakeFirstOrThrow());
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A process that tells; what it tells is written down. */
const watch = (given = database, refused = '') => {
  const notify: Notify = (_tx, _userId, _category, { body }) => {
    if (body === refused) return Promise.reject(new Error('a bad row'));
    notified.push(body);
    return Promise.resolve();
  };
  const logger = createLogger('silent');
  return new SupportWatch({
    users: EVERYBODY,
    database: given,
    clock,
    hub: new EventHub(clock),
    notify,
    logger,
  });
};

const write = (id: number, body: string) =>
  writeForAll(database, ({ query }) =>
    query
      .insertInto('ticket_messages')
      .values({ id, ticket_id: ticketId, user_id: null, author: 'Support', body, at: NOW })
      .execute(),
  );

it('a message that is committed after one with a higher id is notified all the same, and each once', async () => {
  const running = watch();
  await write(2, 'second');
  await running.poll();
  await write(1, 'first');
  await running.poll();
  await running.poll();
  await watch().poll();
  expect(notified).toEqual(['second', 'first']);
});

it('two that poll at once notify of a message once', async () => {
  await write(1, 'once');
  await Promise.all([watch().poll(), watch().poll()]);
  expect(notified).toEqual(['once']);
});

it('a message that cannot be notified keeps back no other, and is tried again at the next start', async () => {
  await write(1, 'bad');
  await write(2, 'good');
  const running = watch(database, 'bad');
  await running.poll();
  await running.poll();
  expect(notified).toEqual(['good']);
  await watch().poll();
  expect(notified).toEqual(['good', 'bad']);
});

it.skipIf(isOnPostgres)(
  'what was notified before a SQLite file was upgraded is not notified again, and what was not is',
  async () => {
    const old = mkdtempSync(join(tmpdir(), 'trickdesk-support-'));
    const handle = await makeDatabase(join(old, DATABASE_FILE), BEFORE);
    const user_id = inserter(
      handle,
      'users',
    )({
      ...{ full_name: 'A', email: 'a@x', phone: '1', password_hash: '-', referral_code: '1' },
      ...{ role: 'user', is_house: 0, created_at: 0 },
    });
    const ticket_id = inserter(
      handle,
      'tickets',
    )({ user_id, subject: 'Help', category: 'other', state: 'open', opened_at: NOW, updated_at: NOW });
    const message = inserter(handle, 'ticket_messages');
    for (const [author, body] of [
      [null, 'told'],
      [user_id, 'thanks'],
      [null, 'not told'],
    ] as const)
      message({ ticket_id, user_id: author, author: 'Somebody', body, at: NOW });
    inserter(handle, 'meta')({ key: 'support-told-to', value: '1' });
    handle.close();
    const upgraded = await openTestDatabase(old);
    await watch(upgraded).poll();
    await watch(upgraded).poll();
    await upgraded.close();
    rmSync(old, { recursive: true });
    expect(notified).toEqual(['not told']);
  },
);
