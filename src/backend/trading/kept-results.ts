import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql } from 'kysely';
import { CHARGE_ITEMS, type ChargeItem, type Charges } from '../../engine/charges/charges.ts';
import { istDate } from '../../shared/time.ts';
import type { Transaction } from '../db/transaction.ts';
import type { NewTrade, ResultDaysTable, Schema, StrategyResultsTable, TradeRow } from '../db/schema.ts';
import {
  addTrade,
  EMPTY_FOLD,
  type Fall,
  foldOf,
  type LatestStructure,
  type ResultFold,
  type ResultTrade,
} from './result-fold.ts';
import { type DayResult, loadTrades, type ResultScope } from './results.ts';

/** A strategy's result in one scope, with its last days. */
export interface KeptResult {
  readonly fold: ResultFold;
  readonly days: readonly DayResult[];
}

export const NO_RESULT: KeptResult = { fold: EMPTY_FOLD, days: [] };

/** Whose results: one strategy on one run in one mode. */
type Owner = Pick<TradeRow, 'strategy_id' | 'mode' | 'source' | 'run_id'>;
type DayRow = Selectable<ResultDaysTable>;
type ResultRow = Selectable<StrategyResultsTable>;

/** No day comes after it. */
const AFTER_ALL_DAYS = '9999-12-31';
/** Rows of one statement: SQLite takes so many parameters and no more. */
const ROWS_A_STATEMENT = 200;

const foldFrom = (row: ResultRow): ResultFold => ({
  trades: row.trades,
  gross: row.gross,
  charges: row.charges,
  net: row.net,
  firstEntryAt: row.first_entry_at,
  lastExitAt: row.last_exit_at,
  outcomes: {
    results: row.results,
    // Results are all that was traded.
    total: row.net,
    wins: row.wins,
    won: row.won,
    losses: row.losses,
    lost: row.lost,
    peak: row.peak,
    falls: JSON.parse(row.falls_json) as Fall[],
    losingStreak: row.losing_streak,
    longestLosingStreak: row.longest_losing_streak,
  },
  latest: row.latest_json === null ? null : (JSON.parse(row.latest_json) as LatestStructure),
  dayNet: row.day_net,
  worstDayBefore: row.worst_day_before,
});

/** A fold without the outcome of a structure that is open. Its trades stay in the sums. */
const closedOnly = (fold: ResultFold, openDay: string | null): ResultFold =>
  fold.latest !== null && fold.latest.day === openDay ? { ...fold, outcomes: fold.latest.before } : fold;

const rowFrom = (
  { strategy_id, mode, source, run_id }: Owner,
  { outcomes, ...fold }: ResultFold,
): ResultRow => ({
  strategy_id,
  mode,
  source,
  run_id,
  trades: fold.trades,
  gross: fold.gross,
  charges: fold.charges,
  net: fold.net,
  results: outcomes.results,
  wins: outcomes.wins,
  won: outcomes.won,
  losses: outcomes.losses,
  lost: outcomes.lost,
  first_entry_at: fold.firstEntryAt ?? 0,
  last_exit_at: fold.lastExitAt ?? 0,
  peak: outcomes.peak,
  falls_json: JSON.stringify(outcomes.falls),
  losing_streak: outcomes.losingStreak,
  longest_losing_streak: outcomes.longestLosingStreak,
  latest_json: fold.latest === null ? null : JSON.stringify(fold.latest),
  day_net: fold.dayNet,
  worst_day_before: fold.worstDayBefore,
});

type Summed = ResultTrade & Owner & { readonly user_id: number; readonly charge_items_json: string };

/** Trades of one strategy as rows of their days. */
const daysFrom = (trades: readonly Summed[]): DayRow[] => {
  const days = new Map<string, DayRow & Record<ChargeItem, number>>();
  for (const { user_id, strategy_id, mode, source, run_id, ...trade } of trades) {
    const day = istDate(trade.exit_at);
    const none = Object.fromEntries(CHARGE_ITEMS.map((item) => [item, 0])) as Record<ChargeItem, number>;
    const sums = { trades: 0, gross: 0, charges: 0, net: 0, ...none };
    const row = days.get(day) ?? { user_id, strategy_id, mode, source, run_id, day, ...sums };
    days.set(day, row);
    row.trades += 1;
    row.gross += trade.gross;
    row.charges += trade.charges;
    row.net += trade.net;
    const items = JSON.parse(trade.charge_items_json) as Partial<Charges>;
    for (const item of CHARGE_ITEMS) row[item] += items[item] ?? 0;
  }
  return [...days.values()];
};

const SUMS = ['trades', 'gross', 'charges', 'net', ...CHARGE_ITEMS] as const;

