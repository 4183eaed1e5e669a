import { z } from 'zod';
import { TIMEFRAMES } from '../rule-document.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { id, instant, paise, percent, point, search, source } from './fields.ts';
import { LockSchema } from './live.ts';
import { FeedStateSchema } from './market.ts';
import { OpenResultSchema, risk, segment, StrategySummarySchema } from './strategy-card.ts';

const ModeResultSchema = z.lazy(() =>
  z.object({
    today: paise,
    thirtyDays: paise,
    thirtyDayReturnPercent: percent,
    running: z.int(),
    /** Of strategies: shares of baskets stand apart. */
    openPositions: z.int(),
    basketShares: z.int(),
    /** Live orders by hand that may still open something; 0 on paper. */
    resting: z.int(),
    open: OpenResultSchema,
    /** Live positions that only this program watches; 0 on paper. */
    watched: z.int(),
    /** Live positions whose stop level neither rests nor is watched now; 0 on paper. */
    bare: z.int(),
    /** Running net result after each of the last 30 market days. */
    equity: z.array(point),
  }),
);

export const AGENDA_KINDS = [
  'reconnect-broker',
  'rebalance-due',
  'plan-ends',
  'needs-attention',
  'get-started',
] as const;

/** Steps from registering to trading real money, in order. */
export const FIRST_STEPS = ['aadhaar', 'pan', 'broker', 'clone', 'stop-loss', 'go-live'] as const;

export const MyHomeSchema = z.lazy(() =>
  z.object({
    /** When this was said; test results follow the time of their market. */
    asOf: instant,
    source,
    test: ModeResultSchema,
    live: ModeResultSchema,
    walletBalance: paise,
    /** Null while live trading is free. */
    liveLock: LockSchema.nullable(),
    agenda: z.array(
      z.object({
        kind: z.enum(AGENDA_KINDS),
        title: z.string(),
        link: z.string(),
        isDone: z.boolean(),
        /** Which of the first steps this is; null for everything else. */
        step: z.enum(FIRST_STEPS).nullable(),
      }),
    ),
  }),
);

const MarketSchema = z.object({
  state: z.enum(['open', 'closed', 'pre-open', 'closing-auction']),
  now: instant,
  nextChange: instant.nullable(),
  label: z.string(),
});

export const HeaderSchema = z.lazy(() =>
  z.object({
    /** Of the exchange where `live` is, else of the feed in use. */
    indices: z.array(
      z.object({
        symbol: z.string(),
        ltp: paise.nullable(),
        changePercent: percent.nullable(),
        at: instant.nullable(),
      }),
    ),
    /** The market of the feed in use, in its own time. */
    market: MarketSchema,
    /** The exchange itself, once a broker is linked; null otherwise. */
    live: MarketSchema.extend({
      lastTickAgeMs: z.int().nullable(),
      /** Whether real money is at work: prices must come then. */
      isTrading: z.boolean(),
    }).nullable(),
    /** When the exchange next trades, in its own time; null while it does. */
    exchangeOpensAt: instant.nullable(),
    /** Warning that the exchange's known trading days end soon or have ended; null until then. */
    calendarWarning: z.string().nullable(),
    broker: z.object({
      state: z.enum(['not-linked', 'connected', 'session-over']),
      label: z.string(),
      /** It is morning, and the session of the day is missing. */
      isLoginDue: z.boolean(),
      /** When the session of the day ends; null while there is none. */
      sessionUntil: instant.nullable(),
    }),
    unreadAlerts: z.int(),
    walletBalance: paise,
    feed: FeedStateSchema,
  }),
);

export const TopTenRowSchema = z.lazy(() =>
  z.object({
    rank: z.int(),
    strategyId: id,
    name: z.string(),
    strategyAuthor: z.string(),
    source,
    returnPercent: percent,
    net: paise,
    worstFallPercent: percent,
    winPercent: percent.nullable(),
    trades: z.int(),
    followers: z.int(),
    minimumCapital: paise,
    equity: z.array(paise),
  }),
);

const flag = z.enum(['0', '1']);
export const STRATEGY_SORTS = ['return', 'followers', 'newest', 'drawdown', 'name'] as const;

export const home = {
  summary: post('/userapi/home', { right: read('Strategy'), output: MyHomeSchema }),
  header: post('/userapi/headerdata', { right: null, changes: false, output: HeaderSchema }),
  /** `thirtyDay` 1 = the last thirty days, 0 = since the start; `test` 1 = test results, 0 = live ones. */
  topTen: post('/userapi/gettopten/{thirtyDay}/{test}', {
    right: read('Strategy'),
    params: () => z.object({ thirtyDay: flag, test: flag }),
    output: z.lazy(() => z.array(TopTenRowSchema).max(10)),
  }),
  marketplace: post('/userapi/hometrickers', {
    right: read('Strategy'),
    input: () =>
      z.object({
        ...pageInput(),
        search,
        segment: segment.optional(),
        timeframe: z.enum(TIMEFRAMES).optional(),
        risk: risk.optional(),
        authorId: id.optional(),
        maximumCapital: paise.optional(),
        /** Only what the caller follows. */
        isFollowed: z.literal(true).optional(),
        /** By followers unless asked for: others' returns are no reason to choose (SEBI, 2 Sep 2022). */
        sort: z.enum(STRATEGY_SORTS).default('followers'),
      }),
    output: z.lazy(() =>
      z.object({ rows: z.array(StrategySummarySchema), ...pageOutput, search: z.string() }),
    ),
  }),
};
