import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { History } from '../market/history.ts';
import { SessionCandles } from '../market/session-candles.ts';
import { SimulatedDays } from '../market/simulated/simulated-days.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import type { Intent } from './order-book.ts';
import type { OrderPath } from './order-path.ts';
import { Runner } from './runner.ts';
import { reportFault } from './strategy-fault.ts';
import { columnsOfDocument } from './strategy-columns.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const RUN = { source: 'replay', runId: 7, mode: 'test', brokerId: 1 } as const;
/** Strategies of the tests; each trades a share of its own. */
const SHARES: Readonly<Record<number, string>> = { 1: 'ITC', 2: 'SBIN', 3: 'TCS' };
const FULL = new Error('database or disk is full');

let folder = '';
let now = OPEN;
let database: Database;
let candles: SessionCandles;
let runner: Runner;
/** Requests to the order path, in order. */
let asked: string[] = [];
/** Under which key each exit was asked for. */
let exitKeys: string[] = [];
let positions: PositionRow[] = [];
let trouble: (what: string) => Error | null = () => null;
/** Promise that warming up waits for. */
let warming: () => Promise<void> = () => Promise.resolve();

const ask = (what: string): Promise<OrderRow> => {
  const error = trouble(what);
  if (error) return Promise.reject(error);
  asked.push(what);
  return Promise.resolve({} as OrderRow);
};
const path: OrderPath = {
  openPositions: () => positions,
  openPositionsOf: () => positions,
  positionsOf: (strategyId, symbol) =>
    positions.filter(
      (row) => row.strategy_id === strategyId && (symbol === undefined || row.symbol === symbol),
    ),
  hasWorkingEntry: () => false,
  isBeingLeft: () => true,
  place: (intent: Intent) => ask(`${intent.side} ${intent.symbol}`),
  exit: (positionId, _purpose, _reason, _at, key) => {
    exitKeys.push(key);
    return ask(`leave ${positions.find(({ id }) => id === positionId)?.symbol}`);
  },
  cancel: () => Promise.reject(new Error('Nothing is cancelled here.')),
  hasEntries: () => false,
  endEntries: () => Promise.resolve(),
  protectionsUnder: () => [],
  changeProtections: () => Promise.resolve(),
};

const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;

