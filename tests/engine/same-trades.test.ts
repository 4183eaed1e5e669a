import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYBODY } from '../../src/backend/cluster/own-users.ts';
import { type Bar, type Bars, barsFrom } from '../../src/engine/bars.ts';
import { stopHitOnBar, targetHitOnBar, openProtection, NO_ATR } from '../../src/engine/protection.ts';
import { compileRules } from '../../src/engine/rules/compile.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import type { CompiledRules } from '../../src/engine/rules/compiled-rules.ts';
import { instrumentsNeeded } from '../../src/engine/rules/operand-places.ts';
import { seriesApart } from '../../src/engine/simulation/series-apart.ts';
import { simulate } from '../../src/engine/simulation/simulate.ts';
import type { ExitReason, Trade } from '../../src/engine/simulation/simulation.ts';
import {
  RuleDocumentSchema,
  type RuleDocument,
  type RuleDocumentInput,
} from '../../src/shared/rule-document.ts';
import { istDate, istDayStart } from '../../src/shared/time.ts';
import { systemClock } from '../../src/backend/clock.ts';
import { HOUSE, type Database, openDatabase } from '../../src/backend/db/database.ts';
import type { FeedRow, TradeRow, StrategyRow } from '../../src/backend/db/schema.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { aggregateBars, candleStart } from '../../src/backend/market/candle-aggregate.ts';
import { loadBars, storeBars } from '../../src/backend/market/candle-store.ts';
import { History } from '../../src/backend/market/history.ts';
import { WorkerPool } from '../../src/backend/backtests/worker-pool.ts';
import { importFiles } from '../../src/backend/market/import/import-files.ts';
import { findInstrument } from '../../src/backend/market/instrument-master.ts';
import { ReplayTape } from '../../src/backend/market/replay/replay-tape.ts';
import { SimulatedDays } from '../../src/backend/market/simulated/simulated-days.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { effectiveRules } from '../../src/backend/trading/effective-rules.ts';
import { columnsOfDocument } from '../../src/backend/trading/strategy-columns.ts';
import { TradingRun } from '../../src/backend/trading/trading-run.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionBars,
  sessionDailyBar,
  simulateDay,
} from '../../src/backend/market/simulated/simulated-market.ts';
import { nextTradingDay } from '../../src/engine/trading/trading-day.ts';
import { dailyFiles, hasRealFiles, minuteFiles, WITHOUT_REAL_FILES } from '../support/market-files.ts';
import { writeForAll } from '../support/write-for-all.ts';
import { placeOf } from '../support/test-database.ts';

/**
 * One strategy, the same candles, three ways: the backtest (rules over whole columns), the backtest with the rules asked
 * bar by bar, and a replay through the real runner and the paper broker. The trades must be the same, those of a
 * portfolio to the share.
 *
 * Rules, sizes, money, exits and rotations are decided by the same functions (`src/engine/trading`). What still differs
 * is how prices come, and it is made alike here or looked for by name:
 * - slippage: the paper broker takes one tick; the backtest is given one tick, the strategies none of their own;
 * - a trailing stop moves with every price in a replay and at the close of a bar in a backtest: it is left out here;
 * - when one bar reaches both stop and target a backtest takes the stop; a replay takes what its path of prices, open
 *   to the nearer extreme to the other one to the close, comes to first;
 * - an entry that the cash no longer carries at its fill is cut to whole lots in a backtest and rejected whole by the
 *   paper broker, as by a real one (a rotation's is cut by both); the capitals here leave room;
 * - a signal whose candle was over more than five minutes ago (a gap in the history) is no order on paper; a backtest
 *   fills it at the next open, however late.
 */
const OWNER = 1;
/** Candles to trade on, brought into the history of the owner. */
interface Candles {
  readonly name: string;
  /** Days of index minutes. `days` are those of the daily candles of the shares. */
  readonly minuteDays: readonly [string, string];
  readonly days: readonly [string, string];
  readonly bringMinutes: () => Promise<void>;
  readonly bringDays: () => Promise<void>;
}

