import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('options');
});
afterAll(() => server.dispose());

const chainOf = async (input: { underlying?: string; expiry?: string; aSide?: number } = {}) => {
  const answer = await user.call('options.chain', input);
  if (!answer.chain) throw new Error(answer.reason);
  return { ...answer, chain: answer.chain };
};

describe('the chain of the simulated market', () => {
  it('has the futures of its underlying, with their basis', async () => {
    const { chain, expiries, futures } = await chainOf();
    const months = expiries.filter(({ isMonthly }) => isMonthly).map(({ day }) => day);
    expect(futures.map(({ expiry }) => expiry)).toEqual(months);
    expect(futures.map(({ symbol }) => symbol)).toEqual(months.map((day) => `NIFTY ${day} FUT`));
    for (const { ltp, basis, daysToExpiry, basisPercent, openInterest } of futures) {
      expect(basis).toBe(ltp - chain.spot);
      expect(openInterest).toBeGreaterThan(0);
      if (daysToExpiry > 1) expect(basisPercent).toBeGreaterThan(0);
    }
    const days = futures.map(({ daysToExpiry }) => daysToExpiry);
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  it('quotes a future at the price that a strategy trades it at', async () => {
    const { futures } = await chainOf();
    const [near] = futures;
    const { legs } = await user.call('options.payoff', {
      legs: [{ symbol: near?.symbol ?? '', side: 'buy', lots: 1, price: 1_00 }],
    });
    expect(Math.abs((legs[0]?.ltp ?? 0) - (near?.ltp ?? 0))).toBeLessThan((near?.ltp ?? 0) / 100);
  });

  it('has both sides of every strike around the index, with figures that agree', async () => {
    const { chain, expiries, underlyings } = await chainOf();
    expect(underlyings).toEqual(['NIFTY', 'BANKNIFTY']);
    expect(chain).toMatchObject({
      underlying: 'NIFTY',
      source: 'simulated',
      lotSize: 65,
      expiry: expiries[0]?.day,
    });
    expect(chain.strikes).toHaveLength(81);
    const { forward, atTheMoney, spot } = chain;
    expect(Math.abs((forward ?? 0) / spot - 1)).toBeLessThan(0.01);
    expect(Math.abs((atTheMoney ?? 0) - (forward ?? 0))).toBeLessThanOrEqual(25_00);
    const middle = chain.strikes.find(({ strike }) => strike === atTheMoney);
    expect(middle?.call?.symbol).toMatch(/^NIFTY \d{4}-\d{2}-\d{2} \d+ CE$/);
    for (const side of [middle?.call, middle?.put]) {
      expect(side?.volatility).toBeGreaterThan(5);
      expect(side?.volatility).toBeLessThan(30);
      expect(Math.abs(side?.delta ?? 0)).toBeCloseTo(0.5, 0);
      expect((side?.bid ?? 0) % 5).toBe(0);
      expect(side?.bid).toBeLessThan(side?.ask ?? 0);
    }
    const calls = chain.strikes.map(({ call }) => call?.ltp ?? Number.NaN);
    // Calls are cheaper the higher their strike; single ticks apart, each strays a little.
    expect(calls[0]).toBeGreaterThan(calls[40] ?? Infinity);
    expect(calls[40]).toBeGreaterThan(calls[80] ?? Infinity);
  });

  it('is that of the expiry asked for; later ones cost more at the money', async () => {
    const { expiries } = await chainOf();
    expect(expiries.length).toBeGreaterThan(4);
    expect(expiries.filter(({ isMonthly }) => isMonthly)).toHaveLength(3);
    const last = expiries.at(-1)?.day ?? '';
    const [near, far] = [await chainOf(), await chainOf({ expiry: last })];
    expect(far.chain.expiry).toBe(last);
    const middleOf = ({ strikes, atTheMoney }: typeof near.chain): number =>
      strikes.find(({ strike }) => strike === atTheMoney)?.call?.ltp ?? Number.NaN;
    expect(middleOf(far.chain)).toBeGreaterThan(middleOf(near.chain));
  });

  it('has so many strikes on each side as are asked for, the money among them', async () => {
    const { chain } = await chainOf({ aSide: 12 });
    expect(chain.strikes).toHaveLength(25);
    expect(chain.strikes.map(({ strike }) => strike)).toContain(chain.atTheMoney);
  });

  it('of NIFTY Bank has monthly expiries alone', async () => {
    const { chain, expiries } = await chainOf({ underlying: 'BANKNIFTY' });
    expect(expiries.every(({ isMonthly }) => isMonthly)).toBe(true);
    expect(chain.lotSize).toBe(30);
  });
});

describe('what there is no chain of gets a sentence', () => {
  it.each([
    [{ underlying: 'RELIANCE' }, 'No options on RELIANCE are listed.'],
    [
      { underlying: 'NIFTY', expiry: '2019-01-01' },
      'No options on NIFTY with the expiry 2019-01-01 are listed. They may have expired.',
    ],
  ])('%o', async (input, sentence) => {
    const { status, body } = await user.ask('options.chain', input);
    expect([status, body.message]).toEqual([422, sentence]);
  });

  it.each([{ expiry: '2026-02-30' }, { aSide: 0 }, { aSide: 1.5 }])('%o', async (input) => {
    expect((await user.ask('options.chain', input)).status).toBe(400);
  });
});
