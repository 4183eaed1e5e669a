import type { z } from 'zod';
import type { Alert } from '../../shared/contract/alerts.ts';
import type { HeaderSchema, MyHomeSchema, TopTenRowSchema } from '../../shared/contract/home.ts';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { manual } from '../../shared/contract/manual.ts';
import type { FeedStateSchema } from '../../shared/contract/market.ts';
import type { Order, Position, Trade } from '../../shared/contract/positions.ts';
import type { UserData } from '../../shared/contract/session.ts';
import type { Statistics, StrategySummary } from '../../shared/contract/strategy-card.ts';
import type { Settings } from '../../shared/desktop.ts';

/** Sample values of the contract for tests: realistic, and changed by what a test cares about. */
export const user: UserData = {
  id: 1,
  fullName: 'Asha Rao',
  email: 'asha@example.in',
  role: 'user',
  ability: [{ action: 'read', subject: 'Auth' }],
};

export const sampleSettings: Settings = {
  language: 'en',
  skin: 'light',
  moneyPalette: 'classic',
  density: 'standard',
  layout: { menu: 'vertical', content: 'boxed', navbar: 'floating', footer: 'hidden' },
  isCalm: false,
  hasLetterKeys: true,
  notifications: {
    native: true,
    toast: true,
    sound: true,
    badge: true,
    isPrivate: false,
    channels: {},
    quiet: { when: 'never', from: '22:00', to: '07:00' },
  },
  windows: { closing: 'ask', isStartedAtSignIn: false, miniOpacityPercent: 100 },
  looksForUpdates: true,
  backups: { isDaily: true },
  guidance: { isFirstRunDone: true, isTourDone: true, isChecklistHidden: false, morningCheckedOn: null },
  backend: { kind: 'embedded' },
  pageSize: 12,
};

export const feed: z.output<typeof FeedStateSchema> = {
  kind: 'simulated',
  state: 'running',
  now: '2026-11-20T14:32:07+05:30',
  lastTickAgeMs: 800,
  speed: 1,
  lagMs: 0,
  replay: null,
  preparing: null,
  message: '',
};

export const sampleHeader: z.output<typeof HeaderSchema> = {
  indices: [
    { symbol: 'NIFTY', ltp: 2_451_230, changePercent: 0.42, at: '2026-11-20T14:32:06+05:30' },
    { symbol: 'BANKNIFTY', ltp: 5_203_415, changePercent: -0.18, at: '2026-11-20T14:32:06+05:30' },
  ],
  market: {
    state: 'open',
    now: '2026-11-20T14:32:07+05:30',
    nextChange: '2026-11-20T15:30:00+05:30',
    label: 'Market open',
  },
  live: null,
  exchangeOpensAt: null,
  calendarWarning: null,
  broker: { state: 'not-linked', label: 'No broker linked', isLoginDue: false, sessionUntil: null },
  unreadAlerts: 4,
  walletBalance: 0,
  feed,
};

const wave = (length: number, scale: number, seed: number): number[] =>
  Array.from({ length }, (_, index) =>
    Math.round(scale * (index * 0.6 + 4 * Math.sin((index + seed) / 2.1) + 2 * Math.sin((index * seed) / 5))),
  );

export const statistics = (change: Partial<Statistics> = {}): Statistics => ({
  source: 'simulated',
  from: '2026-06-01T09:15:00+05:30',
  to: '2026-11-20T15:30:00+05:30',
  capital: 10_000_000,
  trades: 84,
  results: 84,
  gross: 912_340,
  charges: 188_115,
  net: 724_225,
  returnPercent: 7.24,
  maxDrawdownPercent: 3.18,
  maxDrawdown: 318_400,
  winPercent: 54.76,
  profitFactor: 1.62,
  expectancy: 8_621,
  averageWin: 41_280,
  averageLoss: -30_915,
  longestLosingStreak: 5,
  tradesPerMonth: 14.6,
  chargesPercentOfGross: 20.62,
  worstDay: -142_310,
  ...change,
});

export const strategy = (strategyId: number, change: Partial<StrategySummary> = {}): StrategySummary => ({
  strategyId,
  parentStrategyId: 100,
  origin: null,
  name: `Opening range ${strategyId}`,
  summary: 'Buys when the price leaves the range of the first fifteen minutes upwards, with volume.',
  version: null,
  strategyAuthor: { authorId: 7, name: 'Meera Iyer' },
  isMine: true,
  isFollowed: false,
  isMuted: false,
  mode: 'test',
  strategyStatus: 1,
  brokerId: 1,
  brokerName: 'Paper',
  managedBy: null,
  fee: null,
  segment: 'equity',
  timeframe: '5m',
  instruments: ['RELIANCE', 'INFY', 'TCS'],
  risk: 'medium',
  minimumCapital: 5_000_000,
  capital: 10_000_000,
  followers: 1_284,
  openPositions: 1,
  open: { pnl: 0, unrealised: 0 },
  today: 523_025,
  statistics: statistics(),
  equity: wave(30, 9_000, strategyId),
  ...change,
});

const modeResult = {
  today: 0,
  thirtyDays: 0,
  thirtyDayReturnPercent: 0,
  running: 0,
  openPositions: 0,
  basketShares: 0,
  resting: 0,
  open: { pnl: 0, unrealised: 0 },
  watched: 0,
  bare: 0,
  equity: [],
};

