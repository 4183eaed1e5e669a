import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addStrategy, costlyRules } from '../../../../tests/support/costly-rules.ts';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { rsi } from '../../../engine/indicators/rsi.ts';
import type { Schema } from '../../db/schema.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';

const FIVE_MINUTES = 5 * 60_000;

let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const below = {
  kind: 'compare',
  left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
  operator: '<',
  right: { kind: 'constant', value: 30 },
} as const;

it('a stopped strategy is told its values of the last candle, and a running one the same by its own run', async () => {
  const user = await server.register('waiting');
  const document = { ...RSI_RULES, instruments: ['RELIANCE', 'INFY'], entry: below };
  const added = await user.call('strategies.add', { url: 'add', name: 'Waiting', document });
  const strategyId = added.strategyId ?? 0;
  const stopped = await user.call('strategies.conditions', { strategyId, symbol: 'INFY' });
  const candles = await user.call('market.candles', { symbol: 'INFY', timeframe: '5m', limit: 1_000 });
  // The last candle of the chart may still be forming; rules read those alone that have closed.
  const closed = candles.time.filter((time) => time + FIVE_MINUTES <= Date.parse(stopped.now)).length;
  const close = Float64Array.from(candles.close.slice(0, closed));
  const expected = rsi(close, 14).at(-1) ?? NaN;
  const [side] = stopped.sides;
  const [condition] = side?.conditions ?? [];
  expect(stopped).toMatchObject({ symbol: 'INFY', source: 'simulated', isRunning: false, candlesToGo: 0 });
  expect(condition?.values[1]).toEqual({ name: '30', value: 30 });
  expect(condition?.values[0]?.value).toBeCloseTo(expected, 2);
  expect(condition?.holds).toBe(expected < 30);
  expect(condition?.text).toBe(`RSI(14) ${Number(expected.toFixed(2))}, needs below 30`);
  expect(Date.parse(stopped.at ?? '')).toBe((candles.time[closed - 1] ?? 0) + FIVE_MINUTES);
  await user.call('strategies.start', { strategyId });
  const running = await user.call('strategies.conditions', { strategyId, symbol: 'INFY' });
  expect(running).toMatchObject({ isRunning: true, symbol: 'INFY' });
  if (running.at === stopped.at) expect(running.sides).toEqual(stopped.sides);
});

it('an instrument that the strategy does not trade is refused', async () => {
  const user = await server.register('waiting-refused');
  const added = await user.call('strategies.add', { url: 'add', name: 'Refused', document: RSI_RULES });
  const strategyId = added.strategyId ?? 0;
  const other = await user.ask('strategies.conditions', { strategyId, symbol: 'TCS' });
  expect([other.status, other.body.message]).toEqual([404, 'No such instrument as TCS.']);
});

const requireRow = (db: Kysely<Schema>, strategyId: number) =>
  db.selectFrom('strategies').selectAll().where('id', '=', strategyId).executeTakeFirstOrThrow();

describe('conditions that many people ask for at a time', () => {
  it('keep no candles once they are read', async () => {
    const read = await costly('kept');
    await read();
    const history = vi.spyOn(server.backend.parts.history, 'candlesBefore');
    await read();
    expect(history).toHaveBeenCalled();
    history.mockRestore();
  });

  const costly = async (name: string) => {
    const user = await server.register(name);
    const strategyId = await addStrategy(user, name, costlyRules(1, 6));
    const { database, marketRuns } = server.backend.parts;
    const row = await requireRow(database.read, strategyId);
    const { runner, session } = marketRuns.simulated;
    return () => runner.readingOf(row, effectiveRules(row).instruments[0] ?? '', session.now);
  };

  it('hold up no order: they are read in turn, and in short steps', async () => {
    const reads: Awaited<ReturnType<typeof costly>>[] = [];
    for (let person = 1; person <= 5; person++) reads.push(await costly(`waiting-many-${person}`));
    await reads[0]?.();
    const longest = await longestTurn(() =>
      Promise.all(reads.flatMap((read) => Array.from({ length: 12 }, read))),
    );
    expect(longest).toBeLessThan(200);
  });

  it('of one person are refused with a sentence where too many wait, and those of others are read', async () => {
    const [read, other] = [await costly('waiting-too-many'), await costly('waiting-beside')];
    const asked = Promise.allSettled(Array.from({ length: 110 }, read));
    expect((await other()).candlesToGo).toBe(0);
    const refused = (await asked).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(94);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
      code: 'rate',
      message: 'Many of your conditions are being read already. Wait a moment, and ask again.',
    });
    expect((await read()).candlesToGo).toBe(0);
  });
});
