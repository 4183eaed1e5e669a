import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { addLiveSample } from '../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../tests/support/seeded-link.ts';
import { startTestBackend } from '../../../tests/support/test-backend.ts';
import { runDataTask } from './data-tasks.ts';
import { liveAtStake } from './live-at-stake.ts';
import { settle, STAGED_FOLDER } from './pending-change.ts';
import { HOUSE, DATABASE_FILE, openDatabase } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

it('data that does not show whether anybody trades live is not deleted', async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-busy-'));
  const database = await openDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
  await writeForAll(database, ({ query }) =>
    query.updateTable('strategies').set({ mode: 'live', status: 1 }).where('id', '=', 1).execute(),
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

it('data that an older version wrote is not taken away either while somebody trades live', async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-older-'));
  const older = await makeDatabase(join(folder, DATABASE_FILE), 17);
  older.exec(
    `insert into users (full_name, email, phone, password_hash, referral_code, role, is_house, created_at)
       values ('A', 'a@desk.example', '7', 'x', 'C', 'trader', 0, 1);
     insert into tricks (owner_id, name, summary, document_json, mode, status, segment, timeframe, risk, minimum_capital,
       capital, max_trades_per_day, square_off_time, product, slippage_bp, is_public, broker_id, created_at)
       values (1, 'T', '', '{}', 'live', 1, 'equity', '1d', 'low', 1, 1, 1, '15:15', 'intraday', 1, 0, 1, 1)`,
  );
  older.close();
  expect(liveAtStake(folder)).toMatch(/^Live trading goes on: 1 running/);
});

it('data with an order of real money that may still fill is not deleted', async () => {
  const links = new SeededLinks();
  const now = Date.parse('2026-11-20T10:00:00+05:30');
  const server = await startTestBackend({ linkBroker: links.link, clock: { now: () => now } });
  folder = server.dataDir;
  await server.backend.prepared;
  const { unknownOrderId } = await addLiveSample(server, await server.register('asker'), links);
  const { state } = await server.backend.parts.database.read
    .selectFrom('orders')
    .select('state')
    .where('id', '=', unknownOrderId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('unknown');
  await server.close();
  await expect(runDataTask({ kind: 'clear' }, { dataDir: folder, dataKeys: [] })).rejects.toThrow();
  expect(settle(folder).outcome).toBe('nothing');
}, 60_000);

it('a restore that is refused because somebody has begun to trade live leaves no copy behind', async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-staged-'));
  const place = { dataDir: folder, dataKeys: [] };
  const path = join(folder, 'kept.trickdesk');
  const database = await openDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
  await runDataTask({ kind: 'back-up', path, app: '1' }, place);
  await runDataTask({ kind: 'stage', path }, place);
  await writeForAll(database, ({ query }) =>
    query.updateTable('strategies').set({ mode: 'live', status: 1 }).where('id', '=', 1).execute(),
  );
  await database.close();
  await expect(runDataTask({ kind: 'restore' }, place)).rejects.toThrow('Live trading goes on');
  expect(existsSync(join(folder, STAGED_FOLDER))).toBe(false);
});
