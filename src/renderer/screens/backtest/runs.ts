import type { RunDetail, RunSummary } from '../../../shared/contract/backtests.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { allRows } from '../../state/all-rows.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';
import { runTradeColumns } from './run-trade-columns.ts';

const RUNS_PAGE_SIZE = 6;

/** The person's runs, newest first. */
export const runsList = createPagedList({
  call: (page) => api.backtests.list(page),
  page: (answer) => ({ rows: answer.backtest_list, total: answer.total }),
  idOf: (run) => run.backtestId,
  filter: {},
  // The result of the opened run stands below: a short page keeps it in view.
  pageSize: RUNS_PAGE_SIZE,
});

const loadRun = async ({ backtestId }: { backtestId: number }): Promise<Result<RunDetail | null>> => {
  const result = await api.backtests.list({ backtestId, pageSize: 1 });
  return result.ok ? succeed(result.value.backtest) : result;
};

/** Everything about the run in view; null when it is not there. */
export const runDetail = createPaneResource(loadRun);

/** Results of the runs that stand beside each other, by id. */
export const comparedRuns = createPaneResource(
  async ({ ids }: { ids: readonly number[] }): Promise<Result<RunDetail[]>> => {
    const runs: RunDetail[] = [];
    for (const backtestId of ids) {
      const result = await loadRun({ backtestId });
      if (!result.ok) return result;
      if (result.value) runs.push(result.value);
    }
    return succeed(runs);
  },
);

/** Remaining runs of this month. */
export const quota = createResource(() => api.subscription.backtestPlans(), { isQuiet: true });

/** Trades of the run in view. */
export const runTrades = createPagedList({
  call: ({ symbol, ...rest }: { backtestId: number; symbol: string; pageNumber: number; pageSize: number }) =>
    api.backtests.trades({ ...rest, symbol: symbol === '' ? undefined : symbol }),
  page: (answer) => ({ rows: answer.backtest_tradehistory, total: answer.total }),
  idOf: (trade) => trade.number,
  filter: { backtestId: 0, symbol: '' },
});

/** A run that has ended, one way or another. */
export const isOver = (run: Pick<RunSummary, 'state'>): boolean =>
  run.state !== 'queued' && run.state !== 'running';

/** Every trade of a run, for a spreadsheet. */
export const runTradesCsv = (backtestId: number): ReturnType<CsvSource> =>
  csvTableOf(
    `backtest-${backtestId}-trades`,
    runTradeColumns(),
    allRows(
      (page) => api.backtests.trades({ backtestId, ...page }),
      (answer) => ({ rows: answer.backtest_tradehistory, total: answer.total }),
      ({ number }) => number,
    ),
  );
