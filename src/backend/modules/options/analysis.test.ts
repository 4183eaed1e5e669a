import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { istMidnight } from '../../../shared/time.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('analysis');
});
afterAll(() => server.dispose());

describe('the analysis of an expiry', () => {
  it('counts the open interest of all its strikes', async () => {
    const [analysis, { chain }] = [
      await user.call('options.analysis', {}),
      await user.call('options.chain', {}),
    ];
    expect(analysis).toMatchObject({ underlying: 'NIFTY', source: 'simulated', expiry: chain?.expiry });
    expect(analysis.putCallRatio).toBe(analysis.putInterest / analysis.callInterest);
    expect(chain?.strikes.map(({ strike }) => strike)).toContain(analysis.maxPain);
    const calls = chain?.strikes.reduce((sum, { call }) => sum + (call?.openInterest ?? 0), 0) ?? 0;
    // Open interest grows through the day: the chain is asked for a moment later.
    expect(Math.abs(analysis.callInterest / calls - 1)).toBeLessThan(0.05);
  });

  it('has the volatility and the straddle at the money of every expiry', async () => {
    const { term } = await user.call('options.analysis', { underlying: 'BANKNIFTY' });
    expect(term).toHaveLength(3);
    for (const { volatility, isMonthly, straddle } of term) {
      expect(isMonthly).toBe(true);
      expect(volatility).toBeGreaterThan(8);
      expect(volatility).toBeLessThan(25);
      expect(straddle).toBeGreaterThan(0);
    }
    expect(term.map(({ days }) => days)).toEqual(term.map(({ days }) => days).toSorted((a, b) => a - b));
    expect(term[2]?.straddle).toBeGreaterThan(term[0]?.straddle ?? Infinity);
  });
});

describe('the straddle of the session', () => {
  it('has a premium for every minute that has closed, and no other', async () => {
    const { time, premium, strike, spot } = await user.call('options.straddle', {});
    const { time: bars, close } = await user.call('market.candles', {
      symbol: 'NIFTY',
      timeframe: '1m',
      limit: 400,
    });
    const last = bars.at(-1) ?? 0;
    const today = bars.filter((bar) => bar >= istMidnight(last));
    expect(time.length).toBeGreaterThan(0);
    // A minute may have closed between the two questions.
    expect(today.slice(0, time.length)).toEqual(time);
    expect(today.length - time.length).toBeLessThanOrEqual(2);
    expect(spot).toEqual(close.slice(bars.length - today.length).slice(0, time.length));
    for (const [index, paid] of premium.entries()) {
      expect(Math.abs((strike[index] ?? NaN) - (spot[index] ?? NaN))).toBeLessThan(150_00);
      expect(paid % 5).toBe(0);
      expect(paid).toBeGreaterThan(0);
    }
  });

  it('is worked out in little time', async () => {
    await user.call('options.straddle', {});
    const before = process.cpuUsage();
    await user.call('options.straddle', {});
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(250);
  });
});

describe('what there is none of gets a sentence', () => {
  it.each(['options.analysis', 'options.straddle'] as const)('%s', async (call) => {
    const of = async (input: { underlying?: string; expiry?: string }) => {
      const { status, body } = await user.ask(call, input);
      return [status, body.message];
    };
    expect(await of({ underlying: 'RELIANCE' })).toEqual([422, 'No options on RELIANCE are listed.']);
    expect(await of({ expiry: '2019-01-01' })).toEqual([
      422,
      'No options on NIFTY with the expiry 2019-01-01 are listed. They may have expired.',
    ]);
  });
});