const addDays = async (db: Kysely<Schema>, days: readonly DayRow[]): Promise<void> => {
  for (let from = 0; from < days.length; from += ROWS_A_STATEMENT)
    await db
      .insertInto('result_days')
      .values(days.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((oc) =>
        oc
          .columns(['strategy_id', 'mode', 'source', 'run_id', 'day'])
          .doUpdateSet(
            Object.fromEntries(
              SUMS.map((name) => [
                name,
                sql`${sql.ref(`result_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
              ]),
            ),
          ),
      )
      .execute();
};

/** Write a fold in place of one of so many trades. False when another has taken its place since it was read. */
const writeFold = async (
  db: Kysely<Schema>,
  owner: Owner,
  fold: ResultFold,
  tradesBefore: number,
): Promise<boolean> => {
  const row = rowFrom(owner, fold);
  const written = await db
    .insertInto('strategy_results')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['strategy_id', 'mode', 'source', 'run_id'])
        .doUpdateSet(row)
        .where('strategy_results.trades', '=', tradesBefore),
    )
    .returning('trades')
    .executeTakeFirst();
  return written !== undefined;
};

const isOf = ({ strategy_id, mode, source, run_id }: Owner) => ({ strategy_id, mode, source, run_id });

const summedTrades = (db: Kysely<Schema>) =>
  db
    .selectFrom('trades')
    .select(['user_id', 'strategy_id', 'mode', 'source', 'run_id', 'charge_items_json'])
    .select(['gross', 'charges', 'net', 'entry_at', 'exit_at', 'structure_day'])
    .orderBy('exit_at')
    .orderBy('id');

const ownersOf = (db: Kysely<Schema>) =>
  db.selectFrom('trades').select(['strategy_id', 'mode', 'source', 'run_id']).distinct();

const ownersOfTrades = (db: Kysely<Schema>): Promise<Owner[]> => ownersOf(db).execute();

const tradesOf = (db: Kysely<Schema>, owner: Owner): Promise<Summed[]> =>
  summedTrades(db)
    .where((eb) => eb.and(isOf(owner)))
    .execute();

/** A fold with trades added; of one that closed before others it is made anew, of all of them. */
const foldWith = async (
  db: Kysely<Schema>,
  owner: Owner,
  before: ResultFold,
  trades: readonly Summed[],
): Promise<ResultFold> => {
  let fold = before;
  for (const trade of trades) {
    if (fold.lastExitAt !== null && trade.exit_at < fold.lastExitAt) return foldOf(await tradesOf(db, owner));
    fold = addTrade(fold, trade);
  }
  return fold;
};

/** Adds trades to what is kept of a strategy; what another writer has added meanwhile is in it then. */
const addToFold = async (db: Kysely<Schema>, owner: Owner, trades: readonly Summed[]): Promise<void> => {
  for (;;) {
    const kept = await db
      .selectFrom('strategy_results')
      .selectAll()
      .where((eb) => eb.and(isOf(owner)))
      .executeTakeFirst();
    const before = kept ? foldFrom(kept) : EMPTY_FOLD;
    const fold = await foldWith(db, owner, before, trades);
    if (await writeFold(db, owner, fold, before.trades)) return;
  }
};

/**
 * Write closed trades, with the results of their strategies and days. This is the only place where trades are
 * written.
 * @returns the trades as they were written, in the order given
 */
export const bookTrades = async (tx: Transaction, trades: readonly NewTrade[]): Promise<TradeRow[]> => {
  const written: TradeRow[] = [];
  for (let from = 0; from < trades.length; from += ROWS_A_STATEMENT)
    written.push(
      ...(await tx.query
        .insertInto('trades')
        .values(trades.slice(from, from + ROWS_A_STATEMENT))
        .returningAll()
        .execute()),
    );
  const owners = Map.groupBy(written, (trade) => JSON.stringify(Object.values(isOf(trade))));
  for (const group of owners.values()) {
    const [owner] = group;
    if (!owner) continue;
    await addToFold(tx.query, owner, group);
    await addDays(tx.query, daysFrom(group));
  }
  return written;
};

const keepResultsOf = async (db: Kysely<Schema>, owners: readonly Owner[]): Promise<void> => {
  for (const owner of owners) {
    const trades = await tradesOf(db, owner);
    await writeFold(db, owner, foldOf(trades), EMPTY_FOLD.trades);
    await addDays(db, daysFrom(trades));
  }
};

/** Recompute all kept results from every trade there is. */
export const keepResults = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('strategy_results').execute();
  await db.deleteFrom('result_days').execute();
  await keepResultsOf(db, await ownersOfTrades(db));
};

