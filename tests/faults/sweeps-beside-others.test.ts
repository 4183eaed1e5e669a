import { afterAll, beforeAll, expect, it } from 'vitest';
import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

/** Sweeps of 500 sets that a free account's month allows. It has 20 credits, which four such sweeps take. */
const SWEEPS = 4;
const PATIENCE_MS = 30_000;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

const rules = (symbols: string[], days: number) => ({
  document: { ...RSI_RULES, timeframe: '1m' as const, instruments: symbols },
  from_date: istDate(Date.now() - days * DAY_MS),
  to_date: istDate(Date.now() - DAY_MS),
  source: 'simulated' as const,
  capital: 1_00_000_00,
});

it('sweeps of one user leave room for a small backtest of another', async () => {
  const [greedy, other] = [await server.register('sweeping'), await server.register('one-run')];
  const symbols = INSTRUMENT_MASTER.slice(0, 50).map(({ symbol }) => symbol);
  const parameters = [{ path: 'entry.left.indicator.period', from: 2, to: 500, step: 1 }];
  const walkForward = { windows: 6, trainPercent: 75 };
  for (let count = 0; count < SWEEPS; count++) {
    const { status, body } = await greedy.ask('backtests.startSweep', {
      ...rules(symbols, 60),
      parameters,
      walkForward,
    });
    expect([status, body.message]).toEqual([200, 'OK']);
  }
  const { backtestId } = await other.call('backtests.start', rules(['ITC'], 5));
  const stateOf = async () => (await other.call('backtests.list', { backtestId })).backtest?.state;
  await expect.poll(stateOf, { timeout: PATIENCE_MS, interval: 500 }).not.toBe('queued');
}, 120_000);
