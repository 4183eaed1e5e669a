import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../engine/random.ts';
import { fastLimit } from './fast-limit.ts';

const NO_LIMITS = { upperCircuit: null, lowerCircuit: null };
const TICK = { symbol: 'SBIN', tickSize: 5 };
const OPTION = { symbol: 'NIFTY 2026-12-01 24100 CE', tickSize: 5 };
const FUTURE = { symbol: 'NIFTY 2026-12-29 FUT', tickSize: 10 };

describe('the price of an order that is to fill at once', () => {
  it.each([
    ['below ₹100: 2 percent', 99_00, 100_95, 97_05],
    ['from ₹100: 1 percent', 100_00, 101_00, 99_00],
    ['up to ₹500: 1 percent', 500_00, 505_00, 495_00],
    ['above ₹500: half a percent', 500_05, 502_55, 497_55],
  ])('%s', (_name, last, buy, sell) => {
    expect(fastLimit('buy', last, TICK, NO_LIMITS)).toBe(buy);
    expect(fastLimit('sell', last, TICK, NO_LIMITS)).toBe(sell);
  });

  it('goes one width further with each attempt', () => {
    const prices = [0, 1, 2].map((attempt) => fastLimit('sell', 200_00, TICK, NO_LIMITS, attempt));
    expect(prices).toEqual([198_00, 196_00, 194_00]);
  });

  it("never goes beyond the day's limits", () => {
    const limits = { upperCircuit: 200_50, lowerCircuit: 199_50 };
    expect(fastLimit('buy', 200_00, TICK, limits, 4)).toBe(200_50);
    expect(fastLimit('sell', 200_00, TICK, limits, 4)).toBe(199_50);
  });

  it.each([
    ['below ₹10: 5 percent', 8_00, 8_40],
    ['below ₹100: 3 percent', 60_00, 61_80],
    ['up to ₹500: 2 percent', 500_00, 510_00],
    ['above it: 1 percent', 500_05, 505_05],
  ])('has more room for an option %s', (_name, last, buy) => {
    expect(fastLimit('buy', last, OPTION, NO_LIMITS)).toBe(buy);
  });

  it('never leaves the range in which the exchange takes orders of a contract', () => {
    expect(fastLimit('buy', 100_00, OPTION, NO_LIMITS, 99)).toBe(140_00);
    expect(fastLimit('sell', 100_00, OPTION, NO_LIMITS, 99)).toBe(60_00);
    expect(fastLimit('buy', 40_00, OPTION, NO_LIMITS, 99)).toBe(60_00);
    expect(fastLimit('buy', 24_000_00, FUTURE, NO_LIMITS, 99)).toBe(24_480_00);
    // An index is traded as its future.
    expect(fastLimit('sell', 24_000_00, { symbol: 'NIFTY', tickSize: 10 }, NO_LIMITS, 99)).toBe(23_520_00);
  });

  it('is never below one tick', () => {
    expect(fastLimit('sell', 5, TICK, NO_LIMITS, 60)).toBe(5);
    expect(fastLimit('buy', 5, TICK, NO_LIMITS)).toBe(5);
  });

  it('is on the tick and within its band, whatever the price and the tick', () => {
    const random = seededRandom('bands');
    for (let turn = 0; turn < 2_000; turn++) {
      const tickSize = [1, 5, 10, 100][turn % 4]!;
      const last = tickSize * (1 + Math.floor(random.uniform() * 50_000));
      const buy = fastLimit('buy', last, { symbol: 'SBIN', tickSize }, NO_LIMITS);
      const sell = fastLimit('sell', last, { symbol: 'SBIN', tickSize }, NO_LIMITS);
      expect([buy % tickSize, sell % tickSize]).toEqual([0, 0]);
      expect(buy).toBeGreaterThanOrEqual(last);
      expect(buy).toBeLessThanOrEqual(last * 1.02);
      expect(sell).toBeLessThanOrEqual(last);
      expect(sell).toBeGreaterThanOrEqual(last * 0.98);
    }
  });
});
