import { z } from 'zod';
import { MOST_RECORDED_STRIKES } from '../recorder-limits.ts';
import { indexName, TIMEFRAMES } from '../rule-document.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { IMPORT_BODY_LIMIT, post } from './endpoint.ts';
import { anySymbol, clock, day, id, instant, paise, search, source, symbol } from './fields.ts';

export const InstrumentSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    name: z.string(),
    exchange: z.string(),
    token: z.string(),
    kind: z.enum(['equity', 'index-proxy']),
    segment: z.string(),
    lotSize: z.int(),
    tickSize: paise,
    expiry: day.nullable(),
    /** Timeframes that history holds, by source. */
    history: z.array(z.object({ source, timeframe: z.enum(TIMEFRAMES), from: day, to: day, bars: z.int() })),
  }),
);

/** Columns of equal length; `time` is the start of each bar in epoch ms, prices in paise. */
export const CandlesSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    timeframe: z.enum(TIMEFRAMES),
    source,
    hasVolume: z.boolean(),
    time: z.array(z.number()),
    open: z.array(z.number()),
    high: z.array(z.number()),
    low: z.array(z.number()),
    close: z.array(z.number()),
    volume: z.array(z.number()),
    /** Units, of futures and options alone. */
    openInterest: z.array(z.number()).optional(),
  }),
);

/** A price at which orders wait. */
const depthLevel = z.object({ price: paise, quantity: z.number(), orders: z.int() });

export const QuoteSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    source,
    ltp: paise,
    /** Close of the previous market day. */
    previousClose: paise.nullable(),
    at: instant,
    /** Contract of a broker's price: under one symbol another may still be held. */
    tradingSymbol: z.string().optional(),
    /** The day so far, where it is known. */
    open: paise.optional(),
    high: paise.optional(),
    low: paise.optional(),
    /** Units. */
    volume: z.number().optional(),
    /** Best prices of the book, where they are known. */
    bid: paise.optional(),
    ask: paise.optional(),
    /** Waiting orders by price, the best first. Absent where they are not known or were not asked for. */
    depth: z.object({ buy: z.array(depthLevel).readonly(), sell: z.array(depthLevel).readonly() }).optional(),
  }),
);

export const REPLAY_SPEEDS = { min: 1, max: 600 } as const;

/** The feed that the user's test strategies trade on. */
export const FeedStateSchema = z.lazy(() =>
  z.object({
    kind: source,
    state: z.enum(['running', 'paused', 'stalled', 'ended', 'preparing']),
    /** Market time. */
    now: instant,
    /** Wall-clock milliseconds since the last tick; null before the first. */
    lastTickAgeMs: z.number().nullable(),
    /** Speed of market time, as a multiple of the wall clock. */
    speed: z.number(),
    /** Lag of the feed behind its set speed, in market milliseconds. */
    lagMs: z.number(),
    replay: z
      .object({ from: day, to: day, progressPercent: z.number(), symbols: z.array(z.string()) })
      .nullable(),
    /** Progress of the first start's preparation; null when done. */
    preparing: z.object({ done: z.int(), total: z.int(), label: z.string() }).nullable(),
    message: z.string(),
  }),
);

/** Recording of option chains. */
export const RecorderSchema = z.lazy(() =>
  z.object({
    isLinked: z.boolean(),
    isConnected: z.boolean(),
    chains: z.array(
      z.object({
        underlying: z.string(),
        /** On each side of the money; 0 of what is not recorded. */
        strikes: z.int(),
        contracts: z.int(),
        /** Since the program began. */
        lastMinute: instant.nullable(),
        /** Why nothing is recorded now; empty where it is. */
        message: z.string(),
      }),
    ),
    kept: z.object({
      days: z.int(),
      /** Of contracts. */
      minutes: z.int(),
      bytes: z.int(),
      from: day.nullable(),
      to: day.nullable(),
    }),
  }),
);

export const ON_BAD = ['keep-good', 'refuse-file'] as const;

