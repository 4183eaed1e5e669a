import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE, openReader } from '../../src/backend/db/database.ts';
import type { Schema } from '../../src/backend/db/schema.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { isOnPostgres, openTestDatabase, placeOf } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed; `TRICKDESK_KILLS` asks for more. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 6);
/** Market minutes that are traded through. */
const MINUTES = 240;
/** Far beyond what the screens offer, so that a test takes seconds. */
const SPEED = 6_000;

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'trickdesk-kill-'));
  folders.push(made);
  return made;
};

/** Uses the database of a folder whose backend may run. */
const reading = async <T>(dataDir: string, use: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
  const db = await openReader(await placeOf(dataDir));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

const marketTime = (dataDir: string): Promise<number> =>
  reading(dataDir, async (db) => {
    const feed = await db.selectFrom('feeds').select('market_time').executeTakeFirstOrThrow();
    return feed.market_time;
  });

/** Trades between two moments, without ids and wall times. The lines are in one order. */
const tradedBetween = (dataDir: string, from: number, to: number): Promise<string[]> =>
  reading(dataDir, async (db) => {
    const { rows: trades } = await sql<object>`
      select strategy_id, symbol, side, quantity, entry_at, entry_price, exit_at, exit_price, exit_reason, gross, charges, net
      from trades where exit_at >= ${from} and exit_at < ${to} order by exit_at, strategy_id, symbol`.execute(
      db,
    );
    const { rows: positions } = await sql<object>`
      select strategy_id, symbol, side, entry_quantity, entry_value, opened_at, stop_loss is null as bare
      from positions where opened_at >= ${from} and opened_at < ${to} order by opened_at, strategy_id, symbol`.execute(
      db,
    );
    return [...trades, ...positions].map((row) => JSON.stringify(row));
  });

let start = 0;
let prepared = '';

beforeAll(async () => {
  prepared = folder();
  const server = await startTestBackend({ dataDir: prepared });
  await server.backend.prepared;
  await server.close();
  start = await marketTime(prepared);
  const database = await openTestDatabase(prepared);
  await database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: SPEED }).execute());
  await database.close();
}, 60_000);
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

describe('a backend that is killed while strategies trade', () => {
  it(
    `trades the same after ${KILLS} kills as one that was left alone: nothing lost, nothing doubled`,
    { timeout: 240_000 },
    async () => {
      const target = start + MINUTES * 60_000;
      const control = folder();
      cpSync(prepared, control, { recursive: true });
      const undisturbed = await startTestBackend({ dataDir: control });
      await until('the control run', async () => (await marketTime(control)) >= target, 120_000);
      await undisturbed.close();

      const victim = folder();
      cpSync(prepared, victim, { recursive: true });
      for (let count = 0; count < KILLS; count++) {
        const goal = start + ((count + 1) * MINUTES * 60_000) / (KILLS + 1);
        const backend = await startBackendProcess(victim);
        await until('the market to move', async () => (await marketTime(victim)) >= goal, 60_000);
        await backend.kill();
      }
      const last = await startBackendProcess(victim);
      await until('the victim to arrive', async () => (await marketTime(victim)) >= target, 60_000);
      await last.kill();

      const expected = await tradedBetween(control, start, target);
      expect(expected.length).toBeGreaterThan(10);
      expect(await tradedBetween(victim, start, target)).toEqual(expected);
    },
  );

  it('leaves books that agree with each other', async () => {
    await reading(folders.at(-1) ?? '', async (db) => {
      const count = async (statement: RawBuilder<{ n: number }>) => (await statement.execute(db)).rows[0]?.n;
      expect(await count(sql`select count(*) as n from orders`)).toBeGreaterThan(10);
      expect(
        await count(sql`select count(*) as n from orders o where filled_quantity !=
          (select coalesce(sum(quantity), 0) from fills f where f.order_id = o.id)`),
      ).toBe(0);
      expect(
        await count(sql`select count(*) as n from positions p where status = 'closed' and
          (select count(*) from trades t where t.position_id = p.id) != 1`),
      ).toBe(0);
      expect(
        await count(sql`select count(*) as n from positions p where entry_quantity !=
          (select sum(filled_quantity) from orders o where o.position_id = p.id and purpose = 'entry')`),
      ).toBe(0);
      expect(
        await count(sql`select count(*) as n from positions p where entry_quantity - quantity !=
          (select coalesce(sum(filled_quantity), 0) from orders o where o.position_id = p.id and purpose != 'entry')`),
      ).toBe(0);
      // PostgreSQL has neither: it checks pages and keys as it reads and writes them.
      if (isOnPostgres) return;
      const integrity = await sql<object>`pragma integrity_check`.execute(db);
      expect(integrity.rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    });
  });
});
