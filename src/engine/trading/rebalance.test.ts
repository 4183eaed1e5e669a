import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRebalance, type RankedLine } from './rebalance.ts';

const line = (symbol: string, more: Partial<RankedLine> = {}): RankedLine => ({
  symbol,
  held: 0,
  close: 100_00,
  isCandidate: true,
  rank: 1,
  lotSize: 1,
  marginPercent: 100,
  ...more,
});
const rotation = { best: 'highest', hold: 2, reweigh: false } as const;
const WORTH = 1_00_000_00;

describe('the plan of a rebalance', () => {
  it('fixes every quantity with the close, from what the account is worth', () => {
    const plan = planRebalance({
      rotation,
      worth: WORTH,
      lines: [
        line('AAA', { rank: 1, held: 10 }),
        line('BBB', { rank: 3 }),
        line('CCC', { rank: 2, close: 333_33 }),
      ],
    });
    expect(plan).toEqual({
      sales: [{ symbol: 'AAA', quantity: 10, why: 'rotation' }],
      purchases: [
        { symbol: 'BBB', quantity: 500 },
        { symbol: 'CCC', quantity: 150 },
      ],
      refusals: [],
      least: 1_000_00,
    });
  });

  it('trims and tops up what is kept only when it reweighs, and buys what is new before it tops up', () => {
    const lines = [
      line('AAA', { rank: 3, held: 100 }),
      line('BBB', { rank: 2, held: 700 }),
      line('CCC', { rank: 1 }),
    ];
    const three = { ...rotation, hold: 3 };
    const kept = planRebalance({ rotation: three, worth: WORTH, lines });
    expect(kept).toMatchObject({ sales: [], purchases: [{ symbol: 'CCC', quantity: 333 }] });
    const weighed = planRebalance({ rotation: { ...three, reweigh: true }, worth: WORTH, lines });
    expect(weighed.sales).toEqual([{ symbol: 'BBB', quantity: 366, why: 'rebalance' }]);
    expect(weighed.purchases).toEqual([
      { symbol: 'CCC', quantity: 333 },
      { symbol: 'AAA', quantity: 233 },
    ]);
  });

  it('says why one of the best is not bought', () => {
    const lines = [line('AAA', { close: 60_000_00 }), line('BBB', { close: 100_00 })];
    expect(planRebalance({ rotation, worth: WORTH, lines }).refusals).toEqual([
      {
        symbol: 'AAA',
        reason:
          'The position size (an equal part of the account) comes to less than one share, which takes ₹60,000.00.',
      },
    ]);
    expect(planRebalance({ rotation, worth: 800_00, lines: [line('AAA')] }).refusals).toEqual([
      { symbol: 'AAA', reason: 'An order for less than ₹500.00 is not worth making at a rebalance.' },
    ]);
  });

  it('sells a held share that has no candle of the day', () => {
    const plan = planRebalance({ rotation, worth: WORTH, lines: [line('AAA', { held: 5, close: null })] });
    expect(plan.sales).toEqual([{ symbol: 'AAA', quantity: 5, why: 'rotation' }]);
  });

  it('never sells more than is held, nor plans to hold more than the account is worth', () => {
    const lines = fc.array(
      fc.record({
        held: fc.nat({ max: 300 }),
        close: fc.option(fc.integer({ min: 1_00, max: 9_000_00 })),
        isCandidate: fc.boolean(),
        rank: fc.integer({ min: -3, max: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 5 }), fc.nat({ max: 50_000_00 }), (all, hold, cash) => {
        const named = all.map((one, index) => line(`S${index}`, one));
        const worth = named.reduce((sum, { held, close }) => sum + held * (close ?? 0), cash);
        const plan = planRebalance({ rotation: { ...rotation, hold, reweigh: true }, worth, lines: named });
        const after = new Map(named.map(({ symbol, held }) => [symbol, held]));
        for (const { symbol, quantity } of plan.sales) after.set(symbol, (after.get(symbol) ?? 0) - quantity);
        expect(Math.min(...after.values())).toBeGreaterThanOrEqual(0);
        for (const { symbol, quantity } of plan.purchases)
          after.set(symbol, (after.get(symbol) ?? 0) + quantity);
        const kept = [...after.values()].filter((quantity) => quantity > 0).length;
        expect(kept).toBeLessThanOrEqual(hold);
        // What is not worth an order, or is less than a share, stays over its part.
        const over = Math.max(plan.least, ...named.map(({ close }) => close ?? 0));
        const value = named.reduce(
          (sum, { symbol, close }) => sum + (after.get(symbol) ?? 0) * (close ?? 0),
          0,
        );
        expect(value).toBeLessThanOrEqual(worth + hold * over);
      }),
    );
  });
});