export const ImportedFileSchema = z.lazy(() =>
  z.object({
    name: z.string(),
    format: z.enum([
      'daily-candles',
      'minute-candles',
      'bhavcopy-udiff',
      'bhavcopy-legacy',
      'derivatives-legacy',
      'derivatives-activity',
      'corporate-actions',
      'symbol-changes',
      'index-members',
      'unknown',
    ]),
    outcome: z.enum(['imported', 'refused']),
    /** Of futures and options, their underlyings. */
    symbols: z.array(z.string()),
    timeframe: z.enum(TIMEFRAMES).nullable(),
    rowsRead: z.int(),
    rowsKept: z.int(),
    rowsRepeated: z.int(),
    rowsRefused: z.int(),
    /** Good rows outside continuous trading (pre-open, after the close): set aside, since nothing can fill on them. */
    rowsOutsideSession: z.int(),
    /** Futures and options that were not traded on their day: they are known then, and have no candle. */
    rowsUntraded: z.int(),
    /** The first hundred problems; `line` is 1-based, 0 means the file as a whole. */
    problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
);

/** Timeframes that are kept; all others are put together from minutes. */
export const STORED_TIMEFRAMES = ['1m', '1d'] as const;
export const storedTimeframe = z.enum(STORED_TIMEFRAMES);
export type StoredTimeframe = (typeof STORED_TIMEFRAMES)[number];

/** `waiting`: for the broker or a login, as the message says. */
export const FETCH_STATES = [
  'queued',
  'running',
  'waiting',
  'paused',
  'done',
  'failed',
  'cancelled',
] as const;
export const fetchState = z.enum(FETCH_STATES);
export type FetchState = (typeof FETCH_STATES)[number];

/** Treatment of prices that the broker sends otherwise than they are kept. */
export const ON_DIFFERENCE = ['keep', 'replace'] as const;
export const onDifference = z.enum(ON_DIFFERENCE);

export const FETCH_LIMITS = { symbols: 50, years: 10 } as const;

/** Prices being fetched from the user's own broker, the newest month first. */
export const FetchSchema = z.lazy(() =>
  z.object({
    fetchId: id,
    symbol: z.string(),
    timeframe: storedTimeframe,
    from: day,
    to: day,
    onDifference,
    state: fetchState,
    /** Why it waits or has failed; empty otherwise. */
    message: z.string(),
    monthsDone: z.int(),
    monthsTotal: z.int(),
    /** New candles. */
    barsKept: z.int(),
    /** Candles that were there with other prices, and were replaced. */
    barsReplaced: z.int(),
    /** Candles outside continuous trading, repeated within an answer, or with impossible prices. */
    barsSetAside: z.int(),
    /** Months of which the broker sends other prices than are kept. */
    monthsDiffering: z.int(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
);

const CandleValuesSchema = z.lazy(() =>
  z.object({ open: paise, high: paise, low: paise, close: paise, volume: z.number() }),
);

/** A month of a series as it is kept. */
export const SeriesMonthSchema = z.lazy(() =>
  z.object({
    month: z.string(),
    bars: z.int(),
    /** Of the candles as they are kept. */
    sha256: z.string(),
    /** When the broker sent it; null for files alone. */
    fetchedAt: instant.nullable(),
    /** Whether it still is what was kept when it was fetched. */
    isAsFetched: z.boolean(),
    /** Candles that the broker sent with other prices at the last fetch. */
    differing: z.int(),
    /** Kept candles that the broker did not send at the last fetch. */
    gone: z.int(),
    /** The first of both; null is none. */
    examples: z.array(
      z.object({ at: instant, kept: CandleValuesSchema.nullable(), sent: CandleValuesSchema.nullable() }),
    ),
  }),
);

/** Gaps of a series by the exchange's calendar. */
export const GapReportSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    timeframe: storedTimeframe,
    bars: z.int(),
    /** Days of the first and the last candle; null where there is none. */
    from: day.nullable(),
    to: day.nullable(),
    /** Before this day the calendar is not known, and nothing is judged. */
    judgedFrom: day.nullable(),
    tradingDays: z.int(),
    wholeDays: z.int(),
    /** Stretches of trading days without any candle; the first ones. */
    missing: z.array(z.object({ from: day, to: day, days: z.int() })),
    missingDays: z.int(),
    /** Days of which minutes are missing; the first ones. `firstAt` is the first of those minutes. */
    short: z.array(z.object({ day, missing: z.int(), expected: z.int(), firstAt: clock })),
    shortDays: z.int(),
    missingMinutes: z.int(),
    months: z.array(SeriesMonthSchema),
  }),
);

/** The first line of a file of candles. */
export const CANDLE_CSV_HEADER = 'timestamp,open,high,low,close,volume\n';
/** Months of an export that one answer has. */
export const EXPORT_MONTHS = 12;

/** A future or an option of a list. What the list does not say is null. */
export const ContractSchema = z.lazy(() =>
  z.object({
    /** As in `NIFTY 2026-12-29 24500 CE`; it has this meaning for ever. */
    symbol: z.string(),
    exchange: z.enum(['NSE', 'BSE']),
    underlying: z.string(),
    /** Day in the list. */
    expiry: day,
    /** Day on which it ends; a holiday may move it before the expiry. */
    lastDay: day,
    kind: z.enum(['future', 'call', 'put']),
    /** Null of a future. */
    strike: paise.nullable(),
    /** Units. */
    lotSize: z.int().nullable(),
    tickSize: paise.nullable(),
    /** Units above which the exchange rejects an order. */
    freezeQuantity: z.int().nullable(),
    /** The broker's, unique within an exchange. */
    token: z.string().nullable(),
  }),
);

/** Kinds of lists of the exchange that are imported beside prices. */
export const LIST_KINDS = ['corporate-actions', 'symbol-changes', 'index-members'] as const;

/** Imported lists of the exchange. Days are null where there is no list. */
export const ListsSchema = z.lazy(() =>
  z.object({
    corporateActions: z.object({
      actions: z.int(),
      /** Symbols that have actions. */
      shares: z.int(),
      from: day.nullable(),
      to: day.nullable(),
    }),
    symbolChanges: z.object({ changes: z.int(), from: day.nullable(), to: day.nullable() }),
    /** In order of their names. */
    indices: z.array(
      z.object({
        index: z.string(),
        /** Rows of the list: a share that came back has several. */
        spans: z.int(),
        shares: z.int(),
        /** First day of the list. */
        from: day,
      }),
    ),
  }),
);

export const market = {
  instruments: post('/userapi/market/instruments', {
    right: read('Market'),
    input: () => z.object({ ...pageInput(), search }),
    output: z.lazy(() => z.object({ instruments: z.array(InstrumentSchema), ...pageOutput })),
  }),
  candles: post('/userapi/market/candles', {
    right: read('Market'),
    input: () =>
      z.object({
        symbol: anySymbol,
        timeframe: z.enum(TIMEFRAMES),
        /** Default: the source of the feed in use. */
        source: source.optional(),
        from_date: day.optional(),
        to_date: day.optional(),
        /** At most so many of the latest bars. */
        limit: z.int().min(1).max(200_000).default(2_000),
      }),
    output: CandlesSchema,
    isLong: true,
  }),
  /** Futures and options that fit typed words, the best first. Examples: `nifty 24500 ce`, `banknifty fut dec`. */
  findContracts: post('/userapi/market/find-contracts', {
    right: read('Market'),
    input: () => z.object({ search, limit: z.int().min(1).max(50).default(20) }),
    output: z.lazy(() =>
      z.object({
        /** Of the list; replay where it is a file. */
        source,
        /** Day of the list. */
        listedOn: day.nullable(),
        contracts: z.array(ContractSchema),
        /** Why there is no list; empty where there is one. */
        reason: z.string(),
      }),
    ),
  }),
  quote: post('/userapi/market/quote', {
    right: read('Market'),
    input: () => z.object({ symbols: z.array(anySymbol).min(1).max(100) }),
    output: z.lazy(() =>
      z.object({
        quotes: z.array(QuoteSchema),
        missing: z.array(z.object({ symbol: z.string(), reason: z.string() })),
      }),
    ),
  }),
  import: post('/userapi/market/import', {
    right: manage('Market'),
    keyScope: 'change',
    input: () =>
      z.object({
        files: z
          .array(z.object({ name: z.string().min(1).max(255), text: z.string() }))
          .min(1)
          .max(500),
        onBad: z.enum(ON_BAD).default('keep-good'),
      }),
    output: z.lazy(() =>
      z.object({
        files: z.array(ImportedFileSchema),
        rowsRead: z.int(),
        rowsKept: z.int(),
        rowsRepeated: z.int(),
        rowsRefused: z.int(),
        rowsOutsideSession: z.int(),
      }),
    ),
    bodyLimit: IMPORT_BODY_LIMIT,
    atOnce: 1,
  }),
  /** Data that can be replayed, and the feed's state. */
  feed: post('/userapi/market/feed', {
    right: read('Market'),
    output: z.lazy(() =>
      z.object({
        feed: FeedStateSchema,
        imported: z.array(
          z.object({ symbol: z.string(), timeframe: z.enum(TIMEFRAMES), from: day, to: day, bars: z.int() }),
        ),
      }),
    ),
  }),
  /** Speed of the simulated market, as a multiple of the wall clock. */
  pace: post('/userapi/market/pace', {
    right: manage('Market'),
    input: () => z.object({ speed: z.number().min(1).max(600) }),
    output: z.lazy(() => z.object({ feed: FeedStateSchema })),
  }),
  /** Indices whose members by date were imported, with their members of today. */
  indices: post('/userapi/market/indices', {
    right: read('Market'),
    output: z.lazy(() =>
      z.object({
        indices: z.array(
          z.object({
            index: z.string(),
            /** First day of the list. */
            from: day,
            /** Shares that are or were its members, and how many are today. */
            shares: z.int(),
            members: z.int(),
            /** Some of today's members, in order of their symbols. */
            symbols: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  /** Lists of the exchange that were imported, and how much they have. */
  lists: post('/userapi/market/lists', {
    right: read('Market'),
    output: ListsSchema,
  }),
  /** Remove an imported list. What was done by it stays: applied actions, and results of before. */
  removeList: post('/userapi/market/lists/remove', {
    right: manage('Market'),
    keyScope: 'change',
    input: () =>
      z
        .object({
          list: z.enum(LIST_KINDS),
          /** Of members alone. */
          index: indexName.optional(),
        })
        .refine(({ list, index }) => list !== 'index-members' || index !== undefined, {
          path: ['index'],
          message: 'must say whose members are removed',
        }),
    /** Lists that are left. */
    output: ListsSchema,
  }),
  replay: post('/userapi/market/replay', {
    right: manage('Market'),
    input: () =>
      z.object({
        action: z.enum(['start', 'pause', 'resume', 'stop', 'speed']).default('start'),
        from: day.optional(),
        to: day.optional(),
        speed: z.number().min(REPLAY_SPEEDS.min).max(REPLAY_SPEEDS.max).optional(),
        /** Default: everything imported that has bars in the range. */
        symbols: z.array(symbol).max(100).optional(),
      }),
    output: z.lazy(() => z.object({ feed: FeedStateSchema })),
  }),
  /** Fetch prices from the user's own broker. They end with the last day that is over. */
  fetchHistory: post('/userapi/market/fetch', {
    right: manage('Market'),
    keyScope: 'change',
    input: () =>
      z.object({
        symbols: z.array(symbol).min(1).max(FETCH_LIMITS.symbols),
        timeframe: storedTimeframe.default('1m'),
        years: z.int().min(1).max(FETCH_LIMITS.years).default(5),
        onDifference: onDifference.default('keep'),
      }),
    output: z.lazy(() => z.object({ fetches: z.array(FetchSchema) })),
  }),
  /** Fetches under way and ended ones, the newest first. */
  fetches: post('/userapi/market/fetches', {
    right: read('Market'),
    output: z.lazy(() =>
      z.object({
        /** Whether a broker is linked, and whether its session is open. */
        isLinked: z.boolean(),
        isConnected: z.boolean(),
        fetches: z.array(FetchSchema),
      }),
    ),
  }),
  /** Option chains that are recorded from live prices. */
  recorder: post('/userapi/market/recorder', {
    right: read('Market'),
    output: RecorderSchema,
  }),
  /** Record the options of an index from now on. 0 strikes end it; what was recorded stays. */
  record: post('/userapi/market/record', {
    right: manage('Market'),
    keyScope: 'change',
    input: () =>
      z.object({
        underlying: symbol,
        /** On each side of the money. */
        strikes: z.int().min(0).max(MOST_RECORDED_STRIKES),
      }),
    output: RecorderSchema,
  }),
  controlFetch: post('/userapi/market/fetch/control', {
    right: manage('Market'),
    keyScope: 'change',
    /** `resume` also tries one that has failed once more. */
    input: () => z.object({ fetchId: id, action: z.enum(['pause', 'resume', 'cancel']) }),
    output: z.lazy(() => z.object({ fetch: FetchSchema })),
  }),
  /** Gaps of a series that was imported or fetched. */
  gaps: post('/userapi/market/gaps', {
    right: read('Market'),
    input: () => z.object({ symbol, timeframe: storedTimeframe }),
    output: GapReportSchema,
    isLong: true,
  }),
  /** Imported or fetched candles of some months as lines of CSV. `CANDLE_CSV_HEADER` names their columns. */
  export: post('/userapi/market/export', {
    right: read('Market'),
    input: () =>
      z.object({
        symbol,
        timeframe: storedTimeframe,
        months: z
          .array(z.string().regex(/^\d{4}-\d{2}$/, 'must be a month such as 2026-11'))
          .min(1)
          .max(EXPORT_MONTHS),
      }),
    output: z.lazy(() => z.object({ csv: z.string() })),
    isLong: true,
  }),
};
