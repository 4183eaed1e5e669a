import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { FolderAttachments } from './folder-attachments.ts';
import { RowAttachments } from './row-attachments.ts';

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-attachments-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Names a file in a message of a ticket. */
const attach = async (file: string): Promise<void> => {
  const userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
  await database.write(userId, async ({ query }) => {
    const ticket = await query
      .insertInto('tickets')
      .values({
        user_id: userId,
        subject: 'Charges',
        category: 'other',
        state: 'open',
        strategy_id: null,
        order_id: null,
        opened_at: 1,
        updated_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = await query
      .insertInto('ticket_messages')
      .values({ ticket_id: ticket.id, user_id: userId, author: 'Asha', body: 'See the file.', at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await query
      .insertInto('attachments')
      .values({ message_id: message.id, name: 'a.pdf', type: 'application/pdf', file, bytes: 3 })
      .execute();
  });
};
const rows = () => database.read.selectFrom('attachment_files').select('name').execute();
const files = (): string[] => {
  try {
    return readdirSync(join(folder, 'attachments'));
  } catch {
    return [];
  }
};
const BYTES = Buffer.from([1, 0, 255]);

it.each([
  ['a folder', () => new FolderAttachments(folder, database)],
  ['rows', () => new RowAttachments(database, folder, true)],
] as const)(
  'in %s: a file is read as it was stored, and is gone once it is discarded',
  async (_where, make) => {
    const store = make();
    const name = await store.store(BYTES);
    expect(Buffer.from((await store.read(name)) ?? [])).toEqual(BYTES);
    await store.discard(name);
    expect(await store.read(name)).toBeNull();
  },
);

it.each([
  ['a folder', () => new FolderAttachments(folder, database)],
  ['rows', () => new RowAttachments(database, folder, true)],
] as const)(
  'in %s: a file that nothing names is removed at the start, and no other',
  async (_where, make) => {
    const store = make();
    const [named, orphan] = [await store.store(BYTES), await store.store(BYTES)];
    await attach(named);
    await store.settle();
    expect(Buffer.from((await store.read(named)) ?? [])).toEqual(BYTES);
    expect(await store.read(orphan)).toBeNull();
  },
);

it('files of a data folder that was moved to PostgreSQL are taken into the database, and back', async () => {
  const [before, after] = [
    new FolderAttachments(folder, database),
    new RowAttachments(database, folder, true),
  ];
  const name = await before.store(BYTES);
  await attach(name);
  await after.settle();
  expect(Buffer.from((await after.read(name)) ?? [])).toEqual(BYTES);
  expect(files()).toEqual([]);
  // A start that was cut off while it wrote the file.
  mkdirSync(join(folder, 'attachments'), { recursive: true });
  writeFileSync(join(folder, 'attachments', name), BYTES.subarray(0, 1));
  await before.settle();
  expect(Buffer.from((await before.read(name)) ?? [])).toEqual(BYTES);
  expect(await rows()).toEqual([]);
});
