import type { Handlers, ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { reports } from '../../../shared/contract/reports.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { TradeRow } from '../../db/schema.ts';
import type { ImportPlace } from '../../market/import/import-files.ts';
import type { WorkerPool } from '../../backtests/worker-pool.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { TaxedTrades } from '../../tax/make-tax-report.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

export interface ReportsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketRuns: MarketRuns;
  /** Where reports are made: it takes the same data and the same threads as an import. */
  readonly imports: ImportPlace<WorkerPool>;
}

/** Reports for the tax office, out of what was traded. */
export const reportsHandlers = ({
  database,
  clock,
  marketRuns,
  imports,
}: ReportsDeps): Handlers<typeof reports, CallContext> => {
  const ownRun = async (userId: number, runId: number): Promise<TaxedTrades> => {
    const run = await database.read
      .selectFrom('backtest_runs')
      .select(['source', 'order_json'])
      .where('id', '=', runId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!run) throw notFound('backtest');
    const { document } = JSON.parse(run.order_json) as { document: { product: TradeRow['product'] } };
    return { kind: 'backtest', source: run.source, runId, product: document.product };
  };

  const tradesOf = async (userId: number, input: ParsedOf<typeof reports.tax>): Promise<TaxedTrades> => {
    if (input.backtestId !== undefined) return ownRun(userId, input.backtestId);
    const scope =
      input.mode === 'live' ? LIVE_SCOPE : await sourceScope(marketRuns, database, userId, input.source);
    return { kind: 'traded', source: scope.source, scope };
  };

  const requireRealMoney = (input: ParsedOf<typeof reports.tax>): void => {
    if (input.mode === 'test' || input.backtestId !== undefined)
      throw new Refusal('invalid', 'What was imported is real money: it is never added to paper trades.', {
        fields: { withTradebook: 'is for live trades only' },
      });
  };

  return {
    tax: async (input, { userId }) => {
      const { withTradebook, financialYear = null, pageNumber, pageSize } = input;
      if (withTradebook) requireRealMoney(input);
      return imports.pool.run('makeTaxReport', {
        databaseAt: imports.databaseAt,
        userId,
        trades: await tradesOf(userId, input),
        withTradebook,
        financialYear,
        now: clock.now(),
        page: { pageNumber, pageSize },
      });
    },
  };
};
