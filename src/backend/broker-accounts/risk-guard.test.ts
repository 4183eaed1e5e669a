import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { loadDayResult } from '../trading/day-result.ts';
import { entriesToday } from './risk-guard.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const TEN = Date.parse('2026-11-20T10:00:00+05:30');
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+05:30');
const [STRATEGY, BASKET] = [1, 2];
const LIVE = { mode: 'live', source: 'broker', run_id: 7 } as const;
const TEST = { mode: 'test', source: 'simulated', run_id: 1 } as const;
/** Of another account, of before. */
const OTHER_RUN = { ...LIVE, run_id: 8 } as const;
type Traded = typeof LIVE | typeof TEST | typeof OTHER_RUN;

let folder = '';
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-risk-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, async (tx) => {
    await seedHouse(tx, TEN);
    await tx.query.updateTable('strategies').set({ kind: 'basket' }).where('id', '=', BASKET).execute();
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

let keys = 0;
const addEntry = (traded: Traded, strategyId: number, sentAt: number | null) =>
  database.write(1, (tx) =>
    tx.query
      .insertInto('orders')
      .values({
        ...traded,
        user_id: 1,
        strategy_id: strategyId,
        symbol: 'ITC',
        position_id: null,
        broker_id: 2,
        side: 'buy',
        slot: 'entry',
        purpose: 'entry',
        quantity: 1,
        filled_quantity: 0,
        filled_value: 0,
        state: 'cancelled',
        reason: '',
        intent_key: `entry ${++keys}`,
        atr_json: null,
        placed_at: TEN,
        updated_at: TEN,
        sent_at: sentAt,
      })
      .execute(),
  );

/** A round trip of the day that came to so much, paise. */
const addTrade = (traded: Traded, strategyId: number, net: number) =>
  database.write(1, async (tx) => {
    const charges_json = JSON.stringify(NO_CHARGES);
    const own = { ...traded, user_id: 1, strategy_id: strategyId, symbol: 'ITC' } as const;
    const as = { side: 'long', product: 'intraday', entry_reason: '' } as const;
    const { id } = await tx.query
      .insertInto('positions')
      .values({
        ...own,
        ...as,
        status: 'closed',
        quantity: 0,
        entry_quantity: 1,
        entry_value: 400_00,
        exit_value: 400_00 + net,
        charges_json,
        entry_charges_json: charges_json,
        protection_json: '{}',
        stop_loss: null,
        target: null,
        opened_at: MIDNIGHT,
        closed_at: TEN,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.query
      .insertInto('trades')
      .values({
        ...own,
        ...as,
        position_id: id,
        quantity: 1,
        entry_at: MIDNIGHT,
        entry_price: 400_00,
        exit_at: TEN,
        exit_price: 400_00 + net,
        exit_reason: '',
        gross: net,
        charges: 0,
        charge_items_json: charges_json,
        net,
      })
      .execute();
  });

it('entries of a day with real money are those that live strategies have sent on it, and no others', async () => {
  await addEntry(LIVE, STRATEGY, MIDNIGHT);
  await addEntry(LIVE, STRATEGY, TEN);
  await addEntry(LIVE, STRATEGY, MIDNIGHT - 1);
  await addEntry(LIVE, STRATEGY, null);
  await addEntry(TEST, STRATEGY, TEN);
  await addEntry(LIVE, BASKET, TEN);
  expect(await entriesToday(database.read, 1, TEN)).toBe(2);
  expect(await entriesToday(database.read, 2, TEN)).toBe(0);
});

it('the result of a day of an account counts no test, no basket and no other account', async () => {
  await addTrade(LIVE, STRATEGY, -1_00);
  await addTrade(TEST, STRATEGY, -10_00);
  await addTrade(OTHER_RUN, STRATEGY, -100_00);
  await addTrade(LIVE, BASKET, -1_000_00);
  const nothing = { lastPrice: () => null, previousClose: () => null };
  const scope = { open: [], strategyId: null, source: 'broker', runId: LIVE.run_id, now: TEN } as const;
  expect(await loadDayResult(database.read, scope, nothing)).toBe(-1_00);
});
