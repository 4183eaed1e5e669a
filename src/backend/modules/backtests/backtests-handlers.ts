import type { backtests, RunSummary } from '../../../shared/contract/backtests.ts';
import type { Handlers, ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import type { BacktestRunRow } from '../../db/schema.ts';
import type { BacktestQueue } from '../../backtests/backtest-queue.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { findRun, listRuns, listTrades } from './queries.ts';
import { candleOrder, type RequestDeps, sweepOrder } from './run-request.ts';
import { detailView, differenceView, summaryView, tradeView } from './run-views.ts';

export interface BacktestsDeps extends RequestDeps {
  readonly backtestQueue: BacktestQueue;
}

/** Name of a run of rules that belong to no strategy. */
const NAMELESS = 'Own rules';

/** Starts, lists and cancels runs of rules over history; the work itself is done on other threads. */
export const backtestsHandlers = (deps: BacktestsDeps): Handlers<typeof backtests, CallContext> => {
  const { database, backtestQueue } = deps;

  const requireRun = async (userId: number, runId: number): Promise<BacktestRunRow> => {
    const row = await findRun(database.read, userId, runId);
    if (!row) throw notFound('backtest');
    return row;
  };

  const summaryOf = (row: Parameters<typeof summaryView>[0]): RunSummary =>
    summaryView(row, backtestQueue.progressOf(row.id));

  /** The run that both kinds of start ask for, but for what a sweep adds. */
  const runOf = async (userId: number, input: ParsedOf<typeof backtests.start>) => {
    const { order, strategy } = await candleOrder(deps, userId, input);
    return {
      userId,
      name: input.name ?? strategy?.name ?? NAMELESS,
      strategyId: strategy?.id ?? null,
      order: {
        ...order,
        capital: input.capital,
        slippage: input.slippage,
        volumeSharePercent: input.volumeSharePercent,
        maxLossPerDay: input.maxLossPerDay,
        charges: input.charges,
        benchmark: input.benchmark ?? null,
        sweep: null,
      },
    };
  };

  return {
    start: async (input, { userId }) =>
      backtestQueue.accept({ ...(await runOf(userId, input)), kind: 'backtest', credits: 1 }),

    startSweep: async (input, { userId }) => {
      const run = await runOf(userId, input);
      const { sweep, credits } = sweepOrder(run.order, input);
      const kind = input.walkForward ? 'walk-forward' : 'sweep';
      return backtestQueue.accept({ ...run, kind, credits, order: { ...run.order, sweep } });
    },

    list: async ({ backtestId, pageNumber, pageSize }, { userId, language }) => {
      const row = backtestId === undefined ? null : await requireRun(userId, backtestId);
      const { rows, total } = await listRuns(database.read, userId, { pageNumber, pageSize });
      return {
        backtest_list: rows.map(summaryOf),
        backtest: row && detailView(row, backtestQueue.progressOf(row.id), language),
        pageNumber,
        pageSize,
        total,
      };
    },

    trades: async ({ backtestId, search, symbol, pageNumber, pageSize }, { userId }) => {
      const { state } = await requireRun(userId, backtestId);
      const page = { pageNumber, pageSize };
      // The trades of a run under way are being written; they are there when it is done.
      const { rows, total, net } =
        state === 'done'
          ? await listTrades(database.readOf(userId), backtestId, { search, symbol }, page)
          : { rows: [], total: 0, net: 0 };
      return { backtest_tradehistory: rows.map(tradeView), tradetotalProfit: net, search, ...page, total };
    },

    cancel: async ({ backtestId }, { userId }) => {
      const isCancelled = await backtestQueue.cancel(userId, backtestId);
      const row = await requireRun(userId, backtestId);
      if (!isCancelled)
        throw new Refusal('conflict', 'This run has ended already.', { details: { state: row.state } });
      return summaryView(row, null);
    },

    lookAhead: async (input, { userId }) => {
      const { order } = await candleOrder(deps, userId, input);
      const { cuts, barsCompared, differences } = await backtestQueue.lookAhead(order);
      return {
        isClean: differences.length === 0,
        cuts,
        barsCompared,
        differences: differences.map(differenceView),
      };
    },
  };
};
