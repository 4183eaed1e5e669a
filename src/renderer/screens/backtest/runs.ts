import { dateTimeText } from '../../i18n/dates.ts';
import { inEnglish } from '../../i18n/translate.ts';
import type { BacktestTrade, RunDetail, RunSummary } from '../../../shared/contract/backtests.ts';
import { succeed, type Result } from '../../../shared/failure.ts';

import { api } from '../../api/api.ts';
import { allRows, csvRupees, type CsvTable } from '../../state/csv-export.ts';
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

const columns = [
  'Number',
  'Symbol',
  'Side',
  'Quantity',
  'Entry time (IST)',
  'Entry price',
  'Entry rule',
  'Exit time (IST)',
  'Exit price',
  'Exit reason',
  'Exit rule',
  'Bars held',
  'Gross',
  'Charges',
  'Net',
  'Running total',
] as const;

const csvRow = (trade: BacktestTrade): string[] => [
  String(trade.number),
  trade.symbol,
  trade.side,
  String(trade.quantity),
  dateTimeText(Date.parse(trade.entryAt)),
  csvRupees(trade.entryPrice),
  trade.entryRule,
  dateTimeText(Date.parse(trade.exitAt)),
  csvRupees(trade.exitPrice),
  trade.exitReason,
  trade.exitRule,
  String(trade.barsHeld),
  csvRupees(trade.gross),
  csvRupees(trade.charges),
  csvRupees(trade.net),
  csvRupees(trade.runningTotal),
];

/** Every trade of a run, for a spreadsheet. */
export const tradesTable = async (backtestId: number): Promise<Result<CsvTable>> => {
  const rows = await allRows(
    (page) => api.backtests.trades({ backtestId, ...page }),
    (answer) => ({ rows: answer.backtest_tradehistory, total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: `backtest-${backtestId}-trades`,
    columns,
    rows: inEnglish(() => rows.value.map(csvRow)),
  });
};