const real: Candles = {
  name: `real candles ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`,
  minuteDays: ['2022-10-17', '2022-10-31'],
  days: ['2023-01-01', '2023-12-31'],
  bringMinutes: async () => {
    await importFiles(place(), OWNER, minuteFiles(), 'keep-good', () => undefined);
  },
  bringDays: async () => {
    await importFiles(place(), OWNER, dailyFiles(), 'keep-good', () => undefined);
  },
};

const SEED = 11;
const FIRST_DAY = '2024-06-03';
const LAST_DAY = '2025-06-30';
const LAST_MINUTE_DAY = '2024-06-21';

/** Brings days of the simulated market into the history: minutes of the indices, or daily candles of the shares. */
const bringSimulated = async (until: string, timeframe: '1m' | '1d'): Promise<void> => {
  const bars = new Map<string, Bar[]>();
  let state: MarketDayState = firstDayState(FIRST_DAY);
  while (state.day <= until) {
    const day = simulateDay(SEED, state, timeframe === '1m' ? 1 : 25);
    for (const session of day.sessions) {
      const { row, minutes } = session;
      if (minutes === 0 || (row.kind === 'index-proxy') !== (timeframe === '1m')) continue;
      const known = bars.get(row.symbol) ?? [];
      bars.set(row.symbol, known);
      known.push(...(timeframe === '1m' ? sessionBars(session) : [sessionDailyBar(session)]));
    }
    state = { day: nextTradingDay(day.day), closes: day.closes, logVolatility: day.logVolatility };
  }
  await database.write(OWNER, async (tx) => {
    for (const [symbol, rows] of bars)
      await storeBars(tx, { ownerId: OWNER, source: 'replay', symbol, timeframe }, rows);
  });
};

const simulated: Candles = {
  name: 'simulated candles',
  minuteDays: ['2024-06-10', LAST_MINUTE_DAY],
  days: ['2024-09-02', LAST_DAY],
  bringMinutes: () => bringSimulated(LAST_MINUTE_DAY, '1m'),
  bringDays: () => bringSimulated(LAST_DAY, '1d'),
};

/** As fast as it goes. */
const SPEED = 1e9;

const WHY: Readonly<Record<string, ExitReason>> = {
  'Stop-loss hit': 'stop-loss',
  'Target reached': 'target',
};
const whyOf = (reason: string): string => {
  if (reason.startsWith('Exit rule')) return 'exit-rule';
  if (reason.startsWith('Reversal')) return 'reversal';
  if (reason.startsWith('Square-off')) return 'square-off';
  if (reason.startsWith('Partial exit')) return 'partial-exit';
  return WHY[reason] ?? reason;
};

let folder = '';
let databaseAt = '';
const pool = new WorkerPool(1);
afterAll(() => pool.close());
const place = () => ({ database, databaseAt, pool });
let database: Database;
let strategies: StrategyRow[] = [];
let replayed: TradeRow[] = [];

/**
 * A document that trades alike everywhere, and often enough. Every way trades it alike, and it is not too rare to say
 * anything.
 */
const comparable = (document: RuleDocument): RuleDocument => ({ ...document, trailing: null });

const withParts = (document: RuleDocument): RuleDocument => ({
  ...document,
  partialExits: [{ distance: { kind: 'percent', value: 0.15 }, percent: 50 }],
  size: { kind: 'fixed', quantity: 200 },
  maxEntries: 2,
  maxTradesPerDay: 20,
});

const close = { kind: 'price', field: 'close' } as const;
const number = (value: number) => ({ kind: 'constant', value }) as const;

const ema = (period: number) => ({ kind: 'indicator', indicator: { name: 'ema', period } }) as const;

