import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { istDate } from '../../../shared/time.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';
import { HOUSE, type Database } from '../../db/database.ts';
import type { NewTrade, TradeRow } from '../../db/schema.ts';
import { seedHouse } from '../../seed/seed-strategies.ts';
import { bookTrades } from '../../trading/kept-results.ts';
import { profitSide } from './profit.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T15:00:00+05:30');
const SCOPE = { mode: 'test', source: 'simulated', runId: 7 } as const;

/** The account of a basket. */
const BASKET = 4;

let folder = '';
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-profit-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, async (tx) => {
    await seedHouse(tx, NOW);
    await tx.query.updateTable('strategies').set({ kind: 'basket' }).where('id', '=', BASKET).execute();
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Drawn {
  readonly strategyId: number;
  readonly runId: number;
  readonly net: number;
  readonly units: number;
  readonly at: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  strategyId: fc.integer({ min: 1, max: BASKET }),
  runId: fc.integer({ min: 7, max: 8 }),
  net: fc.integer({ min: -9_000, max: 9_000 }),
  units: fc.nat({ max: 99_999 }),
  // Around midnight in India too.
  at: fc.integer({ min: 0, max: 60 * 24 * 5 }).map((minutes) => NOW - minutes * 60_000),
});

const tradeOf = ({ strategyId, runId, net, units, at }: Drawn): NewTrade => ({
  // A strategy has one owner.
  user_id: strategyId === 3 ? 2 : 1,
  strategy_id: strategyId,
  position_id: null,
  symbol: 'SBIN',
  mode: 'test',
  source: 'simulated',
  run_id: runId,
  side: 'long',
  product: 'intraday',
  quantity: 1,
  entry_at: at,
  entry_price: 1,
  entry_reason: '',
  exit_at: at,
  exit_price: 1,
  exit_reason: '',
  gross: net + 3,
  charges: 3,
  charge_items_json: JSON.stringify({ brokerage: units, gst: 2 * units }),
  net,
});

it('profit by strategy, by day and by charge is the sum over the trades of the days asked for', async () => {
  const day = fc.option(
    fc.integer({ min: 0, max: 6 }).map((days) => istDate(NOW - days * 86_400_000)),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 12 }), day, day, async (drawnTrades, from, to) => {
      await writeForAll(database, (tx) => bookTrades(tx, drawnTrades.map(tradeOf)));
      const shown = await profitSide(database, 1, SCOPE, {
        ...(from && { from_date: from }),
        ...(to && { to_date: to }),
        brokerId: BROKER_ID.any,
      });
      const all = await database.read.selectFrom('trades').selectAll().execute();
      const closed = all.filter(
        ({ user_id, run_id, exit_at }) =>
          user_id === 1 &&
          run_id === 7 &&
          istDate(exit_at) >= (from ?? '') &&
          istDate(exit_at) <= (to ?? '9'),
      );
      const trades = closed.filter(({ strategy_id: id }) => id !== BASKET);
      const ofBaskets = closed.filter(({ strategy_id: id }) => id === BASKET);
      const sums = (rows: readonly TradeRow[]) => ({
        gross: rows.reduce((sum, { gross }) => sum + gross, 0),
        charges: 3 * rows.length,
        net: rows.reduce((sum, { net }) => sum + net, 0),
      });
      expect(shown).toMatchObject(sums(trades));
      expect(shown.basketsNet).toBe(sums(ofBaskets).net);
      const byDay = Map.groupBy(trades, ({ exit_at }) => istDate(exit_at));
      expect(shown.byDay).toEqual(
        [...byDay.keys()]
          .sort()
          .map((one) => ({ day: one, ...sums(byDay.get(one) ?? []), trades: byDay.get(one)?.length })),
      );
      for (const row of shown.byStrategy) {
        const own = trades.filter(({ strategy_id: id }) => id === row.strategyId);
        expect(row).toMatchObject({ ...sums(own), trades: own.length });
      }
      expect(shown.byStrategy).toHaveLength(new Set(trades.map(({ strategy_id: id }) => id)).size);
      const units = trades.reduce(
        (sum, { charge_items_json: json }) => sum + (JSON.parse(json) as { gst: number }).gst,
        0,
      );
      expect(shown.chargeItems.find(({ item }) => item === 'GST')?.amount).toBe(Math.round(units / 10_000));
    }),
    { numRuns: 40 },
  );
});
