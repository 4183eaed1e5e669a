import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openPosition } from '../../../tests/support/written-position.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { DAY_MS, istDate, istIso } from '../../shared/time.ts';
import { HOUSE, type Database, DATABASE_FILE } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { strategiesTableOf } from '../db/sqlite/strategies-table.ts';
import { migrations } from '../db/migrations.ts';
import type { NewTrade } from '../db/schema.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { bookTrades, checkResults, keepResults, loadKept } from './kept-results.ts';
import { foldOf } from './result-fold.ts';
import { resultMonths } from './result-months.ts';
import { dailyEquity, lastMarketDays, netSinceDayOf, statisticsOf } from './results.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T15:00:00+05:30');
const SCOPE = { mode: 'test', source: 'simulated', runId: 7 } as const;
const CAPITAL = 1_00_000;
const ALL_DAYS = '0000-01-01';

let folder = '';
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-kept-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, NOW));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Drawn {
  readonly strategyId: number;
  readonly runId: number;
  readonly net: number;
  readonly at: number;
  /** Day of its structure; not there of what is no leg. */
  readonly structure?: string | null;
}

const tradeOf = ({ strategyId, runId, net, at, structure = null }: Drawn): NewTrade => ({
  user_id: 1,
  strategy_id: strategyId,
  position_id: null,
  symbol: 'SBIN',
  mode: 'test',
  source: 'simulated',
  run_id: runId,
  side: 'long',
  product: 'intraday',
  quantity: 1,
  entry_at: at - 60_000,
  entry_price: 100,
  entry_reason: '',
  exit_at: at,
  exit_price: 100,
  exit_reason: '',
  gross: net + 7,
  charges: 7,
  charge_items_json: JSON.stringify({ brokerage: 50_000, gst: 20_000 }),
  net,
  structure_day: structure,
});

/** Trades in any order of closing. They are of two strategies on two runs, on few days, and many have the same size. */
const drawnTrades = fc.array(
  fc.record({
    strategyId: fc.integer({ min: 1, max: 2 }),
    runId: fc.integer({ min: 7, max: 8 }),
    net: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -40_000, max: 40_000 })),
    at: fc.integer({ min: 0, max: 60 * 24 * 6 }).map((tens) => NOW - tens * 600_000),
    structure: fc.constantFrom(null, null, '2026-11-18', '2026-11-19'),
  }),
  { maxLength: 40 },
);

/** Net results: of each trade, or of the legs of one structure that closed one after the other. */
const resultNets = (trades: readonly Drawn[]): number[] => {
  const isNew = trades.map(
    ({ structure = null }, index) => structure === null || trades[index - 1]?.structure !== structure,
  );
  const starts = isNew.flatMap((is, index) => (is ? [index] : []));
  return starts.map((from, index) =>
    trades.slice(from, starts[index + 1]).reduce((total, { net }) => total + net, 0),
  );
};

/** The definitions, result by result. */
const byDefinition = (trades: readonly Drawn[], capital: number) => {
  const nets = resultNets(trades);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const running = nets.map((_, index) => sum(nets.slice(0, index + 1)));
  const peaks = running.map((_, index) => Math.max(0, ...running.slice(0, index + 1)));
  const falls = running.map((total, index) => (peaks[index] ?? 0) - total);
  const streaks = nets.map((_, index) => {
    const before = nets.slice(0, index + 1).reverse();
    const end = before.findIndex((net) => net >= 0);
    return end === -1 ? before.length : end;
  });
  const [wins, losses] = [nets.filter((net) => net > 0), nets.filter((net) => net < 0)];
  const days = Object.values(Object.groupBy(trades, ({ at }) => istDate(at))).map((day) =>
    sum((day ?? []).map(({ net }) => net)),
  );
  const worst = Math.min(0, ...days);
  return {
    from: trades[0] ? istIso(trades[0].at - 60_000) : null,
    to: trades.length > 0 ? istIso(trades.at(-1)?.at ?? 0) : null,
    trades: trades.length,
    results: nets.length,
    gross: sum(nets) + 7 * trades.length,
    charges: 7 * trades.length,
    net: sum(nets),
    maxDrawdown: Math.max(0, ...falls),
    maxDrawdownPercent: Math.max(
      0,
      ...falls.map((fall, index) => (fall / (capital + (peaks[index] ?? 0))) * 100),
    ),
    winPercent: nets.length === 0 ? null : (wins.length / nets.length) * 100,
    profitFactor: losses.length === 0 ? null : sum(wins) / -sum(losses),
    averageWin: wins.length === 0 ? null : Math.round(sum(wins) / wins.length),
    averageLoss: losses.length === 0 ? null : Math.round(sum(losses) / losses.length),
    longestLosingStreak: Math.max(0, ...streaks),
    worstDay: worst < 0 ? worst : null,
  };
};

/** As they are shown: by closing, and of one moment as they were written. */
const inOrder = (trades: readonly Drawn[]): Drawn[] => [...trades].sort((a, b) => a.at - b.at);

