import { describe, expect, it } from 'vitest';
import { optionPrice, type OptionRight } from './black76.ts';
import { payoffAt, payoffShape, probabilityBetween, type ValuedLeg } from './payoff.ts';
import { drawnPrices, isOneExpiry, profitIn, shapeAtNearest, yearsToNearest } from './payoff-over-time.ts';

const SPOT = 24_000;
const [NEAR, LATER] = [7 / 365, 35 / 365];

const leg = (right: OptionRight, strike: number, quantity: number, years: number): ValuedLeg => {
  const terms = { right, strike, years, forward: SPOT * (1 + 0.055 * years), rate: 0 };
  return { ...terms, quantity, volatility: 12, price: optionPrice(terms, 12) };
};
const straddle = [leg('call', 24_000, -65, NEAR), leg('put', 24_000, -65, NEAR)];
const calendar = [leg('call', 24_000, -65, NEAR), leg('call', 24_000, 65, LATER)];
const now = { price: SPOT, years: 0, volatilityPoints: 0 };

describe('a structure in a market that is tried out', () => {
  it('has neither gained nor lost while nothing has changed', () => {
    for (const legs of [straddle, calendar]) expect(profitIn(legs, SPOT, now)).toBeCloseTo(0, 6);
  });

  it('is worth its payoff once its time is over, at the price of the underlying itself', () => {
    for (const price of [22_000, 23_950, 24_000, 26_000])
      expect(profitIn(straddle, SPOT, { price, years: NEAR, volatilityPoints: 40 })).toBeCloseTo(
        payoffAt(straddle, price),
        6,
      );
  });

  it('of a future keeps the distance of its forward, which melts with time', () => {
    const future = [{ right: 'future', strike: 0, quantity: 10, price: 24_100 } as const].map((one) => ({
      ...{ ...one, forward: 24_100, years: LATER, volatility: 0 },
    }));
    expect(profitIn(future, SPOT, { ...now, price: 25_000 })).toBeCloseTo(
      10 * (25_000 * (24_100 / SPOT) - 24_100),
      6,
    );
    expect(profitIn(future, SPOT, { ...now, years: LATER })).toBeCloseTo(-1_000, 6);
  });

  it('loses by volatility what it has sold, and gains by it what it has bought', () => {
    expect(profitIn(straddle, SPOT, { ...now, volatilityPoints: 2 })).toBeLessThan(-1_000);
    expect(profitIn(calendar, SPOT, { ...now, volatilityPoints: 2 })).toBeGreaterThan(1_000);
  });
});

describe('when the first leg expires', () => {
  it('legs of one expiry have the shape of their payoff', () => {
    expect(isOneExpiry(straddle)).toBe(true);
    expect(shapeAtNearest(straddle, SPOT)).toEqual(payoffShape(straddle));
  });

  it('a calendar gains most at its strike, loses what it cost far away, and breaks even twice', () => {
    expect(isOneExpiry(calendar)).toBe(false);
    expect(yearsToNearest(calendar)).toBe(NEAR);
    const { breakEvens, mostProfit, mostLoss } = shapeAtNearest(calendar, SPOT);
    const at = (price: number) => profitIn(calendar, SPOT, { price, years: NEAR, volatilityPoints: 0 });
    expect(breakEvens).toHaveLength(2);
    for (const price of breakEvens) expect(at(price)).toBeCloseTo(0, 4);
    expect(mostProfit).toBeCloseTo(at(24_000), 6);
    const cost = -calendar.reduce((sum, { quantity, price }) => sum - quantity * price, 0);
    expect(mostLoss).toBeLessThanOrEqual(cost + 1e-6);
    expect(mostLoss).toBeGreaterThan(0.98 * cost);
    const chance = probabilityBetween(breakEvens, at, { forward: 24_025, years: NEAR, volatility: 12 });
    expect(chance).toBeGreaterThan(0.3);
    expect(chance).toBeLessThan(0.9);
  });

  it('a later call alone has no limit above, and one that was sold none below', () => {
    const [sold, bought] = calendar;
    expect(shapeAtNearest([...calendar, bought ?? straddle[0]!], SPOT)).toMatchObject({ mostProfit: null });
    expect(shapeAtNearest([...calendar, sold ?? straddle[0]!], SPOT)).toMatchObject({ mostLoss: null });
  });

  it('a stretch that neither gains nor loses has two ends', () => {
    const both = [...calendar, ...calendar.map((one) => ({ ...one, quantity: -one.quantity }))];
    expect(shapeAtNearest(both, SPOT)).toEqual({ breakEvens: [0, 48_000], mostProfit: 0, mostLoss: 0 });
  });
});

it('prices are drawn evenly around the spot, with every bend among them', () => {
  const prices = drawnPrices(24_000, [23_000, 24_333.4], 600, 101);
  expect(prices[0]).toBe(22_750);
  expect(prices.at(-1)).toBe(25_250);
  for (const bend of [23_000, 24_333, 24_000]) expect(prices).toContain(bend);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  // A bend far away would leave nothing to be seen of the others.
  expect(drawnPrices(100, [0, 90], 5, 3)).toEqual([50, 90, 100, 150]);
});
