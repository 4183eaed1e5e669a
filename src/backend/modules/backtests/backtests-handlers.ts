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

type BacktestsCalls = Handlers<typeof backtests, CallContext>;

/** Name of a run of rules that belong to no strategy. */
const NAMELESS = 'Own rules';

const requireRun = async (deps: BacktestsDeps, userId: number, runId: number): Promise<BacktestRunRow> => {
  const { database } = deps;
  const row = await findRun(database.read, userId, runId);
  if (!row) throw notFound('backtest');
  return row;
};

const summaryOf = (deps: BacktestsDeps, row: Parameters<typeof summaryView>[0]): RunSummary =>
  summaryView(row, deps.backtestQueue.progressOf(row.id));

/** The run that both kinds of start ask for. A sweep adds its own parts to it. */
const runOf = async (deps: BacktestsDeps, userId: number, input: ParsedOf<typeof backtests.start>) => {
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

/** Starts, lists and cancels runs of rules over history; the work itself is done on other threads. */
export const backtestsHandlers = (deps: BacktestsDeps): BacktestsCalls => ({
  start: async (input, { userId }) =>
    deps.backtestQueue.accept({ ...(await runOf(deps, userId, input)), kind: 'backtest', credits: 1 }),
  startSweep: async (input, { userId }) => {
    const run = await runOf(deps, userId, input);
    const { sweep, credits } = sweepOrder(run.order, input);
    const kind = input.walkForward ? 'walk-forward' : 'sweep';
    return deps.backtestQueue.accept({ ...run, kind, credits, order: { ...run.order, sweep } });
  },
  list: async ({ backtestId, pageNumber, pageSize }, { userId, language }) => {
    const row = backtestId === undefined ? null : await requireRun(deps, userId, backtestId);
    const { rows, total } = await listRuns(deps.database.read, userId, { pageNumber, pageSize });
    return {
      backtest_list: rows.map((row) => summaryOf(deps, row)),
      backtest: row && detailView(row, deps.backtestQueue.progressOf(row.id), language),
      pageNumber,
      pageSize,
      total,
    };
  },
  trades: async ({ backtestId, search, symbol, pageNumber, pageSize }, { userId }) => {
    const { state } = await requireRun(deps, userId, backtestId);
    const page = { pageNumber, pageSize };
    // The trades of a run under way are being written; they are there when it is done.
    const { rows, total, net } =
      state === 'done'
        ? await listTrades(deps.database.readOf(userId), backtestId, { search, symbol }, page)
        : { rows: [], total: 0, net: 0 };
    return { backtest_tradehistory: rows.map(tradeView), tradetotalProfit: net, search, ...page, total };
  },
  cancel: async ({ backtestId }, { userId }) => {
    const isCancelled = await deps.backtestQueue.cancel(userId, backtestId);
    const row = await requireRun(deps, userId, backtestId);
    if (!isCancelled)
      throw new Refusal('conflict', 'This run has ended already.', { details: { state: row.state } });
    return summaryView(row, null);
  },
  lookAhead: async (input, { userId }) => {
    const { order } = await candleOrder(deps, userId, input);
    const { cuts, barsCompared, differences } = await deps.backtestQueue.lookAhead(order);
    return {
      isClean: differences.length === 0,
      cuts,
      barsCompared,
      differences: differences.map(differenceView),
    };
  },
});
