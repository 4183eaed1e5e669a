import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { istIso } from '../../shared/time.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { bookTrades, keptResultOf } from './kept-results.ts';
import { resultCurves } from './result-curves.ts';
import { statisticsOf } from './results.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T15:00:00+05:30');
/** Number of parts of a curve. With so many thousands of trades, a part has as many trades as there are thousands. */
const PARTS = 1_000;

let folder = '';
let database: Database;
let runs = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-curves-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, NOW));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const book = async (nets: readonly number[], structures: readonly (string | null)[] = []) => {
  const scope = { mode: 'test', source: 'simulated', runId: ++runs } as const;
  const trades = nets.map((net, index) => ({
    user_id: 1,
    strategy_id: 1,
    position_id: null,
    symbol: 'SBIN',
    mode: scope.mode,
    source: scope.source,
    run_id: scope.runId,
    side: 'long' as const,
    product: 'intraday' as const,
    quantity: 1,
    entry_at: NOW + index,
    entry_price: 100,
    entry_reason: '',
    // Two close in the same moment: the order in which they were written decides.
    exit_at: NOW + Math.floor(index / 2),
    exit_price: 100,
    exit_reason: '',
    gross: net,
    charges: 0,
    charge_items_json: '{}',
    net,
    structure_day: structures[index] ?? null,
  }));
  await writeForAll(database, (tx) => bookTrades(tx, trades));
  return scope;
};

/** The definition: after each trade the sum of all so far, and how far it lies below its highest, which is at least 0. */
const byDefinition = (nets: readonly number[]) => {
  let [value, peak] = [0, 0];
  return nets.map((net, index) => {
    value += net;
    peak = Math.max(peak, value);
    return { at: istIso(NOW + Math.floor(index / 2)), value, fall: value - peak };
  });
};

const someNets = fc.array(fc.integer({ min: -40_000, max: 40_000 }), { minLength: 1, maxLength: 60 });

it('a short history is drawn trade by trade', () =>
  fc.assert(
    fc.asyncProperty(someNets, async (nets) => {
      const scope = await book(nets);
      const points = byDefinition(nets);
      const { equity, drawdown } = await resultCurves(database.readOf(1), 1, scope, nets.length);
      expect(equity).toEqual(points.map(({ at, value }) => ({ at, value })));
      expect(drawdown).toEqual(points.map(({ at, fall }) => ({ at, value: fall })));
    }),
    { numRuns: 20 },
  ));

it('of a long history the end and the deepest fall of each part are drawn, and no more', () =>
  fc.assert(
    fc.asyncProperty(someNets, fc.integer({ min: 2, max: 9 }), async (nets, size) => {
      const scope = await book(nets);
      const points = byDefinition(nets).map((point, index) => ({ ...point, index }));
      const parts = Map.groupBy(points, ({ index }) => Math.floor(index / size));
      const shown = new Set(
        [...parts.values()].flatMap((part) => {
          const deepest = Math.min(...part.map(({ fall }) => fall));
          return [part.find(({ fall }) => fall === deepest), part.at(-1)];
        }),
      );
      const expected = points.filter((point) => shown.has(point));
      const { equity, drawdown } = await resultCurves(database.readOf(1), 1, scope, size * PARTS);
      expect(equity).toEqual(expected.map(({ at, value }) => ({ at, value })));
      expect(drawdown).toEqual(expected.map(({ at, fall }) => ({ at, value: fall })));
    }),
    { numRuns: 20 },
  ));

it('legs of one structure are one point, and the fall shown is the drawdown of the statistics', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          net: fc.integer({ min: -40_000, max: 40_000 }),
          structure: fc.constantFrom(null, '2026-11-18', '2026-11-19'),
        }),
        { minLength: 1, maxLength: 30 },
      ),
      async (legs) => {
        const scope = await book(
          legs.map(({ net }) => net),
          legs.map(({ structure }) => structure),
        );
        const { fold } = await keptResultOf(database.readOf(1), 1, scope);
        const { results } = fold.outcomes;
        const { equity, drawdown } = await resultCurves(database.readOf(1), 1, scope, results);
        const { maxDrawdown } = statisticsOf(fold, 1_00_000, 'simulated');
        expect([equity.length, drawdown.length]).toEqual([results, results]);
        expect(Math.max(0, ...drawdown.map(({ value }) => -value))).toBe(maxDrawdown);
        expect(equity.at(-1)?.value).toBe(fold.net);
      },
    ),
    { numRuns: 30 },
  ));
