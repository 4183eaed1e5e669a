import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_ATR, openProtection, type Protection, type ProtectionRules } from '../protection.ts';
import {
  carryProtection,
  carryShares,
  partsOfRest,
  priceAfter,
  priceFactorOf,
  shareRatioOf,
  worthOfRights,
} from './carry-over.ts';
import type { CorporateAction } from './corporate-action.ts';

const SPLIT: CorporateAction = { kind: 'split', from: 10_00, to: 2_00 };
const BONUS: CorporateAction = { kind: 'bonus', free: 1, held: 2 };
const RIGHTS = { kind: 'rights', offered: 1, held: 4, price: 500_00 } as const;

const multiplying = fc.oneof(
  fc.record({
    kind: fc.constant('split' as const),
    from: fc.integer({ min: 1, max: 10_00 }),
    to: fc.integer({ min: 1, max: 10_00 }),
  }),
  fc.record({
    kind: fc.constant('bonus' as const),
    free: fc.integer({ min: 1, max: 20 }),
    held: fc.integer({ min: 1, max: 20 }),
  }),
);

describe('shares', () => {
  it('are five for one after a split of 10 to 2, and three for two after a bonus of 1:2', () => {
    expect(shareRatioOf(SPLIT)).toEqual({ before: 2_00, after: 10_00 });
    expect(shareRatioOf(BONUS)).toEqual({ before: 2, after: 3 });
    expect(shareRatioOf(RIGHTS)).toBeNull();
  });

  it('are whole, and the half that is left over is paid out at the close before, adjusted', () => {
    const ratio = shareRatioOf(BONUS)!;
    // A close of ₹900 is ₹600 after three for two: half of that.
    expect(carryShares(5, ratio, { close: 900_00, cost: 1_000_00 })).toEqual({
      ...{ quantity: 7, fraction: 0.5, payout: 300_00 },
    });
    expect(carryShares(5, ratio, { close: null, cost: 1_500_00 }).payout).toBe(100_00);
    expect(carryShares(4, ratio, { close: 900_00, cost: 1 })).toEqual({
      quantity: 6,
      fraction: 0,
      payout: 0,
    });
  });

  it('and their left-over part are never more or less than the ratio makes of them', () => {
    fc.assert(
      fc.property(multiplying, fc.integer({ min: 1, max: 100_000 }), (action, shares) => {
        const ratio = shareRatioOf(action)!;
        const { quantity, fraction } = carryShares(shares, ratio, { close: 1_000_00, cost: 1 });
        expect(fraction).toBeGreaterThanOrEqual(0);
        expect(fraction).toBeLessThan(1);
        expect((quantity + fraction) * ratio.before).toBeCloseTo(shares * ratio.after, 4);
      }),
    );
  });

  it('earn over a split what they earn at adjusted prices, apart from the part that is paid out', () => {
    const price = fc.integer({ min: 1_00, max: 100_000_00 });
    fc.assert(
      fc.property(
        multiplying,
        fc.integer({ min: 1, max: 10_000 }),
        price,
        price,
        price,
        (action, shares, cost, close, sold) => {
          const ratio = shareRatioOf(action)!;
          const total = shares * cost;
          const { quantity, payout } = carryShares(shares, ratio, { close, cost: total });
          // In shares of after the action, for the same money.
          const unsplit = (shares * ratio.after * sold) / ratio.before - total;
          const part = ((shares * ratio.after) / ratio.before - quantity) * sold;
          expect(quantity * sold + payout - total).toBeCloseTo(unsplit - part + payout, 2);
          // Nobody is richer by it: at the close before, all is worth what it was, to the paisa of the payout.
          const worth = (quantity * close * ratio.before) / ratio.after + payout;
          expect(Math.abs(worth - shares * close)).toBeLessThanOrEqual(0.5 + 1e-3);
        },
      ),
    );
  });
});

