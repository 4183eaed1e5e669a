import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireNameOf } from '../../../../tests/support/contract-fields.ts';
import { fixtureFiles } from '../../../../tests/support/market-files.ts';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { excursionsOf } from '../../../engine/analysis/excursion.ts';
import { barsFrom } from '../../../engine/bars.ts';
import { metricsOf } from '../../../engine/metrics.ts';
import { compileRules } from '../../../engine/rules/compile.ts';
import { instrumentsNeeded } from '../../../engine/rules/operand-places.ts';
import { seriesApart } from '../../../engine/simulation/series-apart.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { RunDetail } from '../../../shared/contract/backtests.ts';
import {
  RuleDocumentSchema,
  type RuleDocumentInput,
  TIMEFRAME_MINUTES,
} from '../../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import { MOST_WITHOUT_RESULT } from '../../backtests/run-store.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

const CROSS: RuleDocumentInput = {
  version: 1,
  instruments: ['RELIANCE', 'ITC'],
  timeframe: '1d',
  side: 'long',
  product: 'delivery',
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: 'crosses-above',
    right: { kind: 'indicator', indicator: { name: 'sma', period: 10 } },
  },
  exit: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: 'crosses-below',
    right: { kind: 'indicator', indicator: { name: 'sma', period: 10 } },
  },
  stopLoss: { kind: 'percent', value: 3 },
  size: { kind: 'capital-percent', percent: 40 },
};
const PERIOD = { path: 'entry.right.indicator.period', from: 5, to: 20, step: 5 };
const EXIT_PERIOD = { path: 'exit.right.indicator.period', from: 5, to: 15, step: 5 };
const CAPITAL = 5_00_000_00;

/** Held while an index stands above its average. */
const readsOf = (instrument: string): RuleDocumentInput['entry'] => ({
  kind: 'compare',
  left: { kind: 'price', field: 'close', instrument },
  operator: '>',
  right: { kind: 'indicator', indicator: { name: 'sma', period: 10 }, instrument },
});

let server: TestBackend;
let days: { from_date: string; to_date: string };
let today = '';

const daysBack = (count: number): string => istDate(istDayStart(today) - count * DAY_MS);
const person = (name: string): Promise<TestUser> => server.register(name);
const runOver = <More extends object>(more: More = {} as More) => ({
  document: CROSS,
  ...days,
  capital: CAPITAL,
  ...more,
});

const detailOf = async (user: TestUser, backtestId: number): Promise<RunDetail> => {
  const { backtest } = await user.call('backtests.list', { backtestId });
  if (!backtest) throw new Error('The run is not there.');
  return backtest;
};

/** Waits until a run has ended, whichever way. */
const ended = (user: TestUser, backtestId: number): Promise<RunDetail> =>
  until(`run ${backtestId} to end`, async () => {
    const run = await detailOf(user, backtestId);
    return run.finishedAt === null ? null : run;
  });

const quota = async (user: TestUser) => (await user.call('subscription.backtestPlans', {})).quota;

/** The engine's result of the same rules over the same candles. Computed without the backend's queue and threads. */
const direct = async (document: RuleDocumentInput, from: string, to: string) => {
  const rules = compileRules(RuleDocumentSchema.parse(document));
  const series = [];
  for (const symbol of instrumentsNeeded(rules.document)) {
    const key = { ownerId: 0, source: 'simulated' as const, symbol };
    const rows = await server.backend.parts.history.candlesBefore(key, '1d', istDayStart(to) + DAY_MS, 1_000);
    const bars = barsFrom(rows);
    const instrument = findInstrument(symbol);
    if (!bars.ok || !instrument) throw new Error(symbol);
    series.push({ instrument, bars: bars.value });
  }
  const run = simulate({
    rules,
    ...seriesApart(rules.document, series),
    capital: CAPITAL,
    slippage: { kind: 'basis-points', points: 2 },
    from: istDayStart(from),
  });
  if (!run.ok) throw new Error(run.failure.message);
  return run.value;
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  today = istDate(server.backend.parts.marketRuns.simulated.session.now);
  days = { from_date: daysBack(250), to_date: daysBack(1) };
}, 60_000);
afterAll(() => server.dispose());

