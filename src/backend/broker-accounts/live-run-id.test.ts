import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { inserter } from '../../../tests/support/raw-rows.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { HOUSE, DATABASE_FILE } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { liveRunId } from './live-run-id.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a user’s live orders have one run, also when two ask for it at once', async () => {
  const database = await openTestDatabase(folder);
  try {
    const [userId, other] = await database.write(HOUSE, async (tx) => [
      await addUser(tx, { number: 1 }),
      await addUser(tx, { number: 2 }),
    ]);
    let theirs = 0;
    const ours = await database.write(userId, (tx) =>
      liveRunId(
        interrupted(tx, {
          after: /^select .*feeds/,
          write: async (second) => {
            theirs = await liveRunId(second, userId, NOW);
          },
        }),
        userId,
        NOW,
      ),
    );
    expect(ours).toBe(theirs);
    expect(await database.write(userId, (tx) => liveRunId(tx, userId, NOW))).toBe(ours);
    expect(await database.write(other, (tx) => liveRunId(tx, other, NOW))).not.toBe(ours);
  } finally {
    await database.close();
  }
});

it.skipIf(isOnPostgres)(
  'a SQLite file with two runs of one user can be opened, and goes on with the first',
  async () => {
    const old = await makeDatabase(join(folder, DATABASE_FILE), 25);
    const user_id = inserter(
      old,
      'users',
    )({
      ...{ full_name: 'A', email: 'a@x', phone: '1', password_hash: '-', referral_code: '1' },
      ...{ role: 'user', is_house: 0, created_at: 0 },
    });
    const feed = inserter(old, 'feeds');
    const row = {
      ...{ user_id, source: 'broker', state: 'running', seed: 0, market_time: NOW, speed: 1 },
      ...{ from_day: '', to_day: '', symbols_json: '[]', created_at: NOW },
    };
    const first = feed(row);
    feed(row);
    feed({ ...row, source: 'replay' });
    old.close();
    const database = await openTestDatabase(folder);
    try {
      expect(await database.write(user_id, (tx) => liveRunId(tx, user_id, NOW))).toBe(first);
    } finally {
      await database.close();
    }
  },
);
