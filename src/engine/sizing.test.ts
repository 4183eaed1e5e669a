import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marginFor, sizePosition, type SizingInput } from './sizing.ts';

const input = (more: Partial<SizingInput>): SizingInput => ({
  size: { kind: 'fixed', quantity: 10 },
  capital: 1_00_000_00,
  cash: 1_00_000_00,
  price: 1_000_00,
  lotSize: 1,
  marginPercent: 100,
  stopDistance: null,
  chargesOn: () => 0,
  ...more,
});

const quantityOf = (more: Partial<SizingInput>) => {
  const result = sizePosition(input(more));
  return result.ok ? result.value : result.failure.message;
};

describe('position size', () => {
  it('follows the rule', () => {
    expect(quantityOf({})).toBe(10);
    expect(quantityOf({ size: { kind: 'capital-percent', percent: 25 } })).toBe(25);
    expect(quantityOf({ size: { kind: 'risk-percent', percent: 1 }, stopDistance: 20_00 })).toBe(50);
  });

  it('risks a share of the capital, however much of it is in cash', () => {
    const risk = { size: { kind: 'risk-percent', percent: 1 } as const, stopDistance: 20_00 };
    expect(quantityOf({ ...risk, cash: 60_000_00 })).toBe(50);
    expect(quantityOf({ ...risk, cash: 30_000_00 })).toBe(30);
  });

  it('comes in whole lots and sets a margin aside', () => {
    const future = {
      price: 25_000_00,
      lotSize: 65,
      marginPercent: 15,
      cash: 10_00_000_00,
      capital: 10_00_000_00,
    };
    expect(quantityOf({ ...future, size: { kind: 'fixed', quantity: 200 } })).toBe(195);
    expect(quantityOf({ ...future, size: { kind: 'capital-percent', percent: 100 } })).toBe(260);
  });

  it('is cut to what the cash carries, charges included', () => {
    expect(quantityOf({ size: { kind: 'fixed', quantity: 500 } })).toBe(100);
    expect(quantityOf({ size: { kind: 'fixed', quantity: 500 }, chargesOn: () => 1 })).toBe(99);
  });

  it('is refused, with the sum, when it comes to more than any order may', () => {
    const rich = { capital: 9_007_199_254_740_991, cash: 9_007_199_254_740_991, price: 54_367_25 };
    for (const size of [
      { kind: 'capital-percent', percent: 100 },
      { kind: 'risk-percent', percent: 1 },
    ] as const)
      expect(quantityOf({ ...rich, size, stopDistance: 500, marginPercent: 15 })).toMatch(
        /^The position would come to ₹[\d,]+\.\d\d, and no order may come to more than ₹10,00,00,00,000\.00\./,
      );
    expect(quantityOf({ ...rich, size: { kind: 'fixed', quantity: 1_000_000 }, price: 10_000_00 })).toBe(
      1_000_000,
    );
  });

  it('says why it comes to nothing', () => {
    expect(quantityOf({ size: { kind: 'capital-percent', percent: 0.5 } })).toBe(
      'The position size (0.5% of the capital) comes to less than one share, which takes ₹1,000.00.',
    );
    expect(quantityOf({ lotSize: 65, size: { kind: 'fixed', quantity: 50 } })).toBe(
      'The position size (a quantity of 50) comes to less than one lot of 65, which takes ₹65,000.00.',
    );
    expect(quantityOf({ cash: 500_00 })).toBe(
      'Free cash of ₹500.00 does not carry one share, which takes ₹1,000.00.',
    );
    expect(quantityOf({ size: { kind: 'risk-percent', percent: 1 } })).toMatch(
      /distance to the stop-loss is not known/,
    );
  });

  it('never spends more than the cash, never part of a lot', () => {
    fc.assert(
      fc.property(
        fc.record({
          size: fc.oneof(
            fc.record({
              kind: fc.constant('fixed' as const),
              quantity: fc.integer({ min: 1, max: 100_000 }),
            }),
            fc.record({
              kind: fc.constant('capital-percent' as const),
              percent: fc.integer({ min: 1, max: 100 }),
            }),
          ),
          cash: fc.integer({ min: -1_000, max: 10_00_000_00 }),
          price: fc.integer({ min: 1, max: 50_000_00 }),
          lotSize: fc.constantFrom(1, 15, 75),
          marginPercent: fc.constantFrom(15, 20, 100),
        }),
        (more) => {
          const chargesOn = (quantity: number) => 20_00 + Math.ceil((quantity * more.price) / 800);
          const result = sizePosition(input({ ...more, chargesOn }));
          if (!result.ok) return;
          expect(result.value % more.lotSize).toBe(0);
          expect(result.value).toBeGreaterThan(0);
          const spent = marginFor(result.value, more.price, more.marginPercent) + chargesOn(result.value);
          expect(spent).toBeLessThanOrEqual(more.cash);
        },
      ),
      { numRuns: 500 },
    );
  });
});