describe('a backtest', () => {
  it('has the candles of an instrument that its rules read and do not trade', async () => {
    const user = await person('reads-another');
    const document: RuleDocumentInput = {
      ...CROSS,
      entry: readsOf('NIFTY'),
      exit: { kind: 'not', condition: readsOf('NIFTY') },
    };
    const { backtestId } = await user.call('backtests.start', runOver({ document }));
    const run = await ended(user, backtestId);
    const expected = await direct(document, days.from_date, days.to_date);
    expect(expected.trades.length).toBeGreaterThan(5);
    expect(new Set(expected.trades.map(({ symbol }) => symbol))).toEqual(new Set(CROSS.instruments));
    expect(run.figures).toEqual(metricsOf(expected));
    expect(run.result?.benchmark?.label).toBe('The 2 instruments, bought and held');
    const report = await user.call('backtests.lookAhead', { document, ...days });
    expect(report.differences).toEqual([]);
  });

  it('comes to the figures and trades of the engine on the same candles', async () => {
    const user = await person('figures');
    const { backtestId, creditsLeft } = await user.call('backtests.start', runOver({ name: 'Cross' }));
    expect(creditsLeft).toBe(19);
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({
      state: 'done',
      progressPercent: 100,
      name: 'Cross',
      credits: 1,
      kind: 'backtest',
    });
    const expected = await direct(CROSS, days.from_date, days.to_date);
    expect(expected.trades.length).toBeGreaterThan(5);
    expect(run.figures).toEqual(metricsOf(expected));
    expect(run.result?.figures).toEqual(run.figures);
    expect(run.assumptions).toEqual(expected.assumptions);
    expect(run.result?.benchmark?.label).toBe('The 2 instruments, bought and held');
    expect(run.definitions.map(({ metric }) => metric)).toContain('sharpe');
    const { backtest_tradehistory, tradetotalProfit, total } = await user.call('backtests.trades', {
      backtestId,
      pageSize: 100,
    });
    expect(total).toBe(expected.trades.length);
    expect(backtest_tradehistory.map(({ symbol, net }) => [symbol, net])).toEqual(
      expected.trades.map(({ symbol, net }) => [symbol, net]),
    );
    expect(tradetotalProfit).toBe(run.figures?.netProfit);
    expect(backtest_tradehistory.at(-1)?.runningTotal).toBe(tradetotalProfit);
  });

  it('has the largest loss and profit of each trade as the journal works them out', async () => {
    const user = await person('excursions');
    const { backtestId } = await user.call('backtests.start', runOver());
    await ended(user, backtestId);
    const { backtest_tradehistory: trades } = await user.call('backtests.trades', {
      backtestId,
      pageSize: 100,
    });
    expect(trades.length).toBeGreaterThan(5);
    const { timeframe } = RuleDocumentSchema.parse(CROSS);
    const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
    for (const trade of trades) {
      const [entryAt, exitAt] = [Date.parse(trade.entryAt), Date.parse(trade.exitAt)];
      const key = { ownerId: 0, source: 'simulated' as const, symbol: trade.symbol };
      const count = Math.ceil((exitAt - entryAt) / length) + 1;
      const bars = await server.backend.parts.history.candlesBefore(key, timeframe, exitAt, count);
      const expected = excursionsOf({ ...trade, entryAt, exitAt }, bars, length);
      expect([trade.adverse?.amount, trade.favourable?.amount]).toEqual([
        expected?.adverse.amount,
        expected?.favourable.amount,
      ]);
      expect(trade.adverse?.percent).toBeCloseTo(expected?.adverse.percent ?? Number.NaN, 9);
      expect(trade.favourable?.percent).toBeCloseTo(expected?.favourable.percent ?? Number.NaN, 9);
    }
    expect(trades.some(({ adverse }) => (adverse?.amount ?? 0) < 0)).toBe(true);
    // Those of an earlier run are not known.
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query
        .updateTable('backtest_trades')
        .set({ adverse: null, favourable: null })
        .where('run_id', '=', backtestId)
        .execute(),
    );
    const [older] = (await user.call('backtests.trades', { backtestId })).backtest_tradehistory;
    expect(older).toMatchObject({ adverse: null, favourable: null });
  });

  it('pages its trades and finds them by instrument and reason', async () => {
    const user = await person('paging');
    const { backtestId } = await user.call('backtests.start', runOver());
    await ended(user, backtestId);
    const all = await user.call('backtests.trades', { backtestId, pageSize: 100 });
    const second = await user.call('backtests.trades', { backtestId, pageSize: 3, pageNumber: 2 });
    expect(second.backtest_tradehistory).toEqual(all.backtest_tradehistory.slice(3, 6));
    const stopped = await user.call('backtests.trades', { backtestId, search: 'stop-loss', pageSize: 100 });
    const expected = all.backtest_tradehistory.filter(({ exitReason }) => exitReason === 'Stop-loss hit');
    expect(expected.length).toBeGreaterThan(0);
    expect(stopped.backtest_tradehistory).toEqual(expected);
    expect(stopped.tradetotalProfit).toBe(expected.reduce((sum, { net }) => sum + net, 0));
    const itc = await user.call('backtests.trades', { backtestId, symbol: 'ITC', pageSize: 100 });
    expect(new Set(itc.backtest_tradehistory.map(({ symbol }) => symbol))).toEqual(new Set(['ITC']));
  });

  it('can trade on its first day: the candles before it warm the rules up', async () => {
    const user = await person('warm');
    const always: RuleDocumentInput = {
      ...CROSS,
      instruments: ['TCS'],
      entry: {
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'sma', period: 50 } },
        operator: '>',
        right: { kind: 'constant', value: 1, unit: 'rupees' },
      },
    };
    const from = daysBack(20);
    const { backtestId } = await user.call('backtests.start', runOver({ document: always, from_date: from }));
    await ended(user, backtestId);
    const [first] = (await user.call('backtests.trades', { backtestId })).backtest_tradehistory;
    expect(istDayStart(String(first?.entryAt.slice(0, 10))) - istDayStart(from)).toBeLessThan(6 * DAY_MS);
  });

  it('runs a strategy of the marketplace over the minutes of the simulated market', async () => {
    const user = await person('strategy');
    const { rows } = await user.call('home.marketplace', { pageSize: 50 });
    const strategy = rows.find(({ timeframe }) => timeframe !== '1d');
    const { backtestId } = await user.call('backtests.start', {
      strategyId: strategy?.strategyId,
      from_date: daysBack(12),
      to_date: today,
      capital: 20_00_000_00,
      benchmark: 'NIFTY',
    });
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({ state: 'done', name: strategy?.name, strategyId: strategy?.strategyId });
    expect(run.result?.benchmark?.label).toBe('NIFTY, bought and held');
    expect(run.result?.equity.time.length).toBeGreaterThan(100);
  });

  it('runs over imported candles, not over the simulated ones', async () => {
    const user = await person('imported');
    await user.call('market.import', { files: fixtureFiles() });
    // A replay that stands at its first day keeps nobody from later ones.
    await user.call('market.replay', { action: 'start', from: '2022-10-03', to: '2022-10-04', speed: 1 });
    const always = {
      kind: 'compare' as const,
      left: { kind: 'price' as const, field: 'close' as const },
      operator: '>' as const,
      right: { kind: 'constant' as const, value: 1, unit: 'rupees' as const },
    };
    const { backtestId } = await user.call('backtests.start', {
      document: {
        ...CROSS,
        instruments: ['NIFTY'],
        timeframe: '5m',
        product: 'intraday',
        entry: always,
        exit: null,
        stopLoss: null,
        size: { kind: 'fixed', quantity: 50 },
      },
      source: 'replay',
      from_date: '2022-10-03',
      to_date: '2022-10-04',
      capital: CAPITAL,
    });
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({ state: 'done', source: 'replay', timeframe: '5m' });
    const { backtest_tradehistory } = await user.call('backtests.trades', { backtestId });
    // Prices of October 2022, not of the simulated market.
    for (const { entryPrice } of backtest_tradehistory) expect(Math.round(entryPrice / 1_000_00)).toBe(17);
    expect(backtest_tradehistory.length).toBeGreaterThan(1);
    const stranger = await person('not-imported');
    const answer = await stranger.ask('backtests.start', runOver({ source: 'replay' }));
    expect(answer.status).toBe(422);
  });

  it('reports its end in an alert that leads to it, and in the log', async () => {
    const user = await person('alerts');
    const { backtestId } = await user.call('backtests.start', runOver({ name: 'Told' }));
    await ended(user, backtestId);
    const { notification_list } = await user.call('alerts.list', {});
    expect(notification_list).toHaveLength(1);
    expect(notification_list[0]).toMatchObject({
      title: 'Backtest of Told is done',
      link: `/backtest?run=${backtestId}`,
    });
    const { log_list } = await user.call('logs.activity', {});
    expect(log_list.filter(({ text }) => text.includes('Told'))).toHaveLength(2);
  });
});

