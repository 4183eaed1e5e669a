import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed; `TRICKDESK_KILLS` asks for more. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 12);
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

const withDatabase = <T>(dataDir: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: 5_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
};

const marketTime = (dataDir: string): number =>
  withDatabase(dataDir, (db) =>
    Number((db.prepare('select market_time from feeds').get() as { market_time: number }).market_time),
  );

/** Trades between two moments, without ids and wall times. The lines are in one order. */
const tradedBetween = (dataDir: string, from: number, to: number): string[] =>
  withDatabase(dataDir, (db) => {
    const trades = db
      .prepare(
        `select strategy_id, symbol, side, quantity, entry_at, entry_price, exit_at, exit_price, exit_reason, gross, charges, net
         from trades where exit_at >= ? and exit_at < ? order by exit_at, strategy_id, symbol`,
      )
      .all(from, to);
    const positions = db
      .prepare(
        `select strategy_id, symbol, side, entry_quantity, entry_value, opened_at, stop_loss is null as bare
         from positions where opened_at >= ? and opened_at < ? order by opened_at, strategy_id, symbol`,
      )
      .all(from, to);
    return [...trades, ...positions].map((row) => JSON.stringify(row));
  });

let start = 0;
let prepared = '';

beforeAll(async () => {
  prepared = folder();
  const server = await startTestBackend({ dataDir: prepared });
  await server.backend.prepared;
  await server.close();
  start = marketTime(prepared);
  withDatabase(prepared, (db) => db.prepare('update feeds set speed = ?').run(SPEED));
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
      await until('the control run', () => Promise.resolve(marketTime(control) >= target), 120_000);
      await undisturbed.close();

      const victim = folder();
      cpSync(prepared, victim, { recursive: true });
      for (let count = 0; count < KILLS; count++) {
        const goal = start + ((count + 1) * MINUTES * 60_000) / (KILLS + 1);
        const backend = await startBackendProcess(victim);
        await until('the market to move', () => Promise.resolve(marketTime(victim) >= goal), 60_000);
        await backend.kill();
      }
      const last = await startBackendProcess(victim);
      await until('the victim to arrive', () => Promise.resolve(marketTime(victim) >= target), 60_000);
      await last.kill();

      const expected = tradedBetween(control, start, target);
      expect(expected.length).toBeGreaterThan(10);
      expect(tradedBetween(victim, start, target)).toEqual(expected);
    },
  );

  it('leaves books that agree with each other', () => {
    const victim = folders.at(-1) ?? '';
    withDatabase(victim, (db) => {
      const count = (sql: string) => Number((db.prepare(sql).get() as { n: number }).n);
      expect(count('select count(*) as n from orders')).toBeGreaterThan(10);
      expect(
        count(`select count(*) as n from orders o where filled_quantity !=
               (select coalesce(sum(quantity), 0) from fills f where f.order_id = o.id)`),
      ).toBe(0);
      expect(
        count(`select count(*) as n from positions p where status = 'closed' and
               (select count(*) from trades t where t.position_id = p.id) != 1`),
      ).toBe(0);
      expect(
        count(`select count(*) as n from positions p where entry_quantity !=
               (select sum(filled_quantity) from orders o where o.position_id = p.id and purpose = 'entry')`),
      ).toBe(0);
      expect(
        count(`select count(*) as n from positions p where entry_quantity - quantity !=
               (select coalesce(sum(filled_quantity), 0) from orders o where o.position_id = p.id and purpose != 'entry')`),
      ).toBe(0);
      expect(
        (db.prepare('pragma integrity_check').get() as { integrity_check: string }).integrity_check,
      ).toBe('ok');
      expect(db.prepare('pragma foreign_key_check').all()).toEqual([]);
    });
  });
});
