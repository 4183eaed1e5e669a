import type { BacktestTrade, RunDetail, RunResult, RunSummary } from '../../shared/contract/backtests.ts';
import { METRIC_NAMES, type MetricName } from '../../shared/metric-names.ts';
import type { Scripts } from './fake-bridge.ts';

const figures: Readonly<Partial<Record<MetricName, number>>> = {
  netProfit: 1_254_030,
  returnPercent: 12.54,
  cagrPercent: 26.1,
  maxDrawdown: 612_000,
  maxDrawdownPercent: 5.4,
  maxDrawdownDays: 42,
  sharpe: 1.31,
  trades: 64,
  wins: 36,
  losses: 28,
  winRatePercent: 56.25,
  profitFactor: 1.42,
  charges: 214_020,
};

const allFigures = () =>
  Object.fromEntries(METRIC_NAMES.map((name) => [name, figures[name] ?? null])) as RunResult['figures'];

/** A run as the list shows it. */
export const backtestRun = (backtestId: number, more: Partial<RunSummary> = {}): RunSummary => ({
  backtestId,
  kind: 'backtest',
  name: `Opening range ${backtestId}`,
  strategyId: 11,
  state: 'done',
  progressPercent: 100,
  message: '',
  source: 'simulated',
  from_date: '2026-01-01',
  to_date: '2026-06-30',
  capital: 10_000_000,
  instruments: ['RELIANCE', 'INFY'],
  timeframe: '1d',
  createdAt: '2026-11-20T10:00:00+05:30',
  finishedAt: '2026-11-20T10:00:04+05:30',
  credits: 1,
  figures: allFigures(),
  ...more,
});

const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01T09:15:00+05:30');
const days = Array.from({ length: 120 }, (_, index) => START + index * DAY_MS);
const equity = days.map(
  (_, index) => 10_000_000 + index * 10_450 + Math.round(180_000 * Math.sin(index / 9)),
);

/** The result of a finished run. */
export const backtestResult = (more: Partial<RunResult> = {}): RunResult => ({
  figures: allFigures(),
  equity: {
    time: days,
    equity,
    drawdownPercent: equity.map((value, index) => {
      const peak = Math.max(...equity.slice(0, index + 1));
      return (100 * (value - peak)) / peak;
    }),
    benchmark: days.map((_, index) => 10_000_000 + index * 4_000),
  },
  benchmark: {
    label: 'RELIANCE and INFY',
    returnPercent: 4.76,
    cagrPercent: 9.9,
    maxDrawdownPercent: 7.2,
    excessPercent: 7.78,
    beta: 0.41,
    correlation: 0.35,
  },
  months: [
    { month: '2026-01', net: 412_030, returnPercent: 4.12, trades: 22 },
    { month: '2026-02', net: -98_000, returnPercent: -0.94, trades: 18 },
    { month: '2026-03', net: 940_000, returnPercent: 9.11, trades: 24 },
    { month: '2026-04', net: -2_000, returnPercent: -0.02, trades: 0 },
  ],
  years: [{ year: '2026', net: 1_254_030, returnPercent: 12.54, trades: 64 }],
  drawdowns: [
    {
      from: '2026-02-03T09:15:00+05:30',
      lowest: '2026-02-20T09:15:00+05:30',
      to: '2026-03-17T09:15:00+05:30',
      percent: 5.4,
      amount: 612_000,
      days: 42,
    },
  ],
  distribution: [
    { fromPercent: -1, toPercent: 0, trades: 28 },
    { fromPercent: 0, toPercent: 1, trades: 36 },
  ],
  exits: [
    { why: 'target', trades: 36, net: 2_400_000 },
    { why: 'stop-loss', trades: 28, net: -1_145_970 },
  ],
  bySymbol: [
    { symbol: 'RELIANCE', trades: 40, net: 1_100_000, winRatePercent: 60 },
    { symbol: 'INFY', trades: 24, net: 154_030, winRatePercent: 50 },
  ],
  rejections: [{ reason: "The day's limit of 10 trades was reached.", count: 3 }],
  monteCarlo: { shuffles: 1_000, median: 5.1, percentile95: 9.8, percentile99: 12.4, worst: 15 },
  ...more,
});