describe('a run that is asked for wrongly', () => {
  const wrong: [string, object, number, string, string?][] = [
    [
      'neither strategy nor rules',
      { document: undefined },
      400,
      'either a strategy or a rule document',
      'document',
    ],
    ['both', { strategyId: 1 }, 400, 'either a strategy or a rule document', 'strategyId'],
    ['a strategy that is not there', { document: undefined, strategyId: 999_999 }, 404, 'No such strategy'],
    ['broken rules', { document: { ...CROSS, side: 'up' } }, 400, 'side', 'document.side'],
    [
      'an unknown instrument',
      { document: { ...CROSS, instruments: ['NOSUCH'] } },
      400,
      'NOSUCH',
      'document.instruments.0',
    ],
    [
      'days in the wrong order',
      { from_date: '2026-05-02', to_date: '2026-05-01' },
      400,
      'must not be after',
      'from_date',
    ],
    ['a day to come', { to_date: '2031-01-01' }, 400, ', where the simulated market stands', 'to_date'],
    [
      'days without candles',
      { from_date: '2011-01-01', to_date: '2011-02-01' },
      422,
      'There are no candles of RELIANCE, ITC from 01-01-2011 to 01-02-2011',
    ],
    [
      'imported candles that nobody imported',
      { source: 'replay' },
      422,
      'There are no candles of RELIANCE, ITC',
    ],
    [
      'an unknown instrument that its rules read',
      { document: { ...CROSS, entry: readsOf('NOSUCH') } },
      400,
      'entry.left.instrument: NOSUCH is not known: import its prices',
    ],
    ['an unknown benchmark', { benchmark: 'NOSUCH' }, 400, 'is not an instrument', 'benchmark'],
  ];
  it.each(wrong)('is refused for %s and costs nothing', async (name, more, status, sentence, field) => {
    const user = await person(`wrong-${name.replaceAll(' ', '-')}`);
    const answer = await user.ask('backtests.start', runOver(more));
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)]);
    if (field) expect(answer.body.fields).toHaveProperty([wireNameOf('backtests.start', field)]);
    expect((await quota(user)).used).toBe(0);
    expect((await user.call('backtests.list', {})).total).toBe(0);
  });

  it('is refused for more candles than can stand in memory', async () => {
    const user = await person('too-many');
    const { id } = await user.call('profile.mine', {});
    const time = istDayStart('2020-01-06');
    await server.backend.parts.database.write(id, (tx) =>
      tx.query
        .insertInto('candle_chunks')
        .values({
          owner_id: id,
          source: 'replay',
          symbol: 'RELIANCE',
          timeframe: '1m',
          month: '2020-01',
          bars: 1_200_000,
          first_time: time,
          last_time: time + 20 * DAY_MS,
          has_volume: 1,
          columns: new Uint8Array(),
        })
        .execute(),
    );
    const document = { ...CROSS, instruments: ['RELIANCE'], timeframe: '1m' as const };
    const answer = await user.ask(
      'backtests.start',
      runOver({ document, source: 'replay', from_date: '2020-01-01', to_date: '2020-01-31' }),
    );
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'These days hold about 12,00,000 candles; a run can take 10,00,000. Choose fewer days, fewer instruments or a longer timeframe.',
    ]);
  });

  it('is refused for a parameter that is not there, and for windows without a day to test on', async () => {
    const user = await person('wrong-sweep');
    const path = await user.ask(
      'backtests.startSweep',
      runOver({ parameters: [{ ...PERIOD, path: 'entry.x' }] }),
    );
    expect([path.status, path.body.message]).toEqual([
      400,
      'The parameter entry.x is not a number of these rules.',
    ]);
    const windows = await user.ask(
      'backtests.startSweep',
      runOver({
        from_date: daysBack(6),
        parameters: [PERIOD],
        walkForward: { windows: 12, trainPercent: 80 },
      }),
    );
    expect([windows.status, windows.body.message]).toEqual([
      400,
      expect.stringContaining('too few for 12 windows'),
    ]);
    expect((await quota(user)).used).toBe(0);
  });
});