export const home: z.output<typeof MyHomeSchema> = {
  asOf: '2026-11-20T14:32:07+05:30',
  source: 'simulated',
  test: { ...modeResult, today: -221_075, thirtyDayReturnPercent: 4.82, running: 2, openPositions: 3 },
  live: modeResult,
  walletBalance: 0,
  liveLock: null,
  agenda: [
    ...(
      [
        ['aadhaar', 'Verify your Aadhaar', '/profile/kyc', true],
        ['pan', 'Verify your PAN', '/profile/kyc', false],
        ['broker', 'Link Angel One', '/profile/broker', false],
        ['clone', 'Clone one from the top ten', '/top-ten', true],
        ['stop-loss', 'Set a stop-loss', '/my-strategies?tab=Test', false],
        ['go-live', 'Go live', '/my-strategies?tab=Test', false],
      ] as const
    ).map(([step, title, link, isDone]) => ({ kind: 'get-started' as const, step, title, link, isDone })),
  ],
};

export const topTenRow = (
  rank: number,
  change: Partial<z.output<typeof TopTenRowSchema>> = {},
): z.output<typeof TopTenRowSchema> => ({
  rank,
  strategyId: 100 + rank,
  name: `Momentum ${rank}`,
  strategyAuthor: 'Meera Iyer',
  source: 'simulated',
  returnPercent: 9.4 - rank,
  net: 940_000 - rank * 90_000,
  worstFallPercent: 2.1 + rank / 4,
  winPercent: 52.5,
  trades: 61,
  followers: 900 - rank * 40,
  minimumCapital: 5_000_000,
  equity: wave(30, 9_000, rank),
  ...change,
});

export const position = (positionId: number, change: Partial<Position> = {}): Position => ({
  positionId,
  strategyId: 11,
  strategyName: 'Opening range 11',
  isBasket: false,
  isManual: false,
  symbol: 'RELIANCE',
  mode: 'test',
  source: 'simulated',
  side: 'long',
  product: 'intraday',
  status: 'open',
  quantity: 40,
  averagePrice: 142_350,
  ltp: 143_110,
  ltpAt: '2026-11-20T14:32:06+05:30',
  unrealised: 25_880,
  realised: 0,
  charges: 2_310,
  chargesToCome: 2_210,
  pnl: 25_880,
  pnlPercent: 0.45,
  stopLoss: 141_000,
  target: 145_200,
  protection: null,
  tradingSymbol: null,
  openedAt: '2026-11-20T13:05:00+05:30',
  closedAt: null,
  ...change,
});

export const trade = (tradeId: number, change: Partial<Trade> = {}): Trade => ({
  tradeId,
  positionId: 900 + tradeId,
  strategyId: 11,
  strategyName: 'Opening range 11',
  symbol: 'INFY',
  mode: 'test',
  source: 'simulated',
  side: 'long',
  quantity: 60,
  entryAt: '2026-11-20T10:05:00+05:30',
  entryPrice: 183_410,
  entryReason: 'Close crossed above the opening range',
  exitAt: '2026-11-20T11:40:00+05:30',
  exitPrice: 184_655,
  exitReason: 'Target reached',
  gross: 74_700,
  charges: 9_812,
  net: 64_888,
  runningTotal: 724_225,
  ...change,
});

export const order = (orderId: number, change: Partial<Order> = {}): Order => ({
  orderId,
  strategyId: 11,
  strategyName: 'Opening range 11',
  isManual: false,
  positionId: 901,
  symbol: 'INFY',
  mode: 'test',
  source: 'simulated',
  brokerId: 1,
  side: 'buy',
  purpose: 'entry',
  quantity: 60,
  filledQuantity: 60,
  averagePrice: 183_410,
  limitPrice: null,
  triggerPrice: null,
  terms: null,
  state: 'filled',
  reason: '',
  placedAt: '2026-11-20T10:05:00+05:30',
  updatedAt: '2026-11-20T10:05:01+05:30',
  life: [
    { state: 'intended', at: '2026-11-20T10:05:00+05:30', reason: '', said: '' },
    { state: 'filled', at: '2026-11-20T10:05:01+05:30', reason: '', said: '' },
  ],
  ...change,
});

export const alert = (notification_id: number, change: Partial<Alert> = {}): Alert => ({
  notification_id,
  categoryId: 2,
  title: `Bought 60 INFY, number ${notification_id}`,
  body: 'Opening range 11 entered at ₹1,834.10.',
  at: '2026-11-20T10:05:01+05:30',
  marketAt: null,
  strategyId: 11,
  read: false,
  link: '/trade-history?trade=12',
  isCritical: false,
  groupSize: 1,
  ...change,
});

/** Preview of a purchase of ten shares at ₹400. */
export const orderPreview = (
  change: Partial<OutputOf<typeof manual.preview>> = {},
): OutputOf<typeof manual.preview> => ({
  symbol: 'ITC',
  kind: 'share',
  side: 'buy',
  quantity: 10,
  lotSize: 1,
  freezeQuantity: null,
  lastPrice: 400_00,
  lastPriceAt: '2026-11-20T10:00:00+05:30',
  price: 400_00,
  stopLoss: null,
  value: 4_000_00,
  effect: 'open',
  positionId: null,
  margin: 4_000_00,
  marginBy: 'estimate',
  charges: { items: [], total: 10_00, leaving: 10_00 },
  slippage: { by: 'model', amount: 0 },
  risk: { atStop: null, most: 4_000_00, left: 20_000_00 },
  funds: { capital: 10_00_000_00, available: 10_00_000_00, today: 0, maxLossPerDay: 20_000_00 },
  problems: [],
  ...change,
});