describe('what is kept of results', () => {
  it('is what the trades come to, whatever the order in which they are written', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnTrades,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1_000, max: 1_00_000 }),
        async (trades, together, capital) => {
          await writeForAll(database, async (tx) => {
            await tx.query.deleteFrom('trades').execute();
            await keepResults(tx.query);
          });
          for (let from = 0; from < trades.length; from += together)
            await writeForAll(database, (tx) =>
              bookTrades(tx, trades.slice(from, from + together).map(tradeOf)),
            );
          const kept = await loadKept(database.read, [1, 2], SCOPE, ALL_DAYS);
          for (const id of [1, 2]) {
            const own = inOrder(
              trades.filter((trade) => trade.strategyId === id && trade.runId === SCOPE.runId),
            );
            const { fold, days } = kept.get(id) ?? { fold: foldOf([]), days: [] };
            expect(statisticsOf(fold, capital, 'simulated')).toMatchObject(byDefinition(own, capital));
            const netUntil = (end: number) =>
              own.reduce((total, { at, net }) => (at < end ? total + net : total), 0);
            expect(dailyEquity(fold.net, days, NOW)).toEqual(
              lastMarketDays(NOW, 30).map(({ end }) => netUntil(end)),
            );
            const ofMonths = Map.groupBy(own, ({ at }) => istDate(at).slice(0, '2026-11'.length));
            expect(await resultMonths(database.read, id, SCOPE)).toEqual(
              [...ofMonths].map(([month, closed]) => ({
                month,
                net: closed.reduce((total, { net }) => total + net, 0),
              })),
            );
            const since = NOW - 3 * DAY_MS;
            expect(netSinceDayOf(days, since)).toBe(
              own.reduce((total, { at, net }) => (istDate(at) >= istDate(since) ? total + net : total), 0),
            );
          }
          expect(await checkResults(database.read)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves nothing of trades that were rolled back with their transaction', async () => {
    await writeForAll(database, (tx) =>
      bookTrades(tx, [tradeOf({ strategyId: 1, runId: 7, net: 5, at: NOW })]),
    );
    await expect(
      writeForAll(database, async (tx) => {
        await bookTrades(tx, [tradeOf({ strategyId: 1, runId: 7, net: 90, at: NOW })]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const kept = await loadKept(database.read, [1], SCOPE, ALL_DAYS);
    expect(kept.get(1)?.fold.net).toBe(5);
    expect(await checkResults(database.read)).toEqual([]);
  });

  it.each([
    ['update strategy_results set net = net + 1', 'kept result of strategy 1'],
    ["update strategy_results set falls_json = '[]'", 'kept result of strategy 1'],
    ['update result_days set net = net + 1', 'kept days of strategy 1'],
    ['delete from result_days', 'kept days of strategy 1'],
    ['delete from strategy_results', 'kept result of strategy 1'],
    ['update trades set net = net + 1', 'of strategy 1'],
    ['delete from trades', '1 results are kept'],
  ])('is found out when it is not: %s', async (statement, reported) => {
    await writeForAll(database, (tx) =>
      bookTrades(tx, [tradeOf({ strategyId: 1, runId: 7, net: -5, at: NOW })]),
    );
    expect(await checkResults(database.read)).toEqual([]);
    await writeForAll(database, (tx) => sql.raw(statement).execute(tx.query));
    expect((await checkResults(database.read)).join('\n')).toContain(reported);
  });
});

it('trades that two writers book at once are both in what is kept', async () => {
  const trade = (net: number, minutes: number) =>
    tradeOf({ strategyId: 1, runId: 7, net, at: NOW + minutes * 60_000 });
  const book = (minutes: number) =>
    writeForAll(database, (tx) =>
      bookTrades(
        interrupted(tx, {
          after: /^select .*strategy_results/,
          write: (other) => bookTrades(other, [trade(500, minutes)]),
        }),
        [trade(-300, minutes + 1)],
      ),
    );
  // The first ones of a strategy, and further ones.
  for (const minutes of [0, 10]) await book(minutes);
  expect(await checkResults(database.read)).toEqual([]);
  const kept = await loadKept(database.read, [1], SCOPE, ALL_DAYS);
  expect(kept.get(1)?.fold).toMatchObject({ trades: 4, net: 400 });
});

it('a structure counts as a result once none of its legs is open', async () => {
  const owner = { user_id: 1, strategy_id: 1, mode: 'test', source: 'simulated', run_id: 7 } as const;
  const leg = (net: number, at: number) =>
    writeForAll(database, (tx) =>
      bookTrades(tx, [tradeOf({ strategyId: 1, runId: 7, net, at, structure: '2026-11-18' })]),
    );
  const shown = async () => {
    const kept = await loadKept(database.read, [1], SCOPE, ALL_DAYS);
    return statisticsOf(kept.get(1)?.fold ?? foldOf([]), CAPITAL, 'simulated');
  };
  await writeForAll(database, (tx) =>
    tx.query
      .insertInto('positions')
      .values(openPosition({ ...owner, symbol: 'NIFTY 2026-11-24 26000 PE', structure_day: '2026-11-18' }))
      .execute(),
  );
  await leg(-5_000, NOW);
  // The sums have it; there is no win and no loss yet.
  expect(await shown()).toMatchObject({
    trades: 1,
    net: -5_000,
    results: 0,
    winPercent: null,
    maxDrawdown: 0,
  });
  await writeForAll(database, (tx) => tx.query.updateTable('positions').set({ status: 'closed' }).execute());
  await leg(6_000, NOW + 1);
  expect(await shown()).toMatchObject({ trades: 2, net: 1_000, results: 1, winPercent: 100, maxDrawdown: 0 });
});

/** Puts a file of the version before a migration in place. It has rows of some tables. */
const olderFile = async (before: string, tables: readonly string[]): Promise<DatabaseSync> => {
  const version = migrations.findIndex((load) => load.toString().includes(`.${before}`));
  const now = join(folder, 'now.sqlite');
  renameSync(join(folder, DATABASE_FILE), now);
  const old = await makeDatabase(join(folder, DATABASE_FILE), version);
  old.exec(`attach '${now}' as now`);
  const nameThen = new Map([['strategies', 'tricks']]);
  for (const table of tables) {
    const then = strategiesTableOf(old) === 'tricks' ? (nameThen.get(table) ?? table) : table;
    const columns = old.prepare('select name from pragma_table_info(?)').all(then);
    const names = columns.map(({ name }) => String(name));
    const ofNow = names.map((name) => (name === 'trick_id' ? 'strategy_id' : name));
    old.exec(`insert into ${then} (${names.join()}) select ${ofNow.join()} from now.${table}`);
  }
  return old;
};

it('two losing legs and two that win more are two structures that won, with no drawdown between them', async () => {
  const legs = [
    [-5_000, '2026-11-18'],
    [5_200, '2026-11-18'],
    [-4_000, '2026-11-19'],
    [4_100, '2026-11-19'],
  ] as const;
  for (const [index, [net, structure]] of legs.entries())
    await writeForAll(database, (tx) =>
      bookTrades(tx, [tradeOf({ strategyId: 1, runId: 7, net, at: NOW + index, structure })]),
    );
  const kept = await loadKept(database.read, [1], SCOPE, ALL_DAYS);
  const statistics = statisticsOf(kept.get(1)?.fold ?? foldOf([]), CAPITAL, 'simulated');
  expect(statistics).toMatchObject({
    trades: 4,
    results: 2,
    winPercent: 100,
    maxDrawdown: 0,
    longestLosingStreak: 0,
    averageWin: 150,
    expectancy: 150,
  });
});

it.skipIf(isOnPostgres)(
  'results by leg of a SQLite file from before are by structure once it is opened',
  async () => {
    const legs = [-5, 9, -3, 4].map((net, index) => ({
      ...{ strategyId: 1, runId: 7, net, at: NOW + index },
      structure: index < 2 ? '2026-11-18' : '2026-11-19',
    }));
    const rules = { strategyId: 2, runId: 7, net: -8, at: NOW };
    await writeForAll(database, (tx) => bookTrades(tx, [...legs, rules].map(tradeOf)));
    await database.close();
    const old = await olderFile('structureResults', [
      'users',
      'strategies',
      'trades',
      'strategy_results',
      'result_days',
    ]);
    old.exec(
      "update strategy_results set losses = trades, wins = 0, falls_json = '[]' where strategy_id = 1",
    );
    old.close();
    database = await openTestDatabase(folder);
    expect(await checkResults(database.read)).toEqual([]);
    const kept = await loadKept(database.read, [1, 2], SCOPE, ALL_DAYS);
    expect(kept.get(1)?.fold.outcomes).toMatchObject({ results: 2, wins: 2, losses: 0 });
    expect(kept.get(2)?.fold.outcomes).toMatchObject({ results: 1, wins: 0, losses: 1 });
  },
);

it.skipIf(isOnPostgres)('a SQLite file from before sums were kept has them once it is opened', async () => {
  const userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
  await writeForAll(database, (tx) => addUser(tx, { number: 2, referrerId: userId }));
  const trades = [3, -9, 4].map((net, index) => ({ strategyId: 1, runId: 7, net, at: NOW - index * DAY_MS }));
  await writeForAll(database, (tx) => bookTrades(tx, trades.map(tradeOf)));
  await database.close();
  (await olderFile('keptSums', ['users', 'strategies', 'trades'])).close();

  database = await openTestDatabase(folder);
  const kept = await loadKept(database.read, [1], SCOPE, ALL_DAYS);
  expect(statisticsOf(kept.get(1)?.fold ?? foldOf([]), CAPITAL, 'simulated')).toMatchObject(
    byDefinition(inOrder(trades), CAPITAL),
  );
  expect(await checkResults(database.read)).toEqual([]);
  expect(
    await database.read.selectFrom('team_levels').select(['user_id', 'level', 'members']).execute(),
  ).toEqual([{ user_id: userId, level: 1, members: 1 }]);
});
