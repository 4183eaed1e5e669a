import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFarFrom, ladderRows, profitAt, stepFor } from './ladder-rows.ts';

const levels = (prices: readonly number[]) =>
  prices.map((price) => ({ price, quantity: price % 97 || 1, orders: 1 }));

const rowsOf = (buy: readonly number[], sell: readonly number[], ltp: number, middle = ltp) =>
  ladderRows({ buy: levels(buy), sell: levels(sell) }, ltp, {
    middle,
    step: stepFor({ middle, step: 0 }, { buy: levels(buy), sell: levels(sell) }, [ltp]),
  });

describe('rows of a ladder', () => {
  it('go from high to low by the smallest step around the middle, gaps between the levels included', () => {
    const rows = rowsOf([100_00, 99_90], [100_10], 100_05);
    expect(rows).toHaveLength(61);
    expect(rows.slice(29, 34).map(({ price }) => price)).toEqual([100_10, 100_05, 100_00, 99_95, 99_90]);
    expect(rows.filter(({ isLast }) => isLast).map(({ price }) => price)).toEqual([100_05]);
    expect(rows.find(({ price }) => price === 99_95)).toMatchObject({ bid: 0, ask: 0 });
  });

  it('stay where they are while the market moves', () => {
    const before = rowsOf([100_00, 99_95], [100_05], 100_05, 100_00);
    const after = rowsOf([100_30, 100_25], [100_40], 100_35, 100_00);
    expect(after.map(({ price }) => price)).toEqual(before.map(({ price }) => price));
  });

  it('show every level within reach once, whatever the depth, and no price below a paisa', () => {
    const side = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 20 });
    const price = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(side, side, price, price, (buy, sell, ltp, middle) => {
        const rows = rowsOf(buy, sell, ltp, middle);
        const prices = rows.map((row) => row.price);
        expect(prices).toEqual([...new Set(prices)].sort((one, other) => other - one));
        expect(Math.min(...prices)).toBeGreaterThan(0);
        const within = (all: readonly number[]) =>
          all.filter((one) => one <= (prices[0] ?? 0) && one >= (prices.at(-1) ?? 0)).sort((a, b) => b - a);
        expect(rows.filter(({ bid }) => bid > 0).map((row) => row.price)).toEqual(within(buy));
        expect(rows.filter(({ ask }) => ask > 0).map((row) => row.price)).toEqual(within(sell));
      }),
    );
  });

  it('are moved once the last price is far from the middle', () => {
    const grid = { middle: 100_00, step: 5 };
    expect(isFarFrom(100_50, grid)).toBe(false);
    expect(isFarFrom(100_55, grid)).toBe(true);
  });

  it('never become fewer for the same prices: a step that was needed once stays', () => {
    const depth = { buy: levels([100_00, 99_90]), sell: levels([100_10]) };
    expect(stepFor({ middle: 100_00, step: 0 }, depth, [])).toBe(10);
    expect(stepFor({ middle: 100_00, step: 5 }, depth, [])).toBe(5);
    // An order of one's own has a row, wherever the market is.
    expect(stepFor({ middle: 100_00, step: 10 }, depth, [99_85])).toBe(5);
  });
});

describe('the P&L at a price', () => {
  const long = { quantity: 10, averagePrice: 100_00, ltp: 103_00, pnl: 10 * 3_00 - 12_34 };
  const short = { quantity: -4, averagePrice: 110_00, ltp: 103_00, pnl: 4 * 7_00 - 5_66 };

  it('is at the last price what every other page says, charges included', () => {
    expect(profitAt([long, short], 103_00)).toBe(long.pnl + short.pnl);
  });

  it('moves with the quantity of all positions, long and short', () => {
    expect(profitAt([long, short], 105_00)).toBe(10 * 5_00 - 12_34 + 4 * 5_00 - 5_66);
    expect(profitAt([], 105_00)).toBe(0);
  });

  it('counts from the entry where there is no last price yet', () => {
    expect(profitAt([{ ...long, ltp: null, pnl: 0 }], 105_00)).toBe(10 * 5_00);
  });
});