/** Conditions about more than the own candles of today. */
const WIDER: Readonly<Record<string, Pick<RuleDocumentInput, 'variables' | 'entry' | 'exit' | 'reverse'>>> = {
  levels: {
    entry: {
      kind: 'any',
      conditions: [
        {
          kind: 'compare',
          left: close,
          operator: 'crosses-above',
          right: { kind: 'opening-range', edge: 'high', minutes: 15 },
        },
        {
          kind: 'all',
          conditions: [
            {
              kind: 'compare',
              left: close,
              operator: 'crosses-above',
              right: { kind: 'level', level: 'pivot' },
            },
            {
              kind: 'compare',
              left: { kind: 'level', level: 'gap-percent' },
              operator: '<',
              right: number(1),
            },
          ],
        },
      ],
    },
    exit: {
      kind: 'compare',
      left: close,
      operator: '<',
      right: { kind: 'opening-range', edge: 'low', minutes: 15 },
    },
  },
  'another instrument': {
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'compare',
          left: { kind: 'price', field: 'close', instrument: 'BANKNIFTY' },
          operator: '>',
          right: { kind: 'indicator', indicator: { name: 'ema', period: 8 }, instrument: 'BANKNIFTY' },
        },
        {
          kind: 'compare',
          left: {
            kind: 'indicator',
            indicator: { name: 'rsi', period: 4 },
            instrument: 'BANKNIFTY',
            timeframe: '15m',
          },
          operator: '>',
          right: number(40),
          forBars: 2,
        },
      ],
    },
    exit: {
      kind: 'compare',
      left: { kind: 'price', field: 'close', instrument: 'BANKNIFTY' },
      operator: 'crosses-below',
      right: { kind: 'indicator', indicator: { name: 'ema', period: 8 }, instrument: 'BANKNIFTY' },
    },
  },
  'the position': {
    entry: {
      kind: 'all',
      conditions: [
        { kind: 'compare', left: close, operator: '>', right: { kind: 'price', field: 'open' } },
        {
          kind: 'compare',
          left: { kind: 'today', field: 'losses-in-a-row' },
          operator: '<',
          right: number(2),
        },
        { kind: 'compare', left: { kind: 'today', field: 'trades' }, operator: '<', right: number(6) },
      ],
    },
    exit: {
      kind: 'any',
      conditions: [
        {
          kind: 'compare',
          left: { kind: 'position', field: 'profit-rupees' },
          operator: '>',
          right: { kind: 'constant', value: 1_000, unit: 'rupees' },
        },
        {
          kind: 'compare',
          left: { kind: 'position', field: 'profit-rupees' },
          operator: '<',
          right: { kind: 'constant', value: -500, unit: 'rupees' },
        },
      ],
    },
  },
  variables: {
    variables: [
      {
        kind: 'counter',
        name: 'crosses',
        when: { kind: 'compare', left: close, operator: 'crosses-above', right: ema(5) },
      },
      {
        kind: 'kept',
        name: 'floor',
        value: { kind: 'price', field: 'low' },
        candles: 30,
        when: {
          kind: 'all',
          conditions: [
            { kind: 'compare', left: close, operator: 'crosses-above', right: ema(5) },
            {
              kind: 'compare',
              left: { kind: 'variable', name: 'crosses' },
              operator: '>=',
              right: number(2),
            },
          ],
        },
      },
    ],
    entry: {
      kind: 'all',
      conditions: [
        { kind: 'compare', left: close, operator: 'crosses-above', right: ema(5) },
        { kind: 'between', value: { kind: 'variable', name: 'crosses' }, low: number(2), high: number(4) },
      ],
    },
    exit: {
      kind: 'compare',
      left: close,
      operator: '<',
      right: { kind: 'variable', name: 'floor' },
    },
  },
  'both sides': {
    entry: { kind: 'compare', left: close, operator: 'crosses-above', right: ema(5) },
    reverse: { entry: { kind: 'compare', left: close, operator: 'crosses-below', right: ema(5) } },
  },
  'both sides and the position': {
    entry: { kind: 'compare', left: close, operator: '>', right: ema(9) },
    exit: {
      kind: 'compare',
      left: { kind: 'position', field: 'bars-held' },
      operator: '>=',
      right: number(6),
    },
    reverse: {
      entry: {
        kind: 'all',
        conditions: [
          { kind: 'compare', left: close, operator: '<', right: ema(9) },
          { kind: 'compare', left: { kind: 'today', field: 'trades' }, operator: '<', right: number(12) },
        ],
      },
      exit: {
        kind: 'compare',
        left: { kind: 'position', field: 'bars-held' },
        operator: '>=',
        right: number(4),
      },
    },
  },
  'longer candles': {
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'compare',
          left: close,
          operator: '>',
          right: { kind: 'indicator', indicator: { name: 'ema', period: 5 }, timeframe: '15m' },
        },
        {
          kind: 'compare',
          left: { kind: 'indicator', indicator: { name: 'rsi', period: 5 }, timeframe: '1h' },
          operator: '>',
          right: number(35),
        },
        {
          kind: 'compare',
          left: close,
          operator: '>',
          right: { kind: 'price', field: 'low', timeframe: '1d' },
        },
      ],
    },
    exit: {
      kind: 'compare',
      left: close,
      operator: '<',
      right: { kind: 'price', field: 'low', timeframe: '15m' },
    },
  },
  days: {
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'between',
          value: { kind: 'minutes-since-open' },
          low: number(10),
          high: number(200),
        },
        {
          kind: 'compare',
          left: { kind: 'days-to-expiry', index: 'NIFTY' },
          operator: '>=',
          right: number(1),
        },
        {
          kind: 'compare',
          left: { kind: 'weekday' },
          operator: '<=',
          right: { kind: 'day', day: 'thursday' },
        },
        { kind: 'compare', left: close, operator: '>', right: { kind: 'price', field: 'open' } },
      ],
    },
    exit: { kind: 'compare', left: close, operator: '<', right: { kind: 'price', field: 'open' } },
  },
};

