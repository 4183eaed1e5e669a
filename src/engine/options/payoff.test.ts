import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionPrice } from './black76.ts';
import {
  payoffAt,
  payoffShape,
  probabilityOfProfit,
  profitNow,
  type StructureLeg,
  type ValuedLeg,
} from './payoff.ts';

const leg = (
  right: StructureLeg['right'],
  strike: number,
  quantity: number,
  price: number,
): StructureLeg => ({ right, strike, quantity, price });

describe('known structures', () => {
  it('a short straddle of NIFTY on 3-Feb-2026 has its published break-evens and profit', () => {
    const legs = [leg('call', 25_800, -65, 57.35), leg('put', 25_800, -65, 56.4)];
    const { breakEvens, mostProfit, mostLoss } = payoffShape(legs);
    expect(breakEvens.map((price) => Number(price.toFixed(2)))).toEqual([25_686.25, 25_913.75]);
    expect(mostProfit).toBeCloseTo(113.75 * 65, 8);
    expect(mostLoss).toBeNull();
    expect(payoffAt(legs, 25_727.55)).toBeCloseTo(2_684.5, 8);
  });

  it('a bull put spread has limits on both sides', () => {
    const shape = payoffShape([leg('put', 25_700, -1, 22.2), leg('put', 25_600, 1, 9.65)]);
    expect(shape.breakEvens).toHaveLength(1);
    expect(shape.breakEvens[0]).toBeCloseTo(25_687.45, 8);
    expect(shape.mostProfit).toBeCloseTo(12.55, 8);
    expect(shape.mostLoss).toBeCloseTo(87.45, 8);
  });

  it.each([
    ['a bought future', [leg('future', 0, 1, 100)], [100], null, 100],
    ['a sold future', [leg('future', 0, -1, 100)], [100], 100, null],
    ['a covered call', [leg('future', 0, 1, 100), leg('call', 110, -1, 5)], [95], 15, 95],
    ['a protected share', [leg('future', 0, 1, 100), leg('put', 95, 1, 2)], [102], null, 7],
    ['a call that cost nothing', [leg('call', 100, 1, 0)], [0, 100], null, 0],
    [
      'a box',
      [leg('call', 90, 1, 12), leg('call', 110, -1, 2), leg('put', 110, 1, 11), leg('put', 90, -1, 1)],
      [0, 90, 110],
      0,
      0,
    ],
    ['nothing', [], [0], 0, 0],
  ])('%s', (_, legs, breakEvens, mostProfit, mostLoss) =>
    expect(payoffShape(legs)).toEqual({ breakEvens, mostProfit, mostLoss }),
  );
});

const legs = fc.array(
  fc.record({
    right: fc.constantFrom('call', 'put', 'future'),
    strike: fc.integer({ min: 1, max: 40 }).map((step) => step * 50),
    quantity: fc.integer({ min: -5, max: 5 }).filter((units) => units !== 0),
    price: fc.integer({ min: 1, max: 400 }),
  } as const),
  { minLength: 1, maxLength: 6 },
);
/** Beyond the highest strike everything is a straight line. */
const END = 20_000;

it('the shape of any structure is what brute force finds', () => {
  fc.assert(
    fc.property(legs, (structure) => {
      const { breakEvens, mostProfit, mostLoss } = payoffShape(structure);
      const profits = Array.from({ length: END + 1 }, (_, price) => payoffAt(structure, price));
      const [first = 0, last = 0, before = 0] = [profits[0], profits.at(-1), profits.at(-2)];
      expect(mostProfit).toBe(last > before ? null : Math.max(...profits, first));
      expect(mostLoss).toBe(last < before ? null : Math.max(0, -Math.min(...profits)));
      for (const price of breakEvens) expect(payoffAt(structure, price)).toBeCloseTo(0, 6);
      for (let price = 1; price <= END; price++) {
        const [left = 0, right = 0] = [profits[price - 1], profits[price]];
        if (left * right < 0) expect(breakEvens.some((one) => one > price - 1 && one < price)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

it('the probability of profit is the share of drawn prices that end with one', () => {
  const market = { forward: 1_000, years: 0.25, volatility: 25 };
  const condor = [
    leg('call', 1_100, -1, 20),
    leg('call', 1_200, 1, 5),
    leg('put', 900, -1, 18),
    leg('put', 800, 1, 4),
  ];
  let [inside, all] = [0, 0];
  const deviation = 0.25 * Math.sqrt(0.25);
  for (let z = -6; z <= 6; z += 0.001) {
    const weight = Math.exp((-z * z) / 2);
    all += weight;
    if (payoffAt(condor, 1_000 * Math.exp(deviation * z - (deviation * deviation) / 2)) > 0) inside += weight;
  }
  expect(probabilityOfProfit(condor, market)).toBeCloseTo(inside / all, 3);
  expect(probabilityOfProfit([leg('call', 1_000, 1, 0)], market)).toBeLessThan(0.5);
  expect(probabilityOfProfit([leg('call', 1_000, 1, 10_000)], market)).toBeLessThan(1e-9);
  expect(probabilityOfProfit([], market)).toBe(0);
});

describe('before expiry', () => {
  const valued = (right: 'call' | 'put', quantity: number): ValuedLeg => {
    const terms = { right, forward: 1_000, strike: 1_000, years: 0.1, rate: 0 };
    return { ...terms, quantity, volatility: 20, price: optionPrice(terms, 20) };
  };
  const straddle = [valued('call', -10), valued('put', -10)];

  it('a structure is worth what it was sold for until something changes', () => {
    expect(profitNow(straddle, 0)).toBeCloseTo(0, 9);
    expect(profitNow(straddle, 0, { pricePercent: 0, volatilityPoints: 0, days: 10 })).toBeGreaterThan(0);
    expect(profitNow(straddle, 0, { pricePercent: 0, volatilityPoints: 5, days: 0 })).toBeLessThan(0);
    expect(profitNow(straddle, 0, { pricePercent: 5, volatilityPoints: 0, days: 0 })).toBeLessThan(0);
  });

  it('once all time is over it is its payoff', () => {
    const change = { pricePercent: 7, volatilityPoints: -300, days: 400 };
    expect(profitNow(straddle, 6, change)).toBeCloseTo(payoffAt(straddle, 1_070), 9);
  });
});
