import { z } from 'zod';
import { METRIC_NAMES, OBJECTIVES } from '../metric-names.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import {
  capital,
  day,
  id,
  instant,
  MOST_CAPITAL,
  paise,
  percent,
  positivePaise,
  search,
  side,
  source,
  symbol,
} from './fields.ts';
import { ExcursionSchema } from './journal.ts';

export const RUN_KINDS = ['backtest', 'sweep', 'walk-forward'] as const;
export const runKind = z.enum(RUN_KINDS);
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export const runState = z.enum(RUN_STATES);
export type RunState = (typeof RUN_STATES)[number];

/** Limits of one run; the first is the specification's, the others keep a run's time and memory bounded. */
export const RUN_LIMITS = {
  parameterSets: 10_000,
  parameters: 4,
  windows: 12,
  capital: MOST_CAPITAL,
} as const;

const SlippageSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** Hundredths of a percent of the price. */
    z.object({ kind: z.literal('basis-points'), points: z.number().min(0).max(200) }),
    z.object({ kind: z.literal('ticks'), ticks: z.int().min(0).max(20) }),
  ]),
);

/** Assumptions of a run, as it is asked for; money in paise. */
const runSettings = {
  slippage: SlippageSchema,
  volumeSharePercent: z.number().nullable(),
  maxLossPerDay: paise.nullable(),
  charges: z.enum(['angel-one', 'zero-brokerage']),
  benchmark: z.string().nullable(),
  prices: z.enum(['adjusted', 'traded']),
};

/** Which rules to run over which days: a strategy or a rule document; money in paise. */
const rulesOverDays = {
  strategyId: id.optional(),
  document: z.unknown().optional(),
  from_date: day,
  to_date: day,
  /** Candles of the simulated market or of imported files (`replay`); default: the feed in use. */
  source: source.optional(),
  /** Imported prices before a split, bonus or right: adjusted for it, or as they were traded. */
  prices: z.enum(['adjusted', 'traded']).default('adjusted'),
};

const runInput = {
  ...rulesOverDays,
  /** Shown in the list of runs; default: the strategy's own name. */
  name: z.string().trim().min(1).max(60).optional(),
  capital,
  slippage: SlippageSchema.default({ kind: 'basis-points', points: 2 }),
  /** An entry takes at most this share of its bar's volume. */
  volumeSharePercent: z.number().positive().max(100).nullable().default(null),
  /** The loss of a day, realised and open, at which entries stop. */
  maxLossPerDay: positivePaise.nullable().default(null),
  charges: z.enum(['angel-one', 'zero-brokerage']).default('angel-one'),
  /** Bought at the first open and held; default: the run's own instruments in equal parts. */
  benchmark: symbol.optional(),
};