/** At the square-off the two name different reasons for an exit. */
const beforeSquareOff = {
  kind: 'compare',
  left: { kind: 'time-of-day' },
  operator: '<',
  right: { kind: 'clock', at: '15:10' },
} as const;

/** A condition that says nothing any more when positions are squared off. */
const early = (condition: RuleDocumentInput['entry']) =>
  ({ kind: 'all', conditions: [condition, beforeSquareOff] }) as const;

const widerDocument = ({ variables, entry, exit, reverse }: (typeof WIDER)[string]): RuleDocument =>
  RuleDocumentSchema.parse({
    version: 1,
    instruments: ['NIFTY'],
    timeframe: '5m',
    side: 'long',
    product: 'intraday',
    ...(variables && { variables }),
    entry: reverse ? early(entry) : entry,
    exit: exit && early(exit),
    ...(reverse && {
      reverse: { entry: early(reverse.entry), exit: reverse.exit && early(reverse.exit) },
    }),
    stopLoss: { kind: 'percent', value: 0.4 },
    target: { kind: 'percent', value: 0.6 },
    size: { kind: 'fixed', quantity: 100 },
    maxTradesPerDay: 20,
    window: { from: '09:20', to: '15:00' },
  });

const minutesOf = async (symbol: string, timeframe: RuleDocument['timeframe'], to: string): Promise<Bars> => {
  const key = { ownerId: OWNER, source: 'replay' as const, symbol, timeframe: '1m' as const };
  const rows = await loadBars(database.read, key, { to: istDayStart(to) + 86_400_000 - 1 });
  const bars = barsFrom(aggregateBars(rows, timeframe, findInstrument(symbol)?.kind ?? 'equity'));
  if (!bars.ok) throw new Error(bars.failure.message);
  return bars.value;
};

const seriesOf = async (document: RuleDocument, to: string) =>
  Promise.all(
    instrumentsNeeded(document).map(async (symbol) => {
      const instrument = findInstrument(symbol);
      if (!instrument) throw new Error(`${symbol} is not known.`);
      return { instrument, bars: await minutesOf(symbol, document.timeframe, to) };
    }),
  );