/** Rules that want in, and whatever they hold out, at every close. */
const rulesIn = (symbol: string, more: Partial<RuleDocumentInput> = {}) => {
  const document = parseRuleDocument({
    ...RSI_RULES,
    instruments: [symbol],
    timeframe: '1m',
    entry: { kind: 'compare', left: close, operator: '>', right: rupees(1) },
    exit: { kind: 'compare', left: close, operator: '>', right: rupees(1) },
    ...more,
  });
  if (!document.ok) throw new Error(document.failure.message);
  return columnsOfDocument(document.value);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-runner-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, OPEN));
  for (const [id, symbol] of Object.entries(SHARES)) {
    await writeForAll(database, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ ...rulesIn(symbol), status: STRATEGY_STATUS.running, capital: 1_00_000_00 })
        .where('id', '=', Number(id))
        .execute(),
    );
  }
  asked = [];
  exitKeys = [];
  positions = [];
  trouble = () => null;
  warming = () => Promise.resolve();
  candles = new SessionCandles();
  const hub = new EventHub(systemClock);
  const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
  const history = new History(database, new SimulatedDays(database, 1));
  const candlesBefore = history.candlesBefore.bind(history);
  history.candlesBefore = async (...range) => {
    await warming();
    return candlesBefore(...range);
  };
  const logger = pino({ level: 'silent' });
  runner = new Runner({
    database,
    sinks,
    execution: path,
    history,
    candles,
    run: RUN,
    historyOwnerId: 1,
    lastPrice: () => ({ price: 400_00, at: now }),
    previousClose: () => null,
    lockOf: () => null,
    staleAfterMs: MINUTE_MS,
    blockReason: () => null,
    onFault: (id, error, at) => reportFault({ database, sinks, logger }, id, error, at),
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const start = async (...ids: number[]): Promise<void> => {
  for (const id of ids) expect(await runner.add({ id }, false, OPEN)).toBe(true);
};
/** The minute that ends at a time closes; answers what the runner is to be given for it. */
const minute = (minutes: number, price = 400_00) => {
  const time = OPEN + minutes * MINUTE_MS;
  now = time;
  const ticks = Object.values(SHARES).map((symbol) => ({ symbol, price, volume: 10, isGap: false }));
  candles.add({ time: time - MINUTE_MS / 2, ticks });
  return { closed: candles.closeUntil(time, false), time };
};
const hold = (strategyId: number): void => {
  const symbol = SHARES[strategyId] ?? '';
  positions.push({
    id: strategyId * 10,
    strategy_id: strategyId,
    symbol,
    side: 'long',
    quantity: 5,
    entry_quantity: 5,
    entry_value: 5 * 400_00,
    opened_at: OPEN,
    product: 'intraday',
    realised: 0,
    charges: 0,
    charge_items_json: '{}',
    exit_value: 0,
  } as unknown as PositionRow);
};
const strategy = (id: number) =>
  database.read.selectFrom('strategies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const alerts = () => database.read.selectFrom('alerts').select('title').execute();
const write = (id: number, change: object) =>
  writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set(change).where('id', '=', id).execute(),
  );

describe('one strategy at fault', () => {
  it('waits for its owner, who is alerted once, while those behind it trade', async () => {
    await start(1, 2, 3);
    trouble = (what) => (what.endsWith('ITC') ? new TypeError('broken') : null);
    for (const at of [1, 2]) {
      const { closed, time } = minute(at);
      await runner.onCandles(closed, time);
    }
    expect(asked).toEqual(['buy SBIN', 'buy TCS', 'buy SBIN', 'buy TCS']);
    const { status, attention, name } = await strategy(1);
    expect(status).toBe(STRATEGY_STATUS.needsAttention);
    expect(attention).toContain(`${name} enters nothing more.`);
    expect(await alerts()).toEqual([{ title: `${name} needs you` }]);
    expect((await strategy(2)).status).toBe(STRATEGY_STATUS.running);
  });

  it('does not lose what it needed its owner for before', async () => {
    await start(1);
    hold(1);
    await write(1, {
      status: STRATEGY_STATUS.needsAttention,
      status_before: STRATEGY_STATUS.running,
      attention: 'Nobody knows.',
    });
    trouble = () => new TypeError('broken');
    const { closed, time } = minute(1);
    await runner.onCandles(closed, time);
    expect((await strategy(1)).attention).toMatch(/^Nobody knows\.\n.* enters nothing more\./);
  });

  it('leaves what it holds and enters nothing while it waits for its owner', async () => {
    await start(1, 2);
    await write(1, { status: STRATEGY_STATUS.needsAttention, status_before: STRATEGY_STATUS.running });
    const first = minute(1);
    await runner.onCandles(first.closed, first.time);
    expect(asked).toEqual(['buy SBIN']);
    hold(1);
    const second = minute(2);
    await runner.onCandles(second.closed, second.time);
    expect(asked.slice(1)).toEqual(['leave ITC', 'buy SBIN']);
  });
});

it('exits of all strategies are placed before the entries of any', async () => {
  await start(1, 2, 3);
  hold(3);
  const { closed, time } = minute(1);
  await runner.onCandles(closed, time);
  expect(asked).toEqual(['leave TCS', 'buy ITC', 'buy SBIN']);
});

describe('rules that read another instrument', () => {
  const readsSbin = rulesIn('ITC', {
    entry: {
      kind: 'compare',
      left: { kind: 'indicator', indicator: { name: 'sma', period: 2 }, instrument: 'SBIN' },
      operator: '>',
      right: rupees(300),
    },
    exit: null,
    stopLoss: { kind: 'percent', value: 1 },
  });
  const closeOf = (minutes: number, ...symbols: readonly string[]) => {
    const time = OPEN + minutes * MINUTE_MS;
    now = time;
    const ticks = symbols.map((symbol) => ({ symbol, price: 400_00, volume: 10, isGap: false }));
    candles.add({ time: time - MINUTE_MS / 2, ticks });
    return { closed: candles.closeUntil(time, false), time };
  };
  const refusals = async () =>
    (await database.read.selectFrom('logs').select('text').where('topic', '=', 'guard').execute()).map(
      ({ text }) => text,
    );

  it('have its candles watched, and enter by them', async () => {
    await write(1, readsSbin);
    await start(1);
    expect(runner.symbols()).toEqual(['ITC', 'SBIN']);
    for (const at of [1, 2, 3]) {
      const { closed, time } = closeOf(at, 'ITC', 'SBIN');
      await runner.onCandles(closed, time);
    }
    // Two closes of SBIN make the average.
    expect(asked).toEqual(['buy ITC', 'buy ITC']);
    expect(await refusals()).toEqual([]);
  });

  it('make no signal without a candle of it, and say so once a day', async () => {
    await write(1, readsSbin);
    await start(1);
    for (const at of [1, 2]) {
      const { closed, time } = closeOf(at, 'ITC', 'SBIN');
      await runner.onCandles(closed, time);
    }
    expect(asked).toEqual(['buy ITC']);
    for (const at of [3, 4]) {
      const { closed, time } = closeOf(at, 'ITC');
      await runner.onCandles(closed, time);
    }
    expect(asked).toEqual(['buy ITC']);
    expect(await refusals()).toEqual([
      'No entry in ITC. SBIN has no candle at this close, so what the rules read of it is not known.',
    ]);
  });
});

describe('a disk that was full', () => {
  it('is nobody’s fault: the same candles again do what was left, and nothing twice', async () => {
    await start(1, 2, 3);
    const { closed, time } = minute(1);
    trouble = (what) => (what.endsWith('SBIN') ? FULL : null);
    await expect(runner.onCandles(closed, time)).rejects.toThrow(FULL);
    expect(asked).toEqual(['buy ITC']);
    trouble = () => null;
    await runner.onCandles(closed, time);
    expect(asked).toEqual(['buy ITC', 'buy SBIN', 'buy TCS']);
    expect((await strategy(2)).status).toBe(STRATEGY_STATUS.running);
  });

  it('makes no entry of a signal that is over, but every exit', async () => {
    await start(1, 2);
    hold(2);
    const { closed, time } = minute(1);
    trouble = () => FULL;
    await expect(runner.onCandles(closed, time)).rejects.toThrow(FULL);
    trouble = () => null;
    await runner.onCandles([], time + 2 * MINUTE_MS);
    expect(asked).toEqual(['leave SBIN']);
  });
});

it('a candle that closes while a strategy warms up reaches every share once', async () => {
  const symbols = Object.values(SHARES);
  const average = (period: number, operator: '>' | '<') => ({
    kind: 'compare' as const,
    left: { kind: 'indicator' as const, indicator: { name: 'sma' as const, period } },
    operator,
    right: rupees(799),
  });
  // Two candles at 800 rupees, and not three.
  const entry = { kind: 'all' as const, conditions: [average(2, '>'), average(3, '<')] };
  await write(1, rulesIn('ITC', { instruments: symbols, entry }));
  for (const at of [-1, 0]) minute(at);
  let warmed = 0;
  warming = async () => {
    if (++warmed !== 2) return;
    const { closed, time } = minute(1, 800_00);
    await runner.onCandles(closed, time);
  };
  await start(1);
  expect(asked).toEqual([]);
  const { closed, time } = minute(2, 800_00);
  await runner.onCandles(closed, time);
  expect(asked).toEqual(symbols.map((symbol) => `buy ${symbol}`));
});

describe('a strategy is stopped while it warms up:', () => {
  const stops: [string, () => Promise<unknown>][] = [
    ['stopped', () => write(1, { status: STRATEGY_STATUS.stopped }).then(() => runner.remove(1))],
    ['stopped, with the runner told later', () => write(1, { status: STRATEGY_STATUS.stopped })],
    ['disabled', () => write(1, { status: STRATEGY_STATUS.disabled })],
    ['removed', () => write(1, { removed_at: OPEN })],
    ['gone live', () => write(1, { mode: 'live' })],
    ['taken back in memory only', () => Promise.resolve(runner.remove(1))],
    ['everything of its owner taken back in memory only', () => Promise.resolve(runner.clear())],
  ];
  it.each(stops)('%s, it is not started', async (_name, stop) => {
    const warm = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    warming = () => {
      began.resolve();
      return warm.promise;
    };
    const added = runner.add({ id: 1 }, false, OPEN);
    await began.promise;
    await stop();
    warm.resolve();
    expect(await added).toBe(false);
    expect(runner.isRunning(1)).toBe(false);
  });

  it('what was stopped before its start began is not started either', async () => {
    await write(1, { status: STRATEGY_STATUS.stopped });
    expect(await runner.add({ id: 1 }, false, OPEN)).toBe(false);
    expect(runner.isRunning(1)).toBe(false);
  });

  it('of two starts the later one counts, with what is stored by then', async () => {
    const [slow, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    warming = () => {
      begun.resolve();
      return slow.promise;
    };
    const first = runner.add({ id: 1 }, false, OPEN);
    await begun.promise;
    warming = () => Promise.resolve();
    await write(1, { slippage_bp: 77 });
    const second = runner.add({ id: 1 }, false, OPEN);
    expect(await second).toBe(true);
    slow.resolve();
    expect(await first).toBe(false);
    expect(runner.termsOf(1)?.slippageBp).toBe(77);
  });

  it('nothing of the current candle is entered after it was stopped', async () => {
    await start(1, 2);
    trouble = (what) => {
      if (what === 'buy ITC') runner.remove(2);
      return null;
    };
    const { closed, time } = minute(1);
    await runner.onCandles(closed, time);
    expect(asked).toEqual(['buy ITC']);
  });
});

it('an exit that was cancelled is wanted anew by the next signal, and each run has its own', async () => {
  await start(1);
  hold(1);
  for (const number of [1, 2]) {
    const { closed, time } = minute(number);
    await runner.onCandles(closed, time);
  }
  expect(asked).toEqual(['leave ITC', 'leave ITC']);
  expect(new Set(exitKeys).size).toBe(2);
  expect(exitKeys.every((key) => key.startsWith(`${RUN.runId}:`))).toBe(true);
});

describe('a strategy that is started after a restart', () => {
  const own = {
    user_id: 1,
    strategy_id: 1,
    symbol: 'ITC',
    mode: 'test',
    source: RUN.source,
    run_id: RUN.runId,
  } as const;
  const traded = { side: 'long', product: 'intraday', entry_reason: '' } as const;

  /** A round trip of this run that has ended at a moment. */
  const addTrade = (net: number, exitAt: number) =>
    writeForAll(database, async (tx) => {
      const charges_json = JSON.stringify(NO_CHARGES);
      const { id } = await tx.query
        .insertInto('positions')
        .values({
          ...own,
          ...traded,
          status: 'closed',
          quantity: 0,
          entry_quantity: 1,
          entry_value: 400_00,
          exit_value: 400_00 + net,
          charges_json,
          entry_charges_json: charges_json,
          protection_json: '{}',
          stop_loss: null,
          target: null,
          opened_at: exitAt,
          closed_at: exitAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.query
        .insertInto('trades')
        .values({
          ...own,
          ...traded,
          position_id: id,
          quantity: 1,
          entry_at: exitAt,
          entry_price: 400_00,
          exit_at: exitAt,
          exit_price: 400_00 + net,
          exit_reason: '',
          gross: net,
          charges: 0,
          charge_items_json: charges_json,
          net,
        })
        .execute();
    });
  const addEntry = (placedAt: number) =>
    writeForAll(database, (tx) =>
      tx.query
        .insertInto('orders')
        .values({
          ...own,
          position_id: null,
          broker_id: 1,
          side: 'buy',
          slot: 'entry',
          purpose: 'entry',
          quantity: 1,
          filled_quantity: 0,
          filled_value: 0,
          state: 'cancelled',
          reason: '',
          intent_key: 'of before',
          atr_json: null,
          placed_at: placedAt,
          updated_at: placedAt,
        })
        .execute(),
    );
  /** Actions at its next close. */
  const atNextClose = async (): Promise<string[]> => {
    await start(1);
    const { closed, time } = minute(1);
    await runner.onCandles(closed, time);
    return asked;
  };
  const [TODAY, YESTERDAY] = [OPEN - 30 * MINUTE_MS, OPEN - DAY_MS];

  it.each([
    [2, ['buy ITC']],
    [1, []],
  ])('has counted the candles that closed before: %i of them were dear', async (count, done) => {
    const dear = { kind: 'compare', left: close, operator: '>', right: rupees(500) } as const;
    const value = { kind: 'variable', name: 'dear candles' } as const;
    const bound = { kind: 'constant', value: count } as const;
    await write(
      1,
      rulesIn('ITC', {
        variables: [{ kind: 'counter', name: 'dear candles', when: dear, candles: 6 }],
        entry: { kind: 'between', value, low: bound, high: bound },
      }),
    );
    for (const [index, price] of [400_00, 600_00, 400_00, 600_00, 400_00].entries()) minute(index + 1, price);
    expect(await runner.add({ id: 1 }, false, now)).toBe(true);
    const { closed, time } = minute(6);
    await runner.onCandles(closed, time);
    expect(asked).toEqual(done);
  });

  it('has what it has earned and lost on this run as cash', async () => {
    await addTrade(500_00, YESTERDAY);
    await addTrade(-120_00, TODAY);
    await start(1);
    expect(runner.fundsOf(1)?.cash).toBe(1_00_380_00);
  });

  it.each([
    ['nothing', TODAY, -49_99, ['buy ITC']],
    ['its limit', TODAY, -50_00, []],
    ['its limit, yesterday', YESTERDAY, -50_00, ['buy ITC']],
  ])('that had lost %s enters, or does not', async (_what, at, net, done) => {
    await write(1, { max_loss_per_day: 50_00 });
    await addTrade(net, at);
    expect(await atNextClose()).toEqual(done);
  });

  it.each([
    ['today', TODAY, []],
    ['yesterday', YESTERDAY, ['buy ITC']],
  ])('enters nothing again that it has left %s, when its rules say so: does %j', async (_when, at, done) => {
    await write(1, rulesIn('ITC', { reentry: false }));
    await addTrade(1_00, at);
    expect(await atNextClose()).toEqual(done);
  });

  it.each([
    ['today', TODAY, []],
    ['yesterday', YESTERDAY, ['buy ITC']],
  ])('counts the entries that it has wanted %s: does %j', async (_when, at, done) => {
    await write(1, rulesIn('ITC', { maxTradesPerDay: 1 }));
    await addEntry(at);
    expect(await atNextClose()).toEqual(done);
  });

  it.each([
    ['losses-in-a-row', 'one loss', [-1], ['buy ITC']],
    ['losses-in-a-row', 'two losses', [-1, -2], []],
    ['losses-in-a-row', 'two losses and a gain', [-1, -2, 3], ['buy ITC']],
    ['losses', 'a loss and a gain', [-1, 3], ['buy ITC']],
    ['losses', 'two losses and a gain', [-1, -2, 3], []],
  ] as const)('knows the %s of today: after %s it does %j', async (field, _what, results, done) => {
    const below = { left: { kind: 'today', field }, operator: '<' } as const;
    const entry = { kind: 'compare', ...below, right: { kind: 'constant', value: 2 } } as const;
    await write(1, rulesIn('ITC', { entry }));
    for (const [index, net] of results.entries()) await addTrade(net, TODAY + index * MINUTE_MS);
    expect(await atNextClose()).toEqual(done);
  });
});