/** A number in the rule document and the values to try; both ends included. */
export const SweepParameterSchema = z.lazy(() =>
  z
    .object({
      /** Where it stands, such as `entry.left.indicator.period`. */
      path: z.string().min(1).max(200),
      from: z.number(),
      to: z.number(),
      step: z.number().positive(),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be below the first value' }),
);

/** Figures of a run by name. One that means nothing for it (a ratio over zero) is null. */
export const FiguresSchema = z.lazy(() => z.record(z.enum(METRIC_NAMES), z.number().nullable()));
export type Figures = z.output<typeof FiguresSchema>;

export const RunSummarySchema = z.lazy(() =>
  z.object({
    backtestId: id,
    kind: runKind,
    name: z.string(),
    strategyId: id.nullable(),
    state: runState,
    progressPercent: percent,
    /** Why it failed or was cancelled, or what it waits for. */
    message: z.string(),
    source,
    from_date: day,
    to_date: day,
    capital: paise,
    instruments: z.array(z.string()),
    timeframe: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable(),
    /** Credits it has used; none when it was returned. */
    credits: z.int(),
    /** Of the run, or of a sweep's best combination; null until it is done. */
    figures: FiguresSchema.nullable(),
  }),
);
export type RunSummary = z.output<typeof RunSummarySchema>;

const numbers = z.array(z.number());

const SurvivorshipSchema = z.lazy(() =>
  z.object({
    index: z.string(),
    /** Members of the index on the last day. */
    shares: z.int(),
    /** Profit of the same rules over these shares on all days. */
    net: paise,
    /** That profit less the run's own: what nobody could have earned. */
    cost: paise,
  }),
);
export type Survivorship = z.output<typeof SurvivorshipSchema>;

// Outputs are built when the first answer is checked, not while the program starts.
const resultOutput = z.lazy(() =>
  z.object({
    figures: FiguresSchema,
    /** The account at each bar's close, thinned to at most 2,000 points; time in epoch ms, money in paise. */
    equity: z.object({
      time: numbers,
      equity: numbers,
      /** Fall from the highest point so far in percent, zero or negative. */
      drawdownPercent: numbers,
      benchmark: numbers.nullable(),
    }),
    benchmark: z
      .object({
        label: z.string(),
        returnPercent: percent,
        cagrPercent: percent.nullable(),
        maxDrawdownPercent: percent,
        /** Return of the run less that of the benchmark, percentage points. */
        excessPercent: percent,
        /** Of daily returns against the benchmark's; null with too few days. */
        beta: z.number().nullable(),
        correlation: z.number().nullable(),
      })
      .nullable(),
    months: z.array(z.object({ month: z.string(), net: paise, returnPercent: percent, trades: z.int() })),
    years: z.array(z.object({ year: z.string(), net: paise, returnPercent: percent, trades: z.int() })),
    drawdowns: z.array(
      z.object({
        from: instant,
        lowest: instant,
        /** Null while it lasts. */
        to: instant.nullable(),
        percent,
        amount: paise,
        days: z.number(),
      }),
    ),
    /** Trades by net result in percent of the entry value; a bucket holds its lower end. */
    distribution: z.array(z.object({ fromPercent: percent, toPercent: percent, trades: z.int() })),
    exits: z.array(z.object({ why: z.string(), trades: z.int(), net: paise })),
    bySymbol: z.array(z.object({ symbol: z.string(), trades: z.int(), net: paise, winRatePercent: percent })),
    /** Signals that did not become a position, by reason. */
    rejections: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** The same trades in other orders: the fall from a peak that so many percent of them stay within. */
    monteCarlo: z
      .object({
        shuffles: z.int(),
        median: percent,
        percentile95: percent,
        percentile99: percent,
        worst: percent,
      })
      .nullable(),
    /** Of rules over the members of an index. */
    survivorship: SurvivorshipSchema.optional(),
  }),
);
export type RunResult = z.output<typeof resultOutput>;

const sweepOutput = z.lazy(() =>
  z.object({
    objective: z.enum(OBJECTIVES),
    parameters: z.array(z.object({ path: z.string(), label: z.string(), values: numbers })),
    /** One row a combination: `values[k][i]` is parameter k of combination i; `figures[name][i]` its result. */
    sets: z.object({
      values: z.array(numbers),
      figures: z.record(z.string(), z.array(z.number().nullable())),
      /** Why a combination could not be run, by its number. */
      refused: z.array(z.object({ set: z.int(), reason: z.string() })),
    }),
    /** Combination with the best objective; null when none could be run. */
    best: z.int().nullable(),
    walkForward: z
      .object({
        windows: z.array(
          z.object({
            trainFrom: day,
            trainTo: day,
            testFrom: day,
            testTo: day,
            /** Value of each parameter that was best in training. */
            values: numbers,
            inSample: FiguresSchema,
            outOfSample: FiguresSchema,
          }),
        ),
        /** All test windows after one another. */
        outOfSample: FiguresSchema,
      })
      .nullable(),
    /** Signs of an over-fitted result, in sentences. */
    warnings: z.array(z.string()),
  }),
);
export type SweepResult = z.output<typeof sweepOutput>;

const detailOutput = z.lazy(() =>
  RunSummarySchema.unwrap().extend({
    document: z.unknown(),
    /** Assumptions that it was asked for with, to run it again; null of a run from before they were kept. */
    settings: z.object(runSettings).nullable(),
    sentences: z.array(z.object({ label: z.string(), text: z.string() })),
    assumptions: z.array(z.string()),
    definitions: z.array(
      z.object({
        metric: z.enum(METRIC_NAMES),
        label: z.string(),
        explanation: z.string(),
        source: z.string(),
      }),
    ),
    result: resultOutput.nullable(),
    sweep: sweepOutput.nullable(),
  }),
);
export type RunDetail = z.output<typeof detailOutput>;

export const BacktestTradeSchema = z.lazy(() =>
  z.object({
    /** Position in the run, from 1. */
    number: z.int(),
    symbol: z.string(),
    side,
    quantity: z.int(),
    entryAt: instant,
    entryPrice: paise,
    /** Where the rule document has the entry, such as `entry` or `rotation`. */
    entryRule: z.string(),
    exitAt: instant,
    exitPrice: paise,
    exitReason: z.string(),
    exitRule: z.string(),
    barsHeld: z.int(),
    gross: paise,
    charges: paise,
    net: paise,
    /** Net result of this and every earlier trade of the run. */
    runningTotal: paise,
    isOpenAtEnd: z.boolean(),
    /** Largest loss while it was open, by whole candles of the run. Null where there are none, and of earlier runs. */
    adverse: ExcursionSchema.nullable(),
    /** Largest profit, likewise. */
    favourable: ExcursionSchema.nullable(),
  }),
);
export type BacktestTrade = z.output<typeof BacktestTradeSchema>;

const startOutput = z.lazy(() => z.object({ backtestId: id, creditsLeft: z.int() }));

export const backtests = {
  start: post('/userapi/setAndStartBacktest', {
    right: manage('Backtest'),
    keyScope: 'change',
    input: () => z.object(runInput),
    output: startOutput,
    money: 'orders',
  }),
  /** Tries many values of the document's numbers; one credit for each hundred combinations begun. */
  startSweep: post('/userapi/startsweep', {
    right: manage('Backtest'),
    keyScope: 'change',
    input: () =>
      z.object({
        ...runInput,
        parameters: z.array(SweepParameterSchema).min(1).max(RUN_LIMITS.parameters),
        objective: z.enum(OBJECTIVES).default('sharpe'),
        /** `random` draws `samples` combinations of the grid with a fixed seed. */
        method: z.enum(['grid', 'random']).default('grid'),
        samples: z.int().min(1).max(RUN_LIMITS.parameterSets).default(200),
        seed: z
          .int()
          .min(0)
          .max(2 ** 31)
          .default(1),
        /** Choose the combination on each training window; test it on the days after. */
        walkForward: z
          .object({
            windows: z.int().min(2).max(RUN_LIMITS.windows),
            /** Share of a window's days that the combination is chosen on. */
            trainPercent: z.number().min(50).max(90),
          })
          .nullable()
          .default(null),
      }),
    output: startOutput,
    money: 'orders',
  }),
  list: post('/userapi/getUserBacktest', {
    right: read('Backtest'),
    input: () => z.object({ backtestId: id.optional(), ...pageInput() }),
    output: z.lazy(() =>
      z.object({
        backtest_list: z.array(RunSummarySchema),
        /** The run that was asked for by its id. */
        backtest: detailOutput.nullable(),
        ...pageOutput,
      }),
    ),
    isLong: true,
  }),
  trades: post('/userapi/backtestTradeHistory', {
    right: read('Backtest'),
    input: () => z.object({ backtestId: id, search, symbol: symbol.optional(), ...pageInput() }),
    output: z.lazy(() =>
      z.object({
        backtest_tradehistory: z.array(BacktestTradeSchema),
        tradetotalProfit: paise,
        search: z.string(),
        ...pageOutput,
      }),
    ),
  }),
  cancel: post('/userapi/cancelbacktest', {
    right: manage('Backtest'),
    keyScope: 'change',
    input: () => z.object({ backtestId: id }),
    output: RunSummarySchema,
  }),
  /** Runs the rules again and again with the future cut off: do they ever change their mind about the past? */
  lookAhead: post('/userapi/lookahead', {
    right: manage('Backtest'),
    keyScope: 'change',
    atOnce: 1,
    input: () => z.object(rulesOverDays),
    output: z.lazy(() =>
      z.object({
        isClean: z.boolean(),
        /** Points at which the future was cut off, and bars compared: totals. */
        cuts: z.int(),
        barsCompared: z.int(),
        differences: z.array(
          z.object({
            symbol: z.string(),
            at: instant,
            what: z.string(),
            withFuture: z.string(),
            without: z.string(),
          }),
        ),
      }),
    ),
  }),
};