/** Everything about a run. */
export const backtestDetail = (backtestId: number, more: Partial<RunDetail> = {}): RunDetail => ({
  ...backtestRun(backtestId),
  document: {},
  settings: {
    slippage: { kind: 'basis-points', points: 2 },
    volumeSharePercent: null,
    maxLossPerDay: null,
    charges: 'angel-one',
    benchmark: null,
    prices: 'adjusted',
  },
  sentences: [{ label: 'Entry', text: "Enters at the next candle's open when close crosses above EMA(20)." }],
  assumptions: ['What is decided at the close of a bar fills at the open of the next.'],
  definitions: METRIC_NAMES.map((metric) => ({
    metric,
    label: `Figure ${metric}`,
    explanation: 'How it is worked out.',
    source: 'A textbook.',
  })),
  result: backtestResult(),
  sweep: null,
  ...more,
});

/** A trade of a run. */
export const backtestTrade = (number: number, more: Partial<BacktestTrade> = {}): BacktestTrade => ({
  number,
  symbol: 'RELIANCE',
  side: 'long',
  quantity: 69,
  entryAt: '2026-02-03T09:15:00+05:30',
  entryPrice: 142_100,
  entryRule: 'entry',
  exitAt: '2026-02-10T09:15:00+05:30',
  exitPrice: 144_300,
  exitReason: 'target',
  exitRule: 'target',
  barsHeld: 6,
  gross: 151_800,
  charges: 8_400,
  net: 143_400,
  runningTotal: 143_400 * number,
  isOpenAtEnd: false,
  adverse: { amount: -34_500, percent: -0.35 },
  favourable: { amount: 165_600, percent: 1.69 },
  ...more,
});

/** Answers for the backtest screen. */
export const scriptedBacktests = (): Scripts => ({
  'backtests.list': ({ backtestId, pageNumber, pageSize }) => ({
    backtest_list: [backtestRun(2), backtestRun(1)],
    backtest: backtestId === undefined ? null : backtestDetail(backtestId),
    total: 2,
    pageNumber: pageNumber ?? 1,
    pageSize: pageSize ?? 12,
  }),
  'backtests.trades': ({ pageNumber, pageSize, search }) => ({
    backtest_tradehistory: [
      backtestTrade(2, { exitReason: 'stop-loss', exitRule: 'stopLoss', net: -80_000 }),
      backtestTrade(1),
    ],
    tradetotalProfit: 63_400,
    search: search ?? '',
    total: 2,
    pageNumber: pageNumber ?? 1,
    pageSize: pageSize ?? 12,
  }),
  'backtests.start': () => ({ backtestId: 3, creditsLeft: 18 }),
  'backtests.startSweep': () => ({ backtestId: 4, creditsLeft: 17 }),
  'backtests.lookAhead': () => ({ isClean: true, cuts: 40, barsCompared: 12_000, differences: [] }),
  'subscription.backtestPlans': () => ({
    plans: [
      { planId: 'free', name: 'Free', runsPerMonth: 20, price: 0, gst: 0, days: null, isCurrent: true },
    ],
    quota: { used: 1, left: 19, resetsAt: '2026-12-01T00:00:00+05:30' },
  }),
  'market.instruments': ({ pageNumber, pageSize }) => ({
    instruments: [
      {
        symbol: 'RELIANCE',
        name: 'Reliance Industries',
        exchange: 'NSE',
        token: '2885',
        kind: 'equity',
        segment: 'equity',
        lotSize: 1,
        tickSize: 10,
        expiry: null,
        history: [
          { source: 'simulated', timeframe: '1d', from: '2024-01-01', to: '2026-11-19', bars: 700 },
          { source: 'simulated', timeframe: '1m', from: '2026-09-01', to: '2026-11-19', bars: 20_000 },
          { source: 'replay', timeframe: '1m', from: '2022-10-03', to: '2022-12-30', bars: 22_500 },
        ],
      },
    ],
    total: 1,
    pageNumber: pageNumber ?? 1,
    pageSize: pageSize ?? 12,
  }),
});
