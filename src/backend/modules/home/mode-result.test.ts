import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, istMidnight, THIRTY_DAYS_MS } from '../../../shared/time.ts';
import { HOUSE, type Database } from '../../db/database.ts';
import type { NewTrade } from '../../db/schema.ts';
import { seedHouse } from '../../seed/seed-strategies.ts';
import { bookTrades } from '../../trading/kept-results.ts';
import { lastMarketDays } from '../../trading/results.ts';
import { ClosedResults, modeResult } from './mode-result.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T12:00:00+05:30');
const SCOPE = { mode: 'test', source: 'simulated', runId: 7 } as const;
const ACCOUNT = { strategies: 2, running: 1 };

let folder = '';
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-home-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, NOW));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Strategies of the first user, and one of somebody else's. */
const strategiesOf = async () => {
  const rows = await database.read
    .selectFrom('strategies')
    .select(['id', 'owner_id', 'capital'])
    .orderBy('id')
    .execute();
  const own = rows.filter(({ owner_id: owner }) => owner === rows[0]?.owner_id).slice(0, 2);
  const other = rows.find(({ owner_id: owner }) => owner !== rows[0]?.owner_id);
  return { userId: rows[0]?.owner_id ?? 0, strategies: [...own, ...(other ? [other] : [])] };
};

it('home’s figures are the sums over the trades at any moment, whatever is held, and of one’s own alone', async () => {
  const { userId, strategies } = await strategiesOf();
  const results = new ClosedResults(database);
  const booked: { owner: number; strategyId: number; net: number; at: number }[] = [];
  const step = fc.record({
    place: fc.nat({ max: strategies.length - 1 }),
    net: fc.integer({ min: -900, max: 900 }),
    // Around now, around the moment thirty days before it, and anywhere.
    at: fc.oneof(
      fc.integer({ min: -DAY_MS, max: 0 }).map((ms) => NOW + ms),
      fc.integer({ min: -DAY_MS, max: DAY_MS }).map((ms) => NOW - THIRTY_DAYS_MS + ms),
      fc.integer({ min: -90 * DAY_MS, max: 0 }).map((ms) => NOW + ms),
    ),
    passed: fc.integer({ min: 0, max: 2 * DAY_MS }),
    isRolledBack: fc.boolean(),
  });
  let now = NOW;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      for (const { place, net, at, passed, isRolledBack } of steps) {
        const { id, owner_id: owner } = strategies[place] ?? { id: 0, owner_id: 0 };
        const trade: NewTrade = {
          user_id: owner,
          strategy_id: id,
          position_id: null,
          symbol: 'SBIN',
          mode: 'test',
          source: 'simulated',
          run_id: 7,
          side: 'long',
          product: 'intraday',
          quantity: 1,
          entry_at: at,
          entry_price: 1,
          entry_reason: '',
          exit_at: at,
          exit_price: 1,
          exit_reason: '',
          gross: net,
          charges: 0,
          charge_items_json: '{}',
          net,
        };
        const writing = writeForAll(database, async (tx) => {
          await bookTrades(tx, [trade]);
          if (isRolledBack) throw new Error('no');
        });
        await writing.then(
          () => booked.push({ owner, strategyId: id, net, at }),
          () => undefined,
        );
        now += passed;
        const asked = { userId, scope: SCOPE, run: null, now, account: ACCOUNT };
        const shown = await modeResult(database.read, results, asked);
        const sum = (isIn: (moment: number) => boolean) =>
          booked.reduce(
            (total, trade) => (trade.owner === userId && isIn(trade.at) ? total + trade.net : total),
            0,
          );
        expect(shown.today).toBe(sum((moment) => moment >= istMidnight(now)));
        expect(shown.thirtyDays).toBe(sum((moment) => moment >= now - THIRTY_DAYS_MS));
        const atWork = strategies.filter(({ id }) =>
          booked.some(
            (trade) => trade.strategyId === id && trade.owner === userId && trade.at >= now - THIRTY_DAYS_MS,
          ),
        );
        const capital = atWork.reduce((total, strategy) => total + strategy.capital, 0);
        expect(shown.thirtyDayReturnPercent).toBeCloseTo(
          capital === 0 ? 0 : (shown.thirtyDays / capital) * 100,
          10,
        );
        expect(shown.equity.map(({ value }) => value)).toEqual(
          lastMarketDays(now, 30).map(({ end }) => sum((moment) => moment < end)),
        );
      }
    }),
    { numRuns: 60 },
  );
});
