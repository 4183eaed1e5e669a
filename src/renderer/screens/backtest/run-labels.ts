import type { Figures, RunKind, RunState, RunSummary } from '../../../shared/contract/backtests.ts';
import type { MetricName } from '../../../shared/metric-names.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { t, labels, serverText } from '../../i18n/translate.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import type { StatusTone } from '../../ui/status-text.tsx';

export const STATE_LABELS: Readonly<Record<RunState, string>> = labels(
  { queued: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' },
  { context: 'run' },
);

export const STATE_TONES: Readonly<Record<RunState, StatusTone>> = {
  queued: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

export const KIND_LABELS: Readonly<Record<RunKind, string>> = labels({
  backtest: 'Backtest',
  sweep: 'Sweep',
  'walk-forward': 'Walk-forward',
});

/** Why a trade ended, in words. */
export const EXIT_LABELS: Readonly<Record<string, string>> = labels({
  'stop-loss': 'Stop-loss',
  'trailing-stop': 'Trailing stop',
  target: 'Target',
  'partial-exit': 'Partial exit',
  'exit-rule': 'Exit rule',
  reversal: 'Reversal',
  'square-off': 'Square-off',
  'session-end': 'End of the session',
  rebalance: 'Rebalance',
  'margin-call': 'Margin call',
  'end-of-data': 'Still open at the end',
});

export const exitText = (why: string): string => EXIT_LABELS[why] ?? serverText(why);

/** Names of the figures; in English as the engine defines them. */
export const METRIC_LABELS: Readonly<Record<MetricName, string>> = labels({
  netProfit: 'Net P&L',
  returnPercent: 'Return',
  cagrPercent: 'CAGR',
  maxDrawdown: 'Max drawdown',
  maxDrawdownPercent: 'Max drawdown %',
  maxDrawdownDays: 'Longest drawdown',
  sharpe: 'Sharpe ratio',
  sortino: 'Sortino ratio',
  calmar: 'Calmar ratio',
  trades: 'Trades',
  wins: 'Winning trades',
  losses: 'Losing trades',
  winRatePercent: 'Win rate',
  profitFactor: 'Profit factor',
  expectancy: 'Expectancy',
  averageWin: 'Average win',
  averageLoss: 'Average loss',
  largestWin: 'Largest win',
  largestLoss: 'Largest loss',
  longestWinningStreak: 'Longest winning streak',
  longestLosingStreak: 'Longest losing streak',
  averageBarsHeld: 'Avg. candles held',
  exposurePercent: 'Exposure',
  tradesPerMonth: 'Trades/month',
  grossProfit: 'Gross P&L',
  charges: 'Charges',
  chargesPercentOfGross: 'Charges % of gross',
});

/** Days, prices and capital of a run in one line. */
export const runLine = (run: RunSummary): string => {
  const days = [run.from_date, run.to_date].map((day) => dayText(istDayStart(day)));
  return `${days.join(' – ')} · ${SOURCE_LABELS[run.source]} · ${formatRupees(run.capital)}`;
};

type Format = (value: number) => string;

const plain: Format = (value) => value.toFixed(2).replace('-', '−');
const days: Format = (value) => t('{{number}} days', { count: value, number: formatCount(value) });

/** Format of each figure; signed money and percent have a component of their own. */
export const METRIC_FORMATS: Readonly<Record<MetricName, 'change' | 'percent-change' | Format>> = {
  netProfit: 'change',
  returnPercent: 'percent-change',
  cagrPercent: 'percent-change',
  maxDrawdown: formatRupees,
  maxDrawdownPercent: formatPercent,
  maxDrawdownDays: days,
  sharpe: plain,
  sortino: plain,
  calmar: plain,
  trades: formatCount,
  wins: formatCount,
  losses: formatCount,
  winRatePercent: formatPercent,
  profitFactor: plain,
  expectancy: 'change',
  averageWin: 'change',
  averageLoss: 'change',
  largestWin: 'change',
  largestLoss: 'change',
  longestWinningStreak: formatCount,
  longestLosingStreak: formatCount,
  averageBarsHeld: (value) => value.toFixed(1),
  exposurePercent: formatPercent,
  tradesPerMonth: (value) => value.toFixed(1),
  grossProfit: 'change',
  charges: formatRupees,
  chargesPercentOfGross: formatPercent,
};

/** With fewer trades these say more of luck than of the rules. */
export const TRADES_NEEDED = 30;
const NEED_TRADES: readonly MetricName[] = ['cagrPercent', 'sharpe', 'sortino', 'calmar', 'tradesPerMonth'];

/** Why a dash stands in place of these. */
export const tradesNeededText = (): string =>
  t('CAGR, Sharpe, Sortino, Calmar and trades/month need {{number}} trades; with fewer they are not shown.', {
    number: formatCount(TRADES_NEEDED),
  });

/** Figures of a run, a combination or a window; null while there is nothing yet. */
export type KnownFigures = Readonly<Partial<Figures>> | null | undefined;

/** Whether there are too few trades for ratios to mean something. */
export const hasFewTrades = (figures: KnownFigures): boolean => (figures?.trades ?? 0) < TRADES_NEEDED;

/** A figure as the window and every file show it; null where it means nothing, or trades are too few for it. */
export const shownFigure = (metric: MetricName, figures: KnownFigures): number | null =>
  NEED_TRADES.includes(metric) && hasFewTrades(figures) ? null : (figures?.[metric] ?? null);

/** A figure in a file for a spreadsheet; empty where it is not shown. */
export const metricCell = (metric: MetricName, figures: KnownFigures): string => {
  const value = shownFigure(metric, figures);
  if (value === null) return '';
  const format = METRIC_FORMATS[metric];
  if (format === 'change' || format === formatRupees) return csvRupees(value);
  return format === formatCount ? String(value) : csvNumber(value);
};
