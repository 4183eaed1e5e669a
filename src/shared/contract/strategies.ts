import { z } from 'zod';
import { LegDocumentSchema } from '../leg-document.ts';
import { DistanceSchema, RuleDocumentSchema } from '../rule-document.ts';
import { MY_STRATEGIES_PAGE_SIZE, pageInput, pageOutput } from '../paging.ts';
import { SETTING_LIMITS } from '../setting-limits.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import {
  brokerId,
  clock,
  dateRange,
  day,
  id,
  instant,
  paise,
  percent,
  point,
  capital,
  positivePaise,
  search,
  source,
  shownName,
  symbol,
} from './fields.ts';
import { FillComparisonSchema } from './fill-comparison.ts';
import { TradeSchema } from './positions.ts';
import {
  StatisticsSchema,
  StrategySummarySchema,
  AuthorSchema,
  resultLevel,
  strategyStatus,
} from './strategy-card.ts';

const StrategyRefSchema = z.object({ strategyId: id });

/** Settings of a strategy; money in paise, slippage in basis points of price. */
export const StrategySettingsSchema = z.lazy(() =>
  z.object({
    capital: positivePaise,
    quantity: z.int().positive().nullable(),
    riskPercent: percent.nullable(),
    maxLossPerDay: positivePaise.nullable(),
    maxTradesPerDay: z.int(),
    squareOffTime: clock,
    productType: z.enum(['intraday', 'delivery']),
    slippage: z.number(),
    stopLoss: DistanceSchema.nullable(),
    target: DistanceSchema.nullable(),
    trailing: DistanceSchema.nullable(),
  }),
);

/** The change, and what remains open after it. */
const StrategyChangeSchema = z.lazy(() =>
  z.object({
    strategyId: id,
    strategyStatus,
    openPositions: z.array(
      z.object({
        positionId: id,
        symbol: z.string(),
        quantity: z.int(),
        stopLoss: paise.nullable(),
        target: paise.nullable(),
      }),
    ),
  }),
);

/** Results of a strategy in one mode: figures, lines, and what was closed in each month. */
const StrategyResultsSchema = z.lazy(() =>
  z.object({
    statistics: StatisticsSchema,
    equity: z.array(point),
    drawdown: z.array(point),
    /** `YYYY-MM`, the oldest first; months without a closed trade are left out. */
    months: z.array(z.object({ month: z.string(), net: paise })),
  }),
);

export const StrategyDetailsSchema = z.lazy(() =>
  z.object({
    strategy: StrategySummarySchema,
    rules: z.object({
      /** Null until the author's fee is paid; there are no sentences either. */
      document: RuleDocumentSchema.nullable(),
      /** Document of a strategy with legs, which has no other; null of all others. */
      legs: LegDocumentSchema.nullable(),
      sentences: z.array(z.object({ label: z.string(), text: z.string() })),
    }),
    settings: StrategySettingsSchema,
    test: StrategyResultsSchema,
    live: StrategyResultsSchema.nullable(),
    /** Explanation of each figure. */
    definitions: z.array(z.object({ metric: z.string(), label: z.string(), explanation: z.string() })),
    lastTrades: z.array(TradeSchema),
    /** Why the strategy needs its owner; null while it does not. */
    attention: z.string().nullable(),
  }),
);

const ProfitSideSchema = z.lazy(() =>
  z.object({
    source,
    gross: paise,
    charges: paise,
    chargeItems: z.array(z.object({ item: z.string(), amount: paise })),
    net: paise,
    /** Result of closed trades of baskets in these days; they stand apart, and are in none of the other sums. */
    basketsNet: paise,
    byStrategy: z.array(
      z.object({
        strategyId: id,
        name: z.string(),
        /** Traded by hand: it has no page. */
        isManual: z.boolean(),
        /** As it is set now. */
        capital: paise,
        gross: paise,
        charges: paise,
        net: paise,
        trades: z.int(),
      }),
    ),
    byDay: z.array(z.object({ day, gross: paise, charges: paise, net: paise, trades: z.int() })),
  }),
);

