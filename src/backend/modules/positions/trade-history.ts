import { pageOffset } from '../../../shared/paging.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { Database } from '../../db/database.ts';
import { containing } from '../../db/containing.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { tradeView } from '../../trading/views.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

/** A user's closed trades in one mode and market, as filtered. */
export const filteredTrades = (
  db: Database['read'],
  userId: number,
  scope: ResultScope,
  mode: Mode,
  input: Omit<Parameters<PositionsCalls['trades']>[0], 'isTest' | 'pageNumber' | 'pageSize'>,
) => {
  let query = db
    .selectFrom('trades')
    .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
    .where('trades.user_id', '=', userId)
    .where('trades.mode', '=', mode)
    .where('trades.source', '=', scope.source)
    .where(isOfRun(scope, 'trades.run_id'));
  if (input.strategyId !== undefined) query = query.where('trades.strategy_id', '=', input.strategyId);
  if (input.from_date) query = query.where('trades.exit_at', '>=', istDayStart(input.from_date));
  if (input.to_date) query = query.where('trades.exit_at', '<', istDayStart(input.to_date) + DAY_MS);
  if (input.search)
    query = query.where((eb) =>
      eb.or([containing('trades.symbol', input.search), containing('strategies.name', input.search)]),
    );
  if (input.symbol !== undefined) query = query.where('trades.symbol', '=', input.symbol);
  return query;
};

/** A page of closed trades, newest first, with running totals. */
export const tradeHistory =
  (deps: PositionsDeps): PositionsCalls['trades'] =>
  async (input, { userId }) => {
    const { database, marketRuns } = deps;
    const mode = modeOfFlag(input.isTest);
    const scope =
      mode === 'live' ? LIVE_SCOPE : await sourceScope(marketRuns, database, userId, input.source);
    const query = filteredTrades(database.readOf(userId), userId, scope, mode, input);
    const totals = await query
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.coalesce(eb.fn.sum<number>('trades.net'), eb.lit(0)).as('net'),
      ])
      .executeTakeFirstOrThrow();
    const rows = await query
      .selectAll('trades')
      .select('strategies.name as strategyName')
      .orderBy('trades.exit_at', 'desc')
      .orderBy('trades.id', 'desc')
      .limit(input.pageSize)
      .offset(pageOffset(input))
      .execute();
    const newer = query
      .select('trades.net')
      .orderBy('trades.exit_at', 'desc')
      .orderBy('trades.id', 'desc')
      .limit(pageOffset(input))
      .as('newer');
    const after = await database
      .readOf(userId)
      .selectFrom(newer)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('newer.net'), eb.lit(0)).as('net'))
      .executeTakeFirstOrThrow();
    let running = totals.net - after.net;
    const list = rows.map((row) => {
      const shown = tradeView(row, row.strategyName, running);
      running -= row.net;
      return shown;
    });
    return {
      ...(mode === 'test' ? { test_tradehistory: list } : { live_tradehistory: list }),
      tradetotalProfit: totals.net,
      source: scope.source,
      search: input.search,
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total: totals.total,
    };
  };
