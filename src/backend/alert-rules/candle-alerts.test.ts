import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { TIMEFRAME_MINUTES } from '../../shared/rule-document.ts';
import { istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { conditionOf } from './rule-rows.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const CROSSES_AVERAGE = {
  kind: 'compare',
  left: { kind: 'price', field: 'close' },
  operator: 'crosses-above',
  right: { kind: 'indicator', indicator: { name: 'ema', period: 9, source: 'close' } },
};
/** Reads another instrument, and longer candles. */
const BEFORE_INDEX = {
  kind: 'all',
  conditions: [
    {
      kind: 'compare',
      left: { kind: 'indicator', indicator: { name: 'rsi', period: 7, source: 'close' } },
      operator: '<',
      right: { kind: 'constant', value: 55 },
    },
    {
      kind: 'compare',
      left: { kind: 'price', field: 'close', instrument: 'NIFTY' },
      operator: '>',
      right: {
        kind: 'indicator',
        indicator: { name: 'sma', period: 5, source: 'close' },
        instrument: 'NIFTY',
        timeframe: '15m',
      },
    },
  ],
};

it('alerts on rules fire at the very candles at which a backtest of them enters', async () => {
  const { marketRuns, history, database } = server.backend.parts;
  const run = marketRuns.simulated;
  run.session.pause();
  const user = await server.register('candles');
  const add = async (symbol: string, timeframe: '1m' | '5m', condition: unknown) => {
    const { rule } = await user.call('alertRules.add', {
      ...{ mode: 'test', repeat: 'each-bar' },
      condition: { kind: 'rules', symbol, timeframe, condition },
    });
    expect(rule.sentence).toMatch(/^(ITC|SBIN), [15]-minute candles: .*\.$/);
    return rule.ruleId;
  };

  const ids = [
    await add('ITC', '5m', CROSSES_AVERAGE),
    await add('SBIN', '1m', CROSSES_AVERAGE),
    await add('SBIN', '5m', BEFORE_INDEX),
  ];
  await server.backend.parts.alertRules.whenReady(run);
  const from = run.session.now;
  await marketRuns.setSpeed(run, 6_000);
  run.session.resume();
  await until('some hours', () => Promise.resolve(run.session.now >= from + 400 * MINUTE_MS), 60_000);
  run.session.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const to = run.session.now;

  const barsBefore = async (symbol: string, timeframe: '1m' | '5m') => {
    const key = { ownerId: 0, source: 'simulated' as const, symbol };
    const past = await history.candlesBefore(key, timeframe, istMidnight(to), 3_000);
    return [...past, ...run.dayCandles.today(symbol, timeframe, to)];
  };
  for (const ruleId of ids) {
    const row = await database.read
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', ruleId)
      .executeTakeFirstOrThrow();
    const condition = conditionOf(row);
    if (condition.kind !== 'rules') throw new Error('It is on rules.');
    const { document } = condition;
    const [symbol = ''] = document.instruments;
    const timeframe = document.timeframe as '1m' | '5m';
    const bars = await barsBefore(symbol, timeframe);
    const rules = compileRules(document);
    const others = await Promise.all(
      rules.reads.map(async (other) => ({
        instrument: findInstrument(other)!,
        bars: goodBars(await barsBefore(other, timeframe)),
      })),
    );
    const { entry } = rules.signals(goodBars(bars), undefined, tradedAs(symbol), others);
    // The candle in which the rule was made closes after that too.
    const expected = bars.flatMap(({ time }, index) =>
      entry[index] === 1 && time + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS > from ? [`candle ${time}`] : [],
    );
    const fired = await database.read
      .selectFrom('alert_firings')
      .select('occasion')
      .where('rule_id', '=', ruleId)
      .orderBy('at')
      .execute();
    expect(expected.length).toBeGreaterThan(0);
    expect(fired.map(({ occasion }) => occasion)).toEqual(expected);
  }
}, 120_000);
