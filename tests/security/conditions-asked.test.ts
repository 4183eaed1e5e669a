import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const SHARES = INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity').slice(0, 32);
/** Rules that look far back at 32 shares. Each minute they ask the close of 998 days ago, which the contract allows. */
const FAR_BACK = {
  ...RSI_RULES,
  timeframe: '1m',
  entry: {
    kind: 'any',
    conditions: [0, 16].map((from) => ({
      kind: 'any',
      conditions: SHARES.slice(from, from + 16).map(({ symbol }) => ({
        kind: 'compare',
        left: { kind: 'price', field: 'close', offset: 998, timeframe: '1d', instrument: symbol },
        operator: '>',
        right: { kind: 'constant', value: 1_000_000, unit: 'rupees' },
      })),
    })),
  },
};

const added = async (user: TestUser, document: unknown): Promise<number> => {
  const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'Mine', document });
  return strategyId ?? 0;
};

/** Most milliseconds of a small call of another. Many times what is promised: the machine of the test may be busy. */
const MOST_MS = 2_500;

it('the conditions that one person asks for keep those of another from nothing', async () => {
  const [greedy, other] = [await server.register('asking-all'), await server.register('asking-one')];
  const own = await added(other, RSI_RULES);
  const ask = async () => {
    const began = performance.now();
    const { status, body } = await other.ask('strategies.conditions', { strategyId: own });
    return { status, message: body.message, ms: performance.now() - began };
  };
  await ask();
  const alone = await ask();
  expect(alone.status).toBe(200);
  const strategyId = await added(greedy, FAR_BACK);
  const asked = Promise.all(
    Array.from({ length: 60 }, () => greedy.ask('strategies.conditions', { strategyId })),
  );
  await wait(1_000);
  const beside = await Promise.race([ask(), wait(20_000, { status: 0, message: 'no answer', ms: 20_000 })]);
  expect(beside.status).toBe(200);
  expect(beside.ms).toBeLessThan(MOST_MS);
  const refused = (await asked).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body } of refused)
    expect(body.message).toBe(
      'Many of your conditions are being read already. Wait a moment, and ask again.',
    );
}, 60_000);
