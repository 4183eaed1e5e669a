import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndedOrder, fillFigures, slippageCost } from './fill-figures.ts';

/** Bought ten at ₹100 as decided, at once. */
const GOOD: EndedOrder = {
  side: 'buy',
  quantity: 10,
  filledQuantity: 10,
  filledValue: 100_000,
  decisionPrice: 10_000,
  decidedAt: 1_000,
  lastFillAt: 1_000,
  charges: 50,
};

describe('figures of fills', () => {
  it('count what was filled whole, in part and not at all, and all that it came to', () => {
    const figures = fillFigures([
      GOOD,
      // Twenty paise a share worse: 20 bp, ₹2.00.
      { ...GOOD, filledValue: 100_200, lastFillAt: 5_000 },
      // Sold half of it ten paise worse: 10 bp, ₹0.50.
      { ...GOOD, side: 'sell', filledQuantity: 5, filledValue: 49_950, lastFillAt: 3_000 },
      { ...GOOD, filledQuantity: 0, filledValue: 0, lastFillAt: null, charges: 0 },
      { ...GOOD, decisionPrice: null, decidedAt: null },
    ]);
    expect(figures).toMatchObject({
      orders: 5,
      filledWhole: 3,
      filledPart: 1,
      notFilled: 1,
      turnover: 350_150,
      measured: 3,
      slippagePaise: { mean: 10, median: 10, worst: 20 },
      slippageBp: { mean: 10, median: 10, worst: 20 },
      slippageCost: 250,
      slippageBpOfTurnover: 10,
      delayMs: { mean: 2_000, median: 2_000, worst: 4_000 },
    });
    expect(figures.chargesPerLakh).toBe(Math.round((200 * 10_000_000) / 350_150));
  });

  it('of nothing say nothing', () => {
    expect(fillFigures([])).toMatchObject({
      orders: 0,
      slippageBp: null,
      delayMs: null,
      chargesPerLakh: null,
      slippageBpOfTurnover: null,
      slippageCost: 0,
    });
  });

  it('are the middle two’s mean in the median of an even number', () => {
    const costing = (paise: number) => ({ ...GOOD, filledValue: 100_000 + 10 * paise });
    expect(fillFigures([4, 1, 100, 2].map(costing)).slippagePaise).toEqual({
      mean: 26.75,
      median: 3,
      worst: 100,
    });
  });

  it('a sale below and a purchase above the decision cost the same, and better is a gain', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: 1, max: 1_000 }),
        (paise, quantity) => {
          const order = (side: 'buy' | 'sell', price: number): EndedOrder => ({
            ...GOOD,
            side,
            quantity,
            filledQuantity: quantity,
            filledValue: price * quantity,
          });
          expect(slippageCost(order('buy', 10_000 + paise))).toBe(paise * quantity);
          expect(slippageCost(order('sell', 10_000 - paise))).toBe(paise * quantity);
        },
      ),
    );
  });
});
