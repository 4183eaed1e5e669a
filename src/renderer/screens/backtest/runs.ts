import type { BacktestTrade, RunDetail, RunSummary } from '../../../shared/contract/backtests.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { allRows } from '../../state/all-rows.ts';
import { csvTableOf, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createResource } from '../../state/resource.ts';

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

const askForRun = async ({ backtestId }: { backtestId: number }): Promise<Result<RunDetail | null>> => {
  const result = await api.backtests.list({ backtestId, pageSize: 1 });
  return result.ok ? succeed(result.value.backtest) : result;
};

/** Everything about the run in view; null when it is not there. */
export const runDetail = createResource(askForRun);

/** Results of the runs that stand beside each other, by id. */
export const comparedRuns = createResource(
  async ({ ids }: { ids: readonly number[] }): Promise<Result<RunDetail[]>> => {
    const runs: RunDetail[] = [];
    for (const backtestId of ids) {
      const result = await askForRun({ backtestId });
      if (!result.ok) return result;
      if (result.value) runs.push(result.value);
    }
    return succeed(runs);
  },
);

/** What is left of this month's runs. */
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

const csvColumns = (): readonly CsvColumn<BacktestTrade>[] => [
  { title: t('Number'), csv: (row) => String(row.number) },
  { title: t('Symbol'), csv: (row) => row.symbol },
  { title: t('Side'), csv: (row) => row.side },
  { title: t('Quantity'), csv: (row) => String(row.quantity) },
  { title: t('Entry time (IST)'), csv: (row) => csvTime(row.entryAt) },
  { title: t('Entry price'), csv: (row) => csvRupees(row.entryPrice) },
  { title: t('Entry rule'), csv: (row) => row.entryRule },
  { title: t('Exit time (IST)'), csv: (row) => csvTime(row.exitAt) },
  { title: t('Exit price'), csv: (row) => csvRupees(row.exitPrice) },
  { title: t('Exit reason'), csv: (row) => row.exitReason },
  { title: t('Exit rule'), csv: (row) => row.exitRule },
  { title: t('Avg. candles held'), csv: (row) => String(row.barsHeld) },
  { title: t('Gross'), csv: (row) => csvRupees(row.gross) },
  { title: t('Charges'), csv: (row) => csvRupees(row.charges) },
  { title: t('Net'), csv: (row) => csvRupees(row.net) },
  { title: t('Cumulative P&L'), csv: (row) => csvRupees(row.runningTotal) },
];

/** Every trade of a run, for a spreadsheet. */
export const runTradesCsv = (backtestId: number): ReturnType<CsvSource> =>
  csvTableOf(
    `backtest-${backtestId}-trades`,
    csvColumns(),
    allRows(
      (page) => api.backtests.trades({ backtestId, ...page }),
      (answer) => ({ rows: answer.backtest_tradehistory, total: answer.total }),
    ),
  );
