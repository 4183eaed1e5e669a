import { METRIC_DEFINITIONS } from '../../../engine/metric-definitions.ts';
import type { LookAheadDifference, LookAheadSubject } from '../../../engine/look-ahead.ts';
import type {
  BacktestTrade,
  Figures,
  RunDetail,
  RunResult,
  RunSummary,
  SweepResult,
} from '../../../shared/contract/backtests.ts';
import type { Language } from '../../../shared/languages.ts';
import { METRIC_NAMES } from '../../../shared/metric-names.ts';
import { formatRupees } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';
import type { BacktestRunRow, BacktestTradeRow } from '../../db/schema.ts';
import type { RunOrder } from '../../backtests/run-order.ts';
import { labelledSentences } from '../../trading/labelled-sentences.ts';

/** Columns of a run as lists show it; what is long is left where it is. */
export const SUMMARY_COLUMNS = [
  'id',
  'kind',
  'name',
  'strategy_id',
  'state',
  'message',
  'source',
  'from_day',
  'to_day',
  'capital',
  'instruments_json',
  'timeframe',
  'progress',
  'credits',
  'created_at',
  'finished_at',
  'figures_json',
] as const satisfies readonly (keyof BacktestRunRow)[];
type SummaryRow = Pick<BacktestRunRow, (typeof SUMMARY_COLUMNS)[number]>;

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

/** A run as lists show it; `progress` is that of a run under way in this process. */
export const summaryView = (row: SummaryRow, progress: number | null): RunSummary => ({
  backtestId: row.id,
  kind: row.kind,
  name: row.name,
  strategyId: row.strategy_id,
  state: row.state,
  progressPercent: progress ?? row.progress,
  message: row.state === 'queued' && !row.message ? 'Waits for its turn.' : row.message,
  source: row.source,
  from_date: row.from_day,
  to_date: row.to_day,
  capital: row.capital,
  instruments: parsed<string[]>(row.instruments_json) ?? [],
  timeframe: row.timeframe,
  createdAt: istIso(row.created_at),
  finishedAt: row.finished_at === null ? null : istIso(row.finished_at),
  credits: row.credits,
  figures: parsed<Figures>(row.figures_json),
});

const DEFINITIONS = METRIC_NAMES.map((metric) => ({ metric, ...METRIC_DEFINITIONS[metric] }));

const settingsOf = (order: Partial<RunOrder>): RunDetail['settings'] => {
  const { slippage, charges, volumeSharePercent = null, maxLossPerDay = null } = order;
  if (!slippage || !charges) return null;
  const { benchmark = null, prices = 'adjusted' } = order;
  return { slippage, volumeSharePercent, maxLossPerDay, charges, benchmark, prices };
};

/** Everything about a run. */
export const detailView = (row: BacktestRunRow, progress: number | null, language: Language): RunDetail => {
  // A run from before results were kept has no order.
  const order = JSON.parse(row.order_json) as Partial<RunOrder>;
  const { document = null } = order;
  return {
    ...summaryView(row, progress),
    document,
    settings: settingsOf(order),
    sentences: document ? labelledSentences(document, language) : [],
    assumptions: parsed<string[]>(row.assumptions_json) ?? [],
    definitions: DEFINITIONS,
    result: parsed<RunResult>(row.result_json),
    sweep: parsed<SweepResult>(row.sweep_json),
  };
};

/** An excursion of a trade in paise and percent of its entry. */
const excursionView = (amount: number | null, row: BacktestTradeRow): BacktestTrade['adverse'] =>
  amount === null ? null : { amount, percent: (amount / row.quantity / row.entry_price) * 100 };

/** A trade of a run. */
export const tradeView = (row: BacktestTradeRow): BacktestTrade => ({
  number: row.number,
  symbol: row.symbol,
  side: row.side,
  quantity: row.quantity,
  entryAt: istIso(row.entry_at),
  entryPrice: row.entry_price,
  entryRule: row.entry_rule,
  exitAt: istIso(row.exit_at),
  exitPrice: row.exit_price,
  exitReason: row.exit_reason,
  exitRule: row.exit_rule,
  barsHeld: row.bars_held,
  gross: row.gross,
  charges: row.charges,
  net: row.net,
  runningTotal: row.running_total,
  isOpenAtEnd: row.is_open_at_end === 1,
  adverse: excursionView(row.adverse, row),
  favourable: excursionView(row.favourable, row),
});

const SUBJECTS: Readonly<Record<LookAheadSubject, string>> = {
  entry: 'Entry rule',
  exit: 'Exit rule',
  atr: 'ATR of a distance',
  rank: 'Rank',
};

const saidOf = (what: LookAheadSubject, value: number): string => {
  if (Number.isNaN(value)) return 'not known';
  switch (what) {
    case 'entry':
    case 'exit':
      return value === 1 ? 'fires' : 'does not fire';
    case 'atr':
      return formatRupees(value);
    case 'rank':
      return String(Number(value.toPrecision(6)));
  }
};

/** A bar about which the rules change their mind, in words. */
export const differenceView = ({ symbol, time, what, withFuture, without }: LookAheadDifference) => ({
  symbol,
  at: istIso(time),
  what: SUBJECTS[what],
  withFuture: saidOf(what, withFuture),
  without: saidOf(what, without),
});