const backtest = async (
  strategy: StrategyRow,
  rules: CompiledRules,
  [from, to]: readonly [string, string],
): Promise<readonly Trade[]> => {
  const run = simulate({
    rules,
    ...seriesApart(rules.document, await seriesOf(rules.document, to)),
    capital: strategy.capital,
    slippage: { kind: 'ticks', ticks: 1 },
    from: istDayStart(from),
  });
  if (!run.ok) throw new Error(run.failure.message);
  return run.value.trades.filter((trade) => !trade.isOpenAtEnd);
};

/** A trade as one line, with times as their bars. */
const line = (
  document: RuleDocument,
  trade: {
    symbol: string;
    quantity: number;
    entryTime: number;
    entryPrice: number;
    exitTime: number;
    exitPrice: number;
    why: string;
  },
): string => {
  const bar = (time: number) =>
    new Date(candleStart(time, document.timeframe, findInstrument(trade.symbol)?.kind ?? 'equity'))
      .toISOString()
      .slice(5, 16);
  return `${trade.symbol} ${trade.quantity} in ${bar(trade.entryTime)} at ${trade.entryPrice}, out ${bar(trade.exitTime)} at ${trade.exitPrice}: ${trade.why}`;
};

const replayedLines = (strategy: StrategyRow): string[] => {
  const document = effectiveRules(strategy);
  return replayed
    .filter((trade) => trade.strategy_id === strategy.id)
    .map((trade) =>
      line(document, {
        symbol: trade.symbol,
        quantity: trade.quantity,
        entryTime: trade.entry_at,
        entryPrice: trade.entry_price,
        exitTime: trade.exit_at,
        exitPrice: trade.exit_price,
        why: whyOf(trade.exit_reason),
      }),
    );
};

/** Whether both stop and target were reached in the exit's bar. There the two may part. */
const isAmbiguous = (document: RuleDocument, bars: Bars, trade: Trade): boolean => {
  if (document.stopLoss?.kind === 'atr' || document.target?.kind === 'atr') return false;
  const at = bars.time.indexOf(trade.exitTime);
  const bar = { open: bars.open[at] ?? 0, high: bars.high[at] ?? 0, low: bars.low[at] ?? 0 };
  const entry = { side: trade.side, entryPrice: trade.entryPrice, tickSize: 5, atr: NO_ATR };
  const protection = openProtection(document, entry);
  return stopHitOnBar(protection, bar) !== null && targetHitOnBar(protection, bar) !== null;
};