/** Recompute kept results of strategies with legs. Missing results are computed as well. */
export const keepStructureResults = async (db: Kysely<Schema>): Promise<void> => {
  const ofLegs = await ownersOf(db).where('structure_day', 'is not', null).execute();
  for (const owner of ofLegs)
    for (const table of ['strategy_results', 'result_days'] as const)
      await db
        .deleteFrom(table)
        .where((eb) => eb.and(isOf(owner)))
        .execute();
  const withoutResult = ownersOf(db).where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('strategy_results as result')
          .select('result.trades')
          .whereRef('result.strategy_id', '=', 'trades.strategy_id')
          .whereRef('result.mode', '=', 'trades.mode')
          .whereRef('result.source', '=', 'trades.source')
          .whereRef('result.run_id', '=', 'trades.run_id'),
      ),
    ),
  );
  await keepResultsOf(db, await withoutResult.execute());
};

/** Where kept results differ from what the trades come to. A sentence for each difference; empty when all is right. */
export const checkResults = async (db: Kysely<Schema>): Promise<string[]> => {
  const problems: string[] = [];
  const owners = await ownersOfTrades(db);
  for (const owner of owners) {
    const trades = await tradesOf(db, owner);
    const named = `strategy ${owner.strategy_id} (${owner.mode}, ${owner.source}, run ${owner.run_id})`;
    const result = await db
      .selectFrom('strategy_results')
      .selectAll()
      .where((eb) => eb.and(isOf(owner)))
      .executeTakeFirst();
    if (!isDeepStrictEqual({ ...result }, rowFrom(owner, foldOf(trades))))
      problems.push(`The kept result of ${named} is not what its ${trades.length} trades come to`);
    const days = await db
      .selectFrom('result_days')
      .selectAll()
      .where((eb) => eb.and(isOf(owner)))
      .orderBy('day')
      .execute();
    if (
      !isDeepStrictEqual(
        days.map((day) => ({ ...day })),
        daysFrom(trades),
      )
    )
      problems.push(`The kept days of ${named} are not what its ${trades.length} trades come to`);
  }
  const { kept } = await db
    .selectFrom('strategy_results')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept !== owners.length) problems.push(`${kept} results are kept, there are trades of ${owners.length}`);
  return problems;
};

/** Stored results of strategies in a scope; their days since `firstDay` (`YYYY-MM-DD`). */
export const loadKept = async (
  db: Kysely<Schema>,
  strategyIds: readonly number[],
  scope: ResultScope,
  firstDay: string,
): Promise<Map<number, KeptResult>> => {
  const found = new Map<number, { fold: ResultFold; days: DayResult[] }>();
  if (strategyIds.length === 0) return found;
  // Written out, and of one text for any number of strategies: it is asked for at nearly every call.
  const ids = JSON.stringify(strategyIds);
  const { mode, source, runId } = scope;
  const ofRun = runId === null ? sql`` : sql`and run_id = ${runId}`;
  // Days come packed, for a row of its own costs more than what it says.
  const { rows } = await sql<ResultRow & { readonly days_json: string; readonly open_day: string | null }>`
    select result.*, case when latest_json is null then null else (
      select max(structure_day) from positions as held
      where held.strategy_id = result.strategy_id and held.status = 'open' and held.mode = result.mode
        and held.source = result.source and held.run_id = result.run_id
    ) end as open_day, (
      select '[' || coalesce(string_agg('["' || day || '",' || net || ']', ',' order by day), '') || ']' from result_days as of_day
      where of_day.strategy_id = result.strategy_id and of_day.mode = result.mode and of_day.source = result.source
        and of_day.run_id = result.run_id and of_day.day >= ${firstDay}
    ) as days_json
    from strategy_results as result where strategy_id in (select value from json_each(${ids}))
      and mode = ${mode} and source = ${source} ${ofRun}`.execute(db);
  const several: number[] = [];
  for (const row of rows) {
    const days = (JSON.parse(row.days_json) as [string, number][]).map(([day, net]) => ({ day, net }));
    const other = found.get(row.strategy_id);
    if (other) several.push(row.strategy_id);
    const all = other ? [...other.days, ...days].sort((a, b) => (a.day < b.day ? -1 : 1)) : days;
    found.set(row.strategy_id, { fold: closedOnly(foldFrom(row), row.open_day), days: all });
  }
  // Over more than one run there is no fold: it is made of the trades of all.
  for (const [id, trades] of await loadTrades(db, several, scope)) {
    const kept = found.get(id);
    if (kept) kept.fold = foldOf(trades);
  }
  return found;
};

/** Stored result of one strategy in a scope, without its days. */
export const keptResultOf = async (
  db: Kysely<Schema>,
  strategyId: number,
  scope: ResultScope,
): Promise<KeptResult> =>
  (await loadKept(db, [strategyId], scope, AFTER_ALL_DAYS)).get(strategyId) ?? NO_RESULT;