describe('credits', () => {
  it('are spent once for the same idempotency key', async () => {
    const user = await person('once');
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([
      user.ask('backtests.start', runOver(), key),
      user.ask('backtests.start', runOver(), key),
    ]);
    expect(first.body.data).toEqual(second.body.data);
    expect((await quota(user)).used).toBe(1);
    expect((await user.call('backtests.list', {})).total).toBe(1);
    const other = await user.ask('backtests.start', runOver({ capital: CAPITAL + 100 }), key);
    expect(other.status).toBe(409);
  });

  it('come to twenty a month: what goes beyond is refused with the day they come back', async () => {
    const user = await person('quota');
    const big = { parameters: [{ ...PERIOD, from: 2, to: 381, step: 1 }], method: 'random' as const };
    const first = await user.call('backtests.startSweep', runOver({ ...big, samples: 201 }));
    expect(first.creditsLeft).toBe(17);
    const tooBig = await user.ask(
      'backtests.startSweep',
      runOver({ parameters: [PERIOD, { ...EXIT_PERIOD, from: 2, to: 500, step: 1 }] }),
    );
    expect([tooBig.status, tooBig.body.message]).toEqual([
      422,
      expect.stringMatching(
        /^This run takes 20 credits and 17 are left this month; the Free plan's 20 come back on 01-/,
      ),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => user.ask('backtests.start', runOver())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(17);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.message).toMatch(/^No credit is left this month/);
    expect(await quota(user)).toMatchObject({ used: 20, left: 0 });
  });

  it('come back when a run is cancelled, and a run that has ended cannot be', async () => {
    const user = await person('cancel');
    const parameters = [{ ...PERIOD, from: 2, to: 500, step: 1 }];
    const { backtestId } = await user.call('backtests.startSweep', runOver({ parameters }));
    expect((await quota(user)).used).toBe(5);
    const cancelled = await user.call('backtests.cancel', { backtestId });
    expect(cancelled).toMatchObject({ state: 'cancelled', credits: 0, message: 'Cancelled by you.' });
    expect((await quota(user)).used).toBe(0);
    const again = await user.ask('backtests.cancel', { backtestId });
    expect(again.status).toBe(409);
    expect((await user.call('alerts.list', {})).total).toBe(0);
    // What was cancelled does not come back to life when its threads have ended.
    const { backtestId: next } = await user.call('backtests.start', runOver());
    await ended(user, next);
    expect((await detailOf(user, backtestId)).state).toBe('cancelled');
  });

  it('come back when a run fails, with the reason', async () => {
    const user = await person('fails');
    const early = { ...CROSS, timeframe: '1d' as const };
    const parameters = [{ path: 'size.percent', from: 1, to: 2, step: 1 }];
    const { backtestId } = await user.call(
      'backtests.startSweep',
      // Two weeks are too short for a Sharpe ratio, whatever the combination.
      runOver({ document: early, from_date: daysBack(14), parameters }),
    );
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({ state: 'failed', credits: 0 });
    expect(run.message).toBe('No combination could be chosen on these days: none has a Sharpe ratio there.');
    expect((await quota(user)).used).toBe(0);
    expect((await user.call('alerts.list', {})).notification_list[0]?.title).toMatch(/failed$/);
  });
});

it('cancelling again and again leaves only the latest runs without a result', async () => {
  const user = await person('again');
  // One that cannot have ended before it is cancelled.
  const parameters = [{ ...PERIOD, from: 2, to: 500, step: 1 }];
  const { backtestId } = await user.call('backtests.startSweep', runOver({ parameters }));
  await user.call('backtests.cancel', { backtestId });
  const { database } = server.backend.parts;
  await writeForAll(database, async ({ query }) => {
    const row = await query
      .selectFrom('backtest_runs')
      .selectAll()
      .where('id', '=', backtestId)
      .executeTakeFirstOrThrow();
    for (let copy = 0; copy < MOST_WITHOUT_RESULT + 5; copy++)
      await query
        .insertInto('backtest_runs')
        .values({ ...row, id: undefined, state: copy % 2 === 0 ? 'cancelled' : 'failed' })
        .execute();
    // One of whose trades some had been written already.
    await query
      .insertInto('backtest_trades')
      .values({
        run_id: backtestId,
        number: 1_000_000,
        symbol: 'ITC',
        side: 'long',
        quantity: 1,
        entry_at: 0,
        entry_price: 1,
        entry_rule: '',
        exit_at: 1,
        exit_price: 1,
        exit_reason: 'exit',
        exit_rule: '',
        bars_held: 1,
        gross: 0,
        charges: 0,
        charge_items_json: '[]',
        net: 0,
        running_total: 0,
        is_open_at_end: 0,
      })
      .execute();
  });
  const { backtestId: next } = await user.call('backtests.start', runOver());
  expect(await ended(user, next)).toMatchObject({ state: 'done' });
  const { total } = await user.call('backtests.list', {});
  expect(total).toBe(MOST_WITHOUT_RESULT + 1);
  expect((await user.ask('backtests.list', { backtestId })).status).toBe(404);
  const trades = await database.read
    .selectFrom('backtest_trades')
    .select('run_id')
    .where('run_id', '=', backtestId)
    .execute();
  expect(trades).toEqual([]);
});

describe('a sweep', () => {
  it('finds the combination that trying each by itself finds, and keeps every figure of each', async () => {
    const user = await person('sweep');
    const { backtestId, creditsLeft } = await user.call(
      'backtests.startSweep',
      runOver({ parameters: [PERIOD, EXIT_PERIOD], objective: 'netProfit' as const }),
    );
    expect(creditsLeft).toBe(19);
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({ state: 'done', kind: 'sweep' });
    const { sweep } = run;
    if (!sweep) throw new Error('no sweep');
    expect(sweep.parameters.map(({ label }) => label)).toEqual(['SMA length (entry)', 'SMA length (exit)']);
    const alone = [];
    for (const set of sweep.sets.values[0]!.keys()) {
      const [entryPeriod, exitPeriod] = sweep.sets.values.map((column) => column[set]!);
      const document = structuredClone(CROSS) as typeof CROSS & {
        entry: { right: { indicator: { period: number } } };
        exit: { right: { indicator: { period: number } } };
      };
      document.entry.right.indicator.period = entryPeriod!;
      document.exit.right.indicator.period = exitPeriod!;
      alone.push(metricsOf(await direct(document, days.from_date, days.to_date)));
    }
    expect(alone).toHaveLength(12);
    for (const [name, column] of Object.entries(sweep.sets.figures))
      expect([name, column]).toEqual([name, alone.map((figures) => figures[name as 'netProfit'])]);
    const nets = alone.map(({ netProfit }) => netProfit);
    expect(new Set(nets).size).toBeGreaterThan(5);
    expect(sweep.best).toBe(nets.indexOf(Math.max(...nets)));
    expect(run.figures).toEqual(alone[sweep.best ?? 0]);
    expect(sweep.warnings.length).toBeGreaterThan(0);
    const trades = await user.call('backtests.trades', { backtestId });
    expect(trades.total).toBe(run.figures?.trades);
  });

  it('walks forward: chosen on the training days, tried on the days after', async () => {
    const user = await person('forward');
    const { backtestId } = await user.call(
      'backtests.startSweep',
      runOver({
        parameters: [PERIOD],
        objective: 'netProfit' as const,
        walkForward: { windows: 3, trainPercent: 60 },
      }),
    );
    const run = await ended(user, backtestId);
    expect(run).toMatchObject({ state: 'done', kind: 'walk-forward' });
    const forward = run.sweep?.walkForward;
    expect(forward?.windows).toHaveLength(3);
    for (const window of forward?.windows ?? []) {
      const tried = [];
      for (const period of [5, 10, 15, 20]) {
        const document = structuredClone(CROSS) as typeof CROSS & {
          entry: { right: { indicator: { period: number } } };
        };
        document.entry.right.indicator.period = period;
        tried.push({
          period,
          inside: metricsOf(await direct(document, window.trainFrom, window.trainTo)),
          outside: metricsOf(await direct(document, window.testFrom, window.testTo)),
        });
      }
      const best = tried.reduce((a, b) => (b.inside.netProfit > a.inside.netProfit ? b : a));
      expect(window.values).toEqual([best.period]);
      expect(window.inSample).toEqual(best.inside);
      expect(window.outOfSample).toEqual(best.outside);
    }
    const nets = forward?.windows.map(({ outOfSample }) => outOfSample.netProfit ?? 0) ?? [];
    expect(forward?.outOfSample.netProfit).toBe(nets.reduce((a, b) => a + b, 0));
    expect(run.figures).toEqual(forward?.outOfSample);
    const trades = await user.call('backtests.trades', { backtestId });
    expect(trades.tradetotalProfit).toBe(run.figures?.netProfit);
  });

  it('says which combinations the rules refuse', async () => {
    const user = await person('refused-sets');
    const document = {
      ...CROSS,
      partialExits: [1, 2].map((value) => ({ distance: { kind: 'percent', value }, percent: 30 })),
    };
    const parameters = [0, 1].map((index) => ({
      path: `partialExits[${index}].percent`,
      from: 30,
      to: 70,
      step: 40,
    }));
    const { backtestId } = await user.call(
      'backtests.startSweep',
      runOver({ document, parameters, objective: 'netProfit' as const }),
    );
    const { sweep } = await ended(user, backtestId);
    expect(sweep?.sets.refused.map(({ set }) => set)).toEqual([3]);
    expect(sweep?.sets.refused[0]?.reason).toContain('more than the whole position');
    expect(sweep?.sets.figures['netProfit']?.[3]).toBeNull();
  });

  it('is published on the stream from beginning to end, a few times a second', async () => {
    const user = await person('stream');
    const stream = await openStream(server.url, user.accessToken);
    const parameters = [
      { ...PERIOD, from: 2, to: 41, step: 1 },
      { ...EXIT_PERIOD, from: 2, to: 26, step: 1 },
    ];
    const { backtestId } = await user.call('backtests.startSweep', runOver({ name: 'Heard', parameters }));
    const begun = performance.now();
    await ended(user, backtestId);
    const reported = () => stream.received.flatMap(({ event }) => (event.type === 'backtest' ? [event] : []));
    await until('the last word', () => Promise.resolve(reported().at(-1)?.state === 'done'));
    const seconds = (performance.now() - begun) / 1_000;
    stream.close();
    expect(reported()[0]).toMatchObject({ backtestId, name: 'Heard', state: 'queued', progressPercent: 0 });
    expect(
      reported()
        .map(({ state }) => state)
        .filter((state, index, all) => state !== all[index - 1]),
    ).toEqual(['queued', 'running', 'done']);
    const percents = reported().map(({ progressPercent }) => progressPercent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(reported().length).toBeLessThan(4 + 5 * seconds);
  });

  it('reports its progress, and leaves the request thread free', async () => {
    const user = await person('progress');
    const parameters = [
      { ...PERIOD, from: 2, to: 41, step: 1 },
      { ...EXIT_PERIOD, from: 2, to: 26, step: 1 },
    ];
    const { backtestId } = await user.call('backtests.startSweep', runOver({ parameters }));
    let slowest = 0;
    const seen = new Set<number>();
    await until('the sweep', async () => {
      const begun = performance.now();
      const { backtest_list } = await user.call('backtests.list', {});
      slowest = Math.max(slowest, performance.now() - begun);
      seen.add(backtest_list[0]?.progressPercent ?? 0);
      return backtest_list[0]?.state === 'done';
    });
    expect(seen.size).toBeGreaterThan(2);
    expect(slowest).toBeLessThan(1_000);
    expect((await detailOf(user, backtestId)).sweep?.sets.values[0]).toHaveLength(1_000);
  });
});

describe('the look-ahead test', () => {
  it('finds nothing in rules that only look back, and costs no credit', async () => {
    const user = await person('look-ahead');
    const report = await user.call('backtests.lookAhead', { document: CROSS, ...days });
    expect(report).toMatchObject({ isClean: true, differences: [] });
    expect(report.cuts).toBeGreaterThan(10);
    expect(report.barsCompared).toBeGreaterThan(1_000);
    expect((await quota(user)).used).toBe(0);
  });

  it('is refused where there are no candles', async () => {
    const user = await person('look-ahead-empty');
    const answer = await user.ask('backtests.lookAhead', {
      document: CROSS,
      from_date: '2011-01-01',
      to_date: '2011-02-01',
    });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringContaining('There are no candles'),
    ]);
  });
});

