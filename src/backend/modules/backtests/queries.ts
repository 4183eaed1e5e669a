import type { Kysely } from 'kysely';
import { pageOffset } from '../../../shared/paging.ts';
import { containing } from '../../db/containing.ts';
import { type Page, paged } from '../../db/paged.ts';
import type { BacktestRunRow, BacktestTradeRow, Schema } from '../../db/schema.ts';
import { SUMMARY_COLUMNS } from './run-views.ts';

/** A user's run; somebody else's is simply not there. */
export const findRun = (
  db: Kysely<Schema>,
  userId: number,
  runId: number,
): Promise<BacktestRunRow | undefined> =>
  db
    .selectFrom('backtest_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** A page of a user's runs, latest first, and their number. */
export const listRuns = async (db: Kysely<Schema>, userId: number, page: Page) => {
  const ofUser = db.selectFrom('backtest_runs').where('user_id', '=', userId);
  const { rows, total } = await paged(ofUser, page, (found) =>
    found.select(SUMMARY_COLUMNS).orderBy('id', 'desc'),
  );
  return { rows, total };
};

/** A page of a run's trades in order, their number and net. */
export const listTrades = async (
  db: Kysely<Schema>,
  runId: number,
  filter: { readonly search: string; readonly symbol?: string },
  page: Page,
): Promise<{ rows: BacktestTradeRow[]; total: number; net: number }> => {
  let matching = db.selectFrom('backtest_trades').where('run_id', '=', runId);
  const { symbol, search } = filter;
  if (symbol !== undefined) matching = matching.where('symbol', '=', symbol);
  if (search)
    matching = matching.where((eb) =>
      eb.or(['symbol', 'exit_reason', 'entry_rule', 'exit_rule'].map((column) => containing(column, search))),
    );
  const { total, net } = await matching
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('net'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('number')
    .limit(page.pageSize)
    .offset(pageOffset(page))
    .execute();
  return { rows, total, net };
};
