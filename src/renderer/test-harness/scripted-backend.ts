import { alertChannels, alertFiring, alertRule } from './alert-samples.ts';
import { scriptedAdvice } from './advice-samples.ts';
import { scriptedBaskets } from './basket-samples.ts';
import { scriptedBacktests } from './backtest-samples.ts';
import type { Scripts } from './fake-bridge.ts';
import { scriptedLive } from './live-samples.ts';
import { scriptedMoney } from './money-samples.ts';
import { scriptedPeople } from './people-samples.ts';
import {
  alert,
  feed,
  home,
  order,
  position,
  sampleHeader,
  sampleSettings,
  topTenRow,
  trade,
  strategy,
  user,
} from './samples.ts';

const pageOf = (input: { pageNumber?: number; pageSize?: number } | undefined, size: number) => ({
  pageNumber: input?.pageNumber ?? 1,
  pageSize: input?.pageSize ?? size,
});

/** Answers for a signed-in user with a running backend. Tests lay their own over them. */
export const scriptedBackend = (): Scripts => ({
  ...scriptedAdvice(),
  ...scriptedBacktests(),
  ...scriptedBaskets(),
  ...scriptedLive(),
  ...scriptedMoney(),
  ...scriptedPeople(),
  'desktop.session.state': () => ({ user, keptIn: 'keychain', lastName: user.email }),
  // Tests say what moves with `emit`.
  'desktop.stream.next': () => new Promise<never>(() => undefined),
  'desktop.stream.watch': () => ({}),
  'desktop.settings.read': () => sampleSettings,
  'desktop.settings.change': (change) => ({ ...sampleSettings, ...change }) as typeof sampleSettings,
  'desktop.backend.state': () => ({
    state: 'up',
    kind: 'embedded',
    message: 'Up',
    logTail: [],
    keyState: 'fits' as const,
  }),
  'desktop.app.about': () => ({
    version: '0.1.0',
    electron: '45.4.1',
    node: '24.21.0',
    dataFolder: '/home/asha/.config/TrickDesk',
    isInstalled: true,
  }),
  'desktop.crash.report': () => ({ report: null }),
  'desktop.window.state': () => ({ kind: 'main', isOnTop: false, canStayOnTop: true }),
  'desktop.updates.state': () => ({
    state: 'none',
    version: null,
    percent: 0,
    message: '',
    checkedAt: Date.parse('2026-11-20T08:01:00+05:30'),
  }),
  'market.indices': () => ({ indices: [] }),
  'market.lists': () => ({
    corporateActions: { actions: 0, shares: 0, from: null, to: null },
    symbolChanges: { changes: 0, from: null, to: null },
    indices: [],
  }),
  'watchlists.list': () => ({ lists: [] }),
  'journal.labels': () => ({ labels: [] }),
  'journal.excursion': () => ({ adverse: null, favourable: null, timeframe: '1m' }),
  'journal.mistakes': () => ({ mistakes: [], source: 'simulated' }),
  'scanner.saved': () => ({ scans: [] }),
  'market.fetches': () => ({ isLinked: true, isConnected: true, fetches: [] }),
  'home.header': () => sampleHeader,
  'home.summary': () => home,
  'home.topTen': () => Array.from({ length: 10 }, (_, index) => topTenRow(index + 1)),
  'home.marketplace': (input) => ({
    rows: Array.from({ length: 12 }, (_, index) =>
      strategy(200 + index, { isMine: false, name: `Trend rider ${index + 1}` }),
    ),
    total: 20,
    search: input.search ?? '',
    ...pageOf(input, 12),
  }),
  'strategies.mine': (input) => ({
    rows: input.pageType === 'Live' ? [] : Array.from({ length: 6 }, (_, index) => strategy(11 + index)),
    needsAttention: [],
    counts: { live: 0, test: 11, stopped: 2 },
    total: input.pageType === 'Live' ? 0 : 11,
    ...pageOf(input, 6),
  }),
  'authors.mine': () => ({ publications: [] }),
  'authors.changes': () => ({ version: null }),
  'strategies.author': ({ authorId = 7 }) => ({
    authorDetails: {
      authorId,
      name: 'Meera Iyer',
      bio: 'Trades openings of large shares.',
      since: '01-04-2025',
      followers: 1_284,
      parrvaReference: null,
      record: [
        {
          level: 'paper',
          source: 'simulated',
          traded: 2,
          trades: 168,
          gross: 1_824_680,
          charges: 376_230,
          net: 1_448_450,
          from: '2026-06-01T09:15:00+05:30',
        },
      ],
      strategies: [strategy(201, { isMine: false }), strategy(202, { isMine: false })],
    },
  }),
  'strategies.details': ({ strategyId }) => ({
    strategy: strategy(strategyId),
    rules: {
      document: null,
      legs: null,
      sentences: [
        { label: 'Entry', text: 'Buy when close crosses above the highest high of 3 bars after 09:30.' },
        { label: 'Exit', text: 'Leave when close crosses below EMA(20).' },
        { label: 'Stop-loss', text: '1.00% below the entry price.' },
      ],
    },
    settings: {
      capital: 10_000_000,
      quantity: null,
      riskPercent: 1,
      maxLossPerDay: 200_000,
      maxTradesPerDay: 10,
      squareOffTime: '15:10',
      productType: 'intraday',
      slippage: 2,
      stopLoss: { kind: 'percent', value: 1 },
      target: { kind: 'points', rupees: 24 },
      trailing: null,
    },
    test: {
      statistics: strategy(strategyId).statistics,
      equity: equityPoints(),
      drawdown: equityPoints().map((point, index) => ({ ...point, value: (index % 7) * 12_000 })),
      months: [
        { month: '2026-10', net: 410_000 },
        { month: '2026-11', net: -85_775 },
      ],
    },
    live: null,
    definitions: [
      {
        metric: 'profitFactor',
        label: 'Profit factor',
        explanation: 'What winning trades brought, divided by what losing trades cost, after charges.',
      },
      {
        metric: 'maxDrawdownPercent',
        label: 'Max drawdown',
        explanation: 'Largest fall of equity from its highest point so far, in percent of that point.',
      },
    ],
    attention: null,
    lastTrades: [trade(12, { symbol: 'RELIANCE' }), trade(11, { net: -21_430, exitReason: 'Stop-loss hit' })],
  }),
  'strategies.calculation': ({ capital }) => ({
    capital: capital ?? 10_000_000,
    source: 'simulated',
    instruments: [
      {
        symbol: 'RELIANCE',
        price: 143_110,
        lotSize: 1,
        quantity: 69,
        capitalUsed: 9_874_590,
        chargesRoundTrip: 8_412,
        lossAtStop: 98_745,
        note: null,
      },
    ],
    worstDayInTest: -142_310,
  }),
  'strategies.conditions': ({ symbol }) => ({
    symbol: symbol ?? 'RELIANCE',
    source: 'simulated',
    isRunning: true,
    at: '2026-11-20T14:30:00+05:30',
    now: '2026-11-20T14:33:00+05:30',
    candlesToGo: 0,
    sides: [
      {
        side: 'long',
        holds: false,
        conditions: [
          {
            kind: 'comparison',
            depth: 0,
            holds: false,
            text: 'RSI(14) 34.2, needs below 30',
            values: [
              { name: 'RSI(14)', value: 34.2 },
              { name: '30', value: 30 },
            ],
          },
        ],
      },
    ],
  }),
  'strategies.start': ({ strategyId }) => ({ strategyId, strategyStatus: 1, openPositions: [] }),
  'strategies.stop': ({ strategyId }) => ({ strategyId, strategyStatus: 2, openPositions: [] }),
  'positions.open': (input) => ({
    list: [
      position(1),
      position(2, { symbol: 'INFY', quantity: -80, pnl: -94_500, pnlPercent: -1.01, ltp: 184_100 }),
      position(3, { symbol: 'TCS', quantity: 35, pnl: 0, pnlPercent: 0, ltp: 412_150 }),
    ],
    counts: { all: 3, live: 0, test: 3, baskets: 0, elsewhere: 0, byHand: 0 },
    net: { live: 0, test: -68_620 },
    source: 'simulated',
    total: 3,
    pageNumber: input?.page ?? 1,
    pageSize: input?.pageSize ?? 12,
  }),
  'positions.trades': (input) => ({
    ...(input?.isTest === 1
      ? {
          test_tradehistory: [trade(12), trade(11, { net: -21_430, runningTotal: 659_337 }), trade(10)],
        }
      : { live_tradehistory: [] }),
    tradetotalProfit: 724_225,
    source: 'simulated' as const,
    search: input?.search ?? '',
    total: input?.isTest === 1 ? 3 : 0,
    ...pageOf(input, 12),
  }),
  'positions.orders': (input) => ({
    ...(input?.isTest === 1
      ? {
          test_orderhistory: [
            order(31),
            order(30, { state: 'open', filledQuantity: 0, averagePrice: null }),
            order(29, {
              state: 'rejected',
              filledQuantity: 0,
              averagePrice: null,
              reason: 'The price 1,834.123 is not a multiple of the tick size 0.05 of INFY.',
            }),
          ],
        }
      : { live_orderhistory: [] }),
    totalOrder: 3,
    total: input?.isTest === 1 ? 3 : 0,
    ...pageOf(input, 12),
  }),
  'market.candles': ({ symbol, timeframe }) => candles(symbol, timeframe),
  'market.feed': () => ({
    feed,
    imported: [{ symbol: 'NIFTY', timeframe: '1m', from: '2026-08-03', to: '2026-10-30', bars: 22_500 }],
  }),
  'alerts.count': () => 4,
  'proposals.list': () => ({ proposals: [], waiting: 0 }),
  'alerts.list': (input) => ({
    notification_list: [alert(5), alert(4), alert(3, { read: true }), alert(2, { read: true })],
    total: 30,
    ...pageOf(input, 12),
  }),
  'alerts.read': () => ({}),
  'alertRules.list': (input) => ({ rules: [alertRule], total: 1, ...pageOf(input, 12) }),
  'alertRules.log': (input) => ({ firings: [alertFiring], total: 1, ...pageOf(input, 12) }),
  'alertRules.channels': () => alertChannels,
  'logs.activity': (input) => ({
    log_list: [
      {
        logId: 1,
        at: '2026-11-20T09:00:12+05:30',
        level: 'info',
        topic: 'signed-in',
        text: 'Signed in on this computer.',
        strategyId: null,
        strategyName: null,
        isManual: false,
      },
    ],
    total: 1,
    ...pageOf(input, 12),
  }),
  'logs.trading': (input) => ({
    log_list: [
      {
        logId: 9,
        at: '2026-11-20T10:05:00+05:30',
        level: 'info',
        topic: 'signal',
        text: 'INFY 10:05 bar: close 1,834.10 crossed above 1,831.55. Entry.',
        strategyId: 11,
        strategyName: 'Opening range 11',
        isManual: false,
      },
      {
        logId: 8,
        at: '2026-11-20T09:50:00+05:30',
        level: 'warning',
        topic: 'guard',
        text: 'Entry refused: 10 trades today is the limit.',
        strategyId: 11,
        strategyName: 'Opening range 11',
        isManual: false,
      },
    ],
    total: 2,
    ...pageOf(input, 12),
  }),
});

const DAY_MS = 86_400_000;
const equityPoints = () =>
  Array.from({ length: 60 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 8, 1) + index * DAY_MS).toISOString().replace('Z', '+00:00'),
    value: Math.round(12_000 * index + 90_000 * Math.sin(index / 4)),
  }));

const candles = (symbol: string, timeframe: '1m' | '3m' | '5m' | '15m' | '30m' | '1h' | '1d') => {
  const close = Array.from({ length: 160 }, (_, index) =>
    Math.round(141_500 + 1_500 * Math.sin(index / 11) + 600 * Math.sin(index / 2.3)),
  );
  const first = Date.parse('2026-11-20T09:15:00+05:30') - 90 * 300_000;
  return {
    symbol,
    timeframe,
    source: 'simulated' as const,
    hasVolume: true,
    time: close.map((_, index) => first + index * 300_000),
    open: close.map((_, index) => close[index - 1] ?? 141_500),
    high: close.map((value, index) => Math.max(value, close[index - 1] ?? value) + 180),
    low: close.map((value, index) => Math.min(value, close[index - 1] ?? value) - 160),
    close,
    volume: close.map((_, index) => 4_000 + ((index * 7_919) % 9_000)),
  };
};