const AuthorRecordSchema = z.lazy(() =>
  z.object({
    level: resultLevel,
    source,
    /** Strategies with a trade at this level. */
    traded: z.int(),
    trades: z.int(),
    gross: paise,
    charges: paise,
    net: paise,
    from: z.iso.datetime({ offset: true }).nullable(),
  }),
);

export const PAGE_TYPES = ['Live', 'Test', 'All'] as const;
/** Actions of the generic add-strategy call: `/userapi/{url}`. */
export const ADD_STRATEGY_URLS = ['follow', 'unfollow', 'clone', 'add', 'update', 'remove'] as const;

const strategyName = shownName(60, 3);

export const strategies = {
  details: post('/userapi/trickdetails', {
    right: read('Strategy'),
    input: StrategyRefSchema,
    output: StrategyDetailsSchema,
  }),
  author: post('/userapi/trickerdetails', {
    right: read('Strategy'),
    input: () => z.object({ strategyId: id.optional(), authorId: id.optional() }),
    output: z.lazy(() =>
      z.object({
        authorDetails: AuthorSchema.unwrap().extend({
          bio: z.string(),
          since: z.string(),
          followers: z.int(),
          /** Reference of a past return that a PaRRVA verified. It is as the author gives it. */
          parrvaReference: z.string().nullable(),
          /** Results of the strategies on offer, each level by itself: figures of two levels are never added. */
          record: z.array(AuthorRecordSchema),
          strategies: z.array(StrategySummarySchema),
        }),
      }),
    ),
  }),
  mine: post('/userapi/mytrick', {
    right: read('Strategy'),
    input: () =>
      z.object({
        strategyStatus: z.union([z.literal(0), strategyStatus]).default(1),
        brokerId: brokerId.default(0),
        pageType: z.enum(PAGE_TYPES).default('Live'),
        ...pageInput(MY_STRATEGIES_PAGE_SIZE),
        search,
      }),
    output: z.lazy(() =>
      z.object({
        rows: z.array(StrategySummarySchema),
        /** Strategies in status 4, whatever the filter. */
        needsAttention: z.array(StrategySummarySchema),
        /** Totals of the three tabs. */
        counts: z.object({ live: z.int(), test: z.int(), stopped: z.int() }),
        ...pageOutput,
      }),
    ),
  }),
  calculation: post('/userapi/myTrickCalculation', {
    right: read('Strategy'),
    input: () => z.object({ strategyId: id, capital: capital.optional() }),
    output: z.lazy(() =>
      z.object({
        capital: paise,
        source,
        instruments: z.array(
          z.object({
            symbol: z.string(),
            price: paise.nullable(),
            lotSize: z.int(),
            quantity: z.int(),
            capitalUsed: paise,
            chargesRoundTrip: paise,
            lossAtStop: paise.nullable(),
            /** Why the quantity is zero, or what to know about it. */
            note: z.string().nullable(),
          }),
        ),
        worstDayInTest: paise.nullable(),
      }),
    ),
  }),
  /** Entry conditions of one's own strategy with their values now. */
  conditions: post('/userapi/strategies/conditions', {
    right: read('Strategy'),
    input: () => z.object({ strategyId: id, symbol: symbol.optional() }),
    output: z.lazy(() =>
      z.object({
        symbol: z.string(),
        source,
        /** Whether the strategy runs; else the values are what it would read if it ran. */
        isRunning: z.boolean(),
        /** Market time at which the candle of the values closed; null before the first. */
        at: instant.nullable(),
        /** Market time of the answer. */
        now: instant,
        /** Candles until the rules may enter; 0 once they are warm. */
        candlesToGo: z.int(),
        sides: z.array(
          z.object({
            side: z.enum(['long', 'short']),
            /** Whether all that an entry of this side needs held. */
            holds: z.boolean(),
            /** In reading order, a group before what it is made of. */
            conditions: z.array(
              z.object({
                kind: z.enum(['all', 'any', 'not', 'comparison']),
                depth: z.int(),
                /** Null while it is not known. */
                holds: z.boolean().nullable(),
                /** Of a comparison, in the caller's language: `RSI(14) 34.20, needs below 30`. */
                text: z.string(),
                /** Values that it compares, in the unit of the rules; prices in paise. */
                values: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  /** Test fills of a strategy beside its live ones: slippage, delay, charges, and what was not filled. */
  fills: post('/userapi/trickfills', {
    right: read('Strategy'),
    input: StrategyRefSchema,
    output: FillComparisonSchema,
  }),
  profit: post('/userapi/mytrickprofit', {
    right: read('Strategy'),
    input: () =>
      z.object({
        brokerId: brokerId.default(0),
        roboPro: z.union([z.literal(0), z.literal(1)]).optional(),
        ...dateRange,
      }),
    output: z.lazy(() => z.object({ test: ProfitSideSchema, live: ProfitSideSchema })),
  }),
  start: post('/userapi/starttrick', {
    right: manage('Strategy'),
    input: StrategyRefSchema,
    output: StrategyChangeSchema,
  }),
  stop: post('/userapi/stoptrick', {
    right: read('Strategy'),
    changes: true,
    input: StrategyRefSchema,
    output: StrategyChangeSchema,
  }),
  /** Squares off every open position of the strategy, then stops it. */
  sell: post('/userapi/sellTrick', {
    right: read('Strategy'),
    input: StrategyRefSchema,
    output: z.lazy(() =>
      StrategyChangeSchema.unwrap().extend({
        orders: z.array(z.object({ orderId: id, symbol: z.string(), quantity: z.int(), state: z.string() })),
      }),
    ),
    money: 'orders',
  }),
  settings: post('/userapi/setSetting', {
    right: manage('Strategy'),
    input: () =>
      z.object({
        strategyId: id,
        capital: capital.optional(),
        quantity: z.int().positive().max(SETTING_LIMITS.quantity).nullable().optional(),
        riskPercent: z.number().positive().max(SETTING_LIMITS.riskPercent).nullable().optional(),
        maxLossPerDay: positivePaise.nullable().optional(),
        maxTradesPerDay: z.int().min(1).max(SETTING_LIMITS.tradesPerDay).optional(),
        squareOffTime: clock.optional(),
        productType: z.enum(['intraday', 'delivery']).optional(),
        slippage: z.number().min(0).max(SETTING_LIMITS.slippage).optional(),
      }),
    output: StrategySettingsSchema,
  }),
  modifyStopLoss: post('/userapi/modifySLTrick', {
    right: manage('Strategy'),
    input: () =>
      z.object({
        strategyId: id,
        stopLoss: DistanceSchema.nullable().optional(),
        target: DistanceSchema.nullable().optional(),
        trailing: DistanceSchema.nullable().optional(),
        /** Refuse levels already reached by the last price: they would close a position at once. */
        refuseExit: z.boolean().default(false),
      }),
    output: StrategyChangeSchema,
  }),
  enable: post('/userapi/enableDisableTrickBase', {
    right: manage('Strategy'),
    input: () => z.object({ strategyId: id, enabled: z.boolean() }),
    output: StrategyChangeSchema,
  }),
  /** Fills of a muted strategy make no alerts; what needs its owner, and stop-losses, still do. */
  mute: post('/userapi/mutetrick', {
    right: manage('Strategy'),
    keyScope: 'change',
    changes: true,
    input: () => z.object({ strategyId: id, isMuted: z.boolean() }),
    output: z.lazy(() => z.object({ strategyId: id, isMuted: z.boolean() })),
  }),
  clone: post('/userapi/toptenclone', {
    right: manage('Strategy'),
    keyScope: 'change',
    input: () => z.object({ strategyId: id, name: strategyName.optional(), capital: capital.optional() }),
    output: z.lazy(() => z.object({ status: z.boolean(), strategyId: id })),
  }),
  add: post('/userapi/{url}', {
    right: manage('Strategy'),
    params: () => z.object({ url: z.enum(ADD_STRATEGY_URLS) }),
    input: () =>
      z.object({
        strategyId: id.optional(),
        name: strategyName.optional(),
        capital: capital.optional(),
        /** The rule document of `add` and `update`. */
        document: z.unknown().optional(),
      }),
    output: z.lazy(() => z.object({ status: z.boolean(), strategyId: id.nullable() })),
  }),
};