describe('prices', () => {
  it('fall by the ratio, by what a right is worth, and by nothing else', () => {
    expect(priceAfter(1_000_00, priceFactorOf(SPLIT, null)!)).toBe(200_00);
    expect(priceAfter(1_000_00, priceFactorOf(RIGHTS, 1_000_00)!)).toBe(900_00);
    expect(priceFactorOf(RIGHTS, null)).toBeNull();
    expect(priceFactorOf(RIGHTS, 400_00)).toBeNull();
    expect(priceFactorOf({ kind: 'dividend', amount: 5_00 }, 1_000_00)).toBeNull();
    expect(priceFactorOf({ kind: 'demerger' }, 1_000_00)).toBeNull();
  });

  it('of rights are made good by the worth of the rights', () => {
    expect(worthOfRights(8, RIGHTS, 1_000_00)).toBe(800_00);
    expect(worthOfRights(8, RIGHTS, 400_00)).toBe(0);
    expect(worthOfRights(8, RIGHTS, null)).toBe(0);
  });
});

const RULES: ProtectionRules = {
  stopLoss: { kind: 'percent', value: 5 },
  target: { kind: 'percent', value: 10 },
  trailing: { kind: 'percent', value: 3 },
  partialExits: [{ distance: { kind: 'percent', value: 4 }, percent: 50 }],
};
const open = (side: 'long' | 'short', entryPrice: number): Protection =>
  openProtection(RULES, { side, entryPrice, tickSize: 5, atr: NO_ATR });

describe('a protection', () => {
  it('has a fifth of each level after a split of five for one, and trails at a fifth of the distance', () => {
    expect(carryProtection(open('long', 1_000_00), priceFactorOf(SPLIT, null)!, 5)).toMatchObject({
      ...{ entryPrice: 200_00, stopLoss: 190_00, target: 220_00, trailingStop: 194_00, best: 200_00 },
      ...{ trailingDistance: 6_00, partialExits: [{ rule: 0, price: 208_00, percentOff: 50 }] },
    });
  });

  it('that moves in steps has smaller ones, from a lower stop', () => {
    const every = { kind: 'points', rupees: 10 } as const;
    const steps = openProtection(
      { ...RULES, trailing: null, trailSteps: { every, by: every } },
      { side: 'long', entryPrice: 1_000_00, tickSize: 5, atr: NO_ATR },
    );
    expect(carryProtection(steps, priceFactorOf(SPLIT, null)!, 5).trailSteps).toEqual({
      ...{ every: 2_00, by: 2_00, from: 190_00 },
    });
  });

  it('is never further away than before, and not by a tick nearer', () => {
    const side = fc.constantFrom('long' as const, 'short' as const);
    fc.assert(
      fc.property(multiplying, side, fc.integer({ min: 10_000, max: 400_000 }), (action, way, entry5) => {
        const factor = priceFactorOf(action, null)!;
        const before = open(way, 5 * entry5);
        const after = carryProtection(before, factor, 5);
        const sign = way === 'long' ? 1 : -1;
        for (const level of ['stopLoss', 'target', 'trailingStop', 'best'] as const) {
          const exact = priceAfter(before[level] ?? NaN, factor);
          const moved = sign * ((after[level] ?? NaN) - exact);
          expect((after[level] ?? NaN) % 5).toBe(0);
          // A price cannot be below a tick, and floats of prices that no share has are not exact.
          if (exact < 5 || exact > 10_000_000) continue;
          expect(moved).toBeGreaterThan(-0.05);
          expect(moved).toBeLessThan(5);
        }
      }),
    );
  });

  it('counts its partial exits from what is left of a position', () => {
    const levels = [
      { rule: 0, price: 1, percentOff: 40 },
      { rule: 1, price: 2, percentOff: 70 },
    ];
    expect(partsOfRest(levels, 40)).toEqual([{ rule: 1, price: 2, percentOff: 50 }]);
  });
});
