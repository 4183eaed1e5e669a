import { pageOffset } from '../../../shared/paging.ts';
import { filteredTrades } from '../../trading/filtered-trades.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { journalOf } from '../../trading/trade-journal.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { tradeView } from '../../trading/views.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

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
    const entries = await journalOf(
      database.readOf(userId),
      userId,
      rows.map(({ id }) => id),
    );
    const list = rows.map((row) => {
      const shown = { ...tradeView(row, row.strategyName, running), journal: entries(row.id) };
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