describe('somebody else’s run', () => {
  it('answers as one that is not there', async () => {
    const [owner, stranger] = [await person('owner'), await person('stranger')];
    const { backtestId } = await owner.call('backtests.start', runOver());
    for (const call of ['backtests.list', 'backtests.trades', 'backtests.cancel'] as const) {
      const theirs = await stranger.ask(call, { backtestId });
      const none = await stranger.ask(call, { backtestId: 999_999 });
      expect(theirs.status).toBe(404);
      expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    }
    expect((await ended(owner, backtestId)).state).toBe('done');
    expect((await stranger.call('backtests.list', {})).total).toBe(0);
  });
});

describe('a restart', () => {
  it('takes a run up again and ends it with one credit used', async () => {
    const first = await startTestBackend();
    await first.backend.prepared;
    const user = await first.register('restart');
    const parameters = [{ ...PERIOD, from: 2, to: 300, step: 1 }];
    const { backtestId } = await user.call(
      'backtests.startSweep',
      runOver({ parameters, objective: 'netProfit' as const }),
    );
    await first.close();
    const second = await startTestBackend({ dataDir: first.dataDir });
    const call = <T>(path: string, body: object) =>
      second
        .post(path, body, { authorization: `Bearer ${user.accessToken}` })
        .then((answer) => answer.body.data as T);
    const run = await until('the resumed run', async () => {
      const { backtest } = await call<{ backtest: RunDetail }>('/userapi/getUserBacktest', { backtestId });
      return backtest.finishedAt && backtest;
    });
    expect(run).toMatchObject({ state: 'done', credits: 3 });
    const plans = await call<{ quota: { used: number } }>('/userapi/getBacktestPlans', {});
    expect(plans.quota.used).toBe(3);
    await second.dispose();
  });
});
