import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { seedHouse } from '../seed/seed-tricks.ts';
import { LIVE_SCOPE } from './result-scope.ts';
import { loadResults, type ResultScope } from './results.ts';

let folder = '';
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-scope-'));
  database = await openDatabase(folder);
  await database.write((tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const trade = (mode: 'test' | 'live', source: 'simulated' | 'broker', runId: number, net: number) =>
  database.write((tx) =>
    tx.query
      .insertInto('trades')
      .values({
        user_id: 1,
        trick_id: 1,
        position_id: null,
        symbol: 'ITC',
        mode,
        source,
        run_id: runId,
        side: 'long',
        product: 'intraday',
        quantity: 1,
        entry_at: 1,
        entry_price: 1,
        entry_reason: '',
        exit_at: 2,
        exit_price: 1,
        exit_reason: '',
        gross: net,
        charges: 0,
        net,
        charge_items_json: '{}',
      })
      .execute(),
  );

it('live results are those of every live run, test results of one', async () => {
  await trade('live', 'broker', 7, 100);
  await trade('live', 'broker', 8, 20);
  await trade('test', 'simulated', 1, 3);
  await trade('test', 'simulated', 2, 4);
  const netIn = async (scope: ResultScope) =>
    (await loadResults(database.read, [1], scope)).get(1)?.reduce((sum, { net }) => sum + net, 0);
  expect(await netIn(LIVE_SCOPE)).toBe(120);
  expect(await netIn({ mode: 'test', source: 'simulated', runId: 2 })).toBe(4);
});