/** Plays imported history through the runner and the paper broker; answers the trades of the run. */
const replay = async (
  rows: readonly StrategyRow[],
  symbols: readonly string[],
  fromDay: string,
  toDay: string,
): Promise<TradeRow[]> => {
  const feed = await database.write(OWNER, (tx) =>
    tx.query
      .insertInto('feeds')
      .values({
        user_id: OWNER,
        source: 'replay',
        state: 'running',
        seed: 0,
        market_time: istDayStart(fromDay),
        speed: SPEED,
        from_day: fromDay,
        to_day: toDay,
        symbols_json: JSON.stringify(symbols),
        created_at: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const hub = new EventHub(systemClock);
  const ended = Promise.withResolvers<void>();
  const run = new TradingRun({
    users: EVERYBODY,
    times: null,
    database,
    history: new History(database, new SimulatedDays(database, 1)),
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    logger: pino({ level: 'error' }),
    tape: new ReplayTape(database.read, { ownerId: OWNER, symbols, fromDay, toDay }),
    feed: feed satisfies FeedRow,
    onState: (state) => {
      if (state === 'ended') ended.resolve();
      else if (state === 'stalled') ended.reject(new Error('The feed stopped.'));
    },
  });
  await run.load(EVERYBODY);
  for (const strategy of rows) await run.runner.add(strategy, true, run.session.now);
  run.session.start();
  await ended.promise;
  await run.session.stop();
  return database.read
    .selectFrom('trades')
    .selectAll()
    .where('run_id', '=', feed.id)
    .orderBy('exit_at')
    .orderBy('id')
    .execute();
};

/** The shipped index strategies, and two variants of each side. The variants have partial exits and a second entry. */
const prepareStrategies = async (): Promise<StrategyRow[]> => {
  const rows = await database.read
    .selectFrom('strategies')
    .selectAll()
    .where('segment', '=', 'index')
    .execute();
  const documents = rows.map((row) => comparable(effectiveRules(row)));
  const all = rows.map((row, index) => ({
    row,
    document: withParts(documents[index] ?? effectiveRules(row)),
  }));
  const copies = ['long', 'short'].flatMap((side) =>
    all.filter(({ document }) => document.side === side).slice(0, 2),
  );
  await writeForAll(database, async (tx) => {
    for (const [index, row] of rows.entries())
      await tx.query
        .updateTable('strategies')
        .set({
          document_json: JSON.stringify(documents[index]),
          trailing_json: null,
          slippage_bp: 0,
          max_loss_per_day: null,
        })
        .where('id', '=', row.id)
        .execute();
    for (const { row, document } of copies)
      await tx.query
        .insertInto('strategies')
        .values({
          ...row,
          id: undefined,
          name: `${row.name}, in parts`,
          document_json: JSON.stringify(document),
          max_trades_per_day: document.maxTradesPerDay,
          trailing_json: null,
          slippage_bp: 0,
          max_loss_per_day: null,
        })
        .execute();
  });
  const [first] = rows;
  await writeForAll(database, async (tx) => {
    for (const [name, conditions] of Object.entries(WIDER)) {
      const document = widerDocument(conditions);
      await tx.query
        .insertInto('strategies')
        .values({
          ...(first as StrategyRow),
          ...columnsOfDocument(document),
          id: undefined,
          name: `asks about ${name}`,
          capital: 1_00_00_000_00,
          slippage_bp: 0,
          max_loss_per_day: null,
        })
        .execute();
    }
  });
  return database.read
    .selectFrom('strategies')
    .selectAll()
    .where('segment', '=', 'index')
    .orderBy('id')
    .execute();
};

describe.each([real, simulated])('the same trades on $name', (candles) => {
  describe.skipIf(candles === real && !hasRealFiles)('however they are made', () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trickdesk-parity-'));
      databaseAt = await placeOf(folder);
      database = await openDatabase(databaseAt);
      await database.write(HOUSE, (tx) => seedHouse(tx, 0));
      await writeForAll(database, (tx) =>
        tx.query.updateTable('strategies').set({ status: STRATEGY_STATUS.running }).execute(),
      );
      await candles.bringMinutes();
      strategies = await prepareStrategies();
      replayed = await replay(strategies, ['NIFTY', 'BANKNIFTY'], ...candles.minuteDays);
    }, 180_000);
    afterAll(async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    });

    it('asked bar by bar, the rules trade as they do over whole columns', async () => {
      let trades = 0;
      for (const strategy of strategies) {
        const rules = compileRules(effectiveRules(strategy));
        const whole = await backtest(strategy, rules, candles.minuteDays);
        // Rules that may ask about the position are always asked bar by bar.
        const streamed = await backtest(strategy, { ...rules, usesPosition: true }, candles.minuteDays);
        expect(streamed).toEqual(whole);
        trades += whole.length;
      }
      expect(trades).toBeGreaterThan(100);
    });

    it.each(Object.keys(WIDER))('rules that ask about %s trade', async (name) => {
      const strategy = strategies.find((row) => row.name === `asks about ${name}`) as StrategyRow;
      const made = await backtest(strategy, compileRules(effectiveRules(strategy)), candles.minuteDays);
      expect(made.length).toBeGreaterThan(5);
    });

    it('replayed through the runner and the paper broker, they trade as in the backtest', async () => {
      let same = 0;
      let apart = 0;
      const all: Trade[] = [];
      for (const strategy of strategies) {
        const document = effectiveRules(strategy);
        const simulated = await backtest(strategy, compileRules(document), candles.minuteDays);
        all.push(...simulated);
        const [first] = document.instruments;
        const bars = await minutesOf(first ?? '', document.timeframe, candles.minuteDays[1]);
        const ambiguous = simulated.filter((trade) => isAmbiguous(document, bars, trade));
        const expected = simulated.map((trade) => line(document, trade));
        const actual = replayedLines(strategy);
        if (ambiguous.length === 0) {
          expect(actual.toSorted(), strategy.name).toEqual(expected.toSorted());
          same += expected.length;
        } else {
          const missing = expected.filter((one) => !actual.includes(one));
          expect(missing.length, `${strategy.name}: ${missing.join('; ')}`).toBeLessThanOrEqual(
            2 * ambiguous.length,
          );
          same += expected.length - missing.length;
          apart += missing.length;
        }
      }
      expect(same).toBeGreaterThan(100);
      expect(apart).toBeLessThan(same / 20);
      // Of everything that could part there is something.
      expect(all.some(({ why }) => why === 'partial-exit')).toBe(true);
      expect(all.some(({ side }) => side === 'short')).toBe(true);
      expect(all.filter(({ why }) => why === 'reversal').length).toBeGreaterThan(20);
      const added = all.filter((one, index) => {
        const before = all[index - 1];
        return before?.exitTime === one.exitTime && before.entryTime !== one.entryTime;
      });
      expect(added.length).toBeGreaterThan(0);
    });

    it.each([
      ['ranked every month', {}],
      ['ranked every week', { every: 'week', hold: 7 }],
      ['brought back to equal parts every week', { every: 'week', hold: 7, reweigh: true }],
    ] as const)(
      'a portfolio %s buys and sells the same number of shares on the same days',
      async (_, change) => {
        await candles.bringDays();
        const [from, to] = candles.days;
        const shipped = await database.read
          .selectFrom('strategies')
          .selectAll()
          .where('name', '=', 'Nifty 50 Momentum')
          .executeTakeFirstOrThrow();
        const rules = effectiveRules(shipped);
        const document: RuleDocument = {
          ...rules,
          rotation: rules.rotation && { ...rules.rotation, ...change },
        };
        const strategy = await writeForAll(database, (tx) =>
          tx.query
            .updateTable('strategies')
            .set({ slippage_bp: 0, document_json: JSON.stringify(document) })
            .where('id', '=', shipped.id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
        const traded = await replay([strategy], document.instruments, from, to);
        const series = await Promise.all(
          document.instruments.map(async (symbol) => {
            const key = { ownerId: OWNER, source: 'replay' as const, symbol, timeframe: '1d' as const };
            const bars = barsFrom(await loadBars(database.read, key, { to: istDayStart(to) + 86_399_999 }));
            if (!bars.ok) throw new Error(bars.failure.message);
            return { instrument: { symbol, kind: 'equity' as const }, bars: bars.value };
          }),
        );
        const run = simulate({
          rules: compileRules(document),
          series,
          capital: strategy.capital,
          slippage: { kind: 'ticks', ticks: 1 },
          from: istDayStart(from),
        });
        if (!run.ok) throw new Error(run.failure.message);
        const simulated = run.value.trades.filter((trade) => !trade.isOpenAtEnd);
        const holding = (symbol: string, quantity: number, entry: string, exit: string) =>
          `${symbol} ${quantity} ${entry} to ${exit}`;
        const at = (time: number, price: number) => `${istDate(time)} ${price}`;
        const expected = simulated.map((t) =>
          holding(t.symbol, t.quantity, at(t.entryTime, t.entryPrice), at(t.exitTime, t.exitPrice)),
        );
        const actual = traded.map((t) =>
          holding(t.symbol, t.quantity, at(t.entry_at, t.entry_price), at(t.exit_at, t.exit_price)),
        );
        expect(actual.toSorted()).toEqual(expected.toSorted());
        expect(expected.length).toBeGreaterThan(15);
        if ('reweigh' in change) expect(simulated.some(({ why }) => why === 'rebalance')).toBe(true);
      },
      120_000,
    );
  });
});
