import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('tests-legs');
});
afterAll(() => server.dispose());

const STRADDLE = {
  version: 2,
  underlying: 'NIFTY',
  entry: { at: '09:20' },
  exit: { at: '15:15' },
  legs: ['call', 'put'].map((kind) => ({
    side: 'sell',
    kind,
    lots: 1,
    strike: { by: 'at-the-money', steps: 0 },
    stop: { of: 'premium', distance: { kind: 'percent', value: 30 } },
  })),
};
const daysAgo = (days: number): string =>
  istDate(server.backend.parts.marketRuns.simulated.session.now - days * DAY_MS);
/** The same, once the market is there. */
const daysFrom = (days: number) => (): string => daysAgo(days);
const ask = (more: object = {}) =>
  user.ask('options.backtest', {
    document: STRADDLE,
    from_date: daysAgo(30),
    to_date: daysAgo(1),
    ...more,
  });

describe('a straddle over a month of the simulated market', () => {
  it('has a result for each trading day, by weekday, days to expiry and exit, that add up', async () => {
    const { body } = await ask();
    const result = body.data as {
      label: string;
      source: string;
      net: number;
      gross: number;
      charges: number;
      days: { net: number; entries: number }[];
      byWeekday: { days: number; net: number }[];
      byExit: { days: number }[];
      byDaysToExpiry: { days: number }[];
    };
    expect(result.source).toBe('simulated');
    expect(result.label).toBe(
      'Premiums are modelled (Black 1976, a smile, volatility: 14.00%); they are not prices that were traded.',
    );
    expect(result.days.length).toBeGreaterThan(15);
    expect(result.days.every(({ entries }) => entries === 2)).toBe(true);
    const sum = (groups: readonly { days: number }[]) => groups.reduce((all, { days }) => all + days, 0);
    for (const groups of [result.byWeekday, result.byExit, result.byDaysToExpiry])
      expect(sum(groups)).toBe(result.days.length);
    expect(result.days.reduce((all, { net }) => all + net, 0)).toBe(result.net);
    expect(result.byWeekday.reduce((all, { net }) => all + net, 0)).toBe(result.net);
    expect(result.gross - result.charges).toBe(result.net);
  });

  it('is the same when it is run again, and another with another volatility', async () => {
    const [first, second, other] = [await ask(), await ask(), await ask({ volatility: 25 })];
    expect(second.body.data).toEqual(first.body.data);
    expect(other.body.data).not.toEqual(first.body.data);
  });
});

describe('numbers that are tried', () => {
  const sweep = (more: object = {}) =>
    user.ask('options.sweep', {
      ...{ document: STRADDLE, from_date: daysAgo(30), to_date: daysAgo(1), windows: 2 },
      parameters: [{ name: 'stop', from: 20, to: 40, step: 10 }],
      ...more,
    });

  it('give each combination the result of its own backtest, and say what the choice made later', async () => {
    const { body } = await sweep();
    const result = body.data as {
      parameters: string[];
      sets: { values: number[]; net: number; days: number }[];
      windows: { set: number | null; test: { from: string }; outOfSample: { net: number; days: number } }[];
      outOfSample: { net: number; days: number };
      best: number;
    };
    expect(result.parameters).toEqual(['stop']);
    expect(result.sets.map(({ values }) => values)).toEqual([[20], [30], [40]]);
    // The document itself has a stop of 30 %.
    const { net, days } = (await ask()).body.data as { net: number; days: unknown[] };
    expect(result.sets[1]).toMatchObject({ net, days: days.length });
    expect(Math.max(...result.sets.map((set) => set.net))).toBe(result.sets[result.best]?.net);
    expect(result.windows).toHaveLength(2);
    expect(result.outOfSample).toMatchObject({
      net: result.windows.reduce((sum, { outOfSample }) => sum + outOfSample.net, 0),
      days: result.windows.reduce((sum, { outOfSample }) => sum + outOfSample.days, 0),
    });
  });

  it.each([
    [{ parameters: [{ name: 'target', from: 1, to: 2, step: 1 }] }, 'parameters[0]'],
    [{ parameters: [{ name: 'stop', from: 1, to: 300, step: 1 }] }, 'parameters[0]'],
    [{ windows: 12, from_date: daysFrom(2) }, 'windows'],
    [{ from_date: '2022-01-01', parameters: [{ name: 'stop', from: 1, to: 50, step: 1 }] }, 'parameters'],
    [{ from_date: '2030-01-01' }, 'from_date'],
  ])('of %j are refused at %s', async (more, field) => {
    const { from_date: from } = more as { from_date?: string | (() => string) };
    const answer = await sweep({ ...more, ...(typeof from === 'function' && { from_date: from() }) });
    expect([400, 422]).toContain(answer.status);
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual([field]);
  });
});

describe('what cannot be tested gets a sentence', () => {
  it.each([
    [{ from_date: '2026-02-10', to_date: '2026-02-01' }, 422, 'The first day must not be after the last.'],
    [{ from_date: '2015-01-01' }, 422, 'A backtest of legs covers five years at most.'],
    [{ source: 'replay' }, 422, 'There are no candles of NIFTY on these days.'],
    [{ document: { ...STRADDLE, legs: [] } }, 400, 'legs: must have at least 1 entries'],
    [{ document: { ...STRADDLE, underlying: 'RELIANCE' } }, 400, 'No options on RELIANCE are listed.'],
  ])('%j', async (more, status, sentence) => {
    const answer = await ask(more);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(sentence);
  });

  it('a volatility of nothing', async () => {
    expect((await ask({ volatility: 0 })).status).toBe(400);
  });
});
