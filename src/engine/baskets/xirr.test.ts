import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { presentValue, xirr } from './xirr.ts';

const flow = (day: string, amount: number) => ({ at: istDayStart(day), amount });

describe('the money-weighted return', () => {
  it("is the documented one of Microsoft's XIRR example", () => {
    const flows = [
      flow('2008-01-01', -10_000),
      flow('2008-03-01', 2_750),
      flow('2008-10-30', 4_250),
      flow('2009-02-15', 3_250),
      flow('2009-04-01', 2_750),
    ];
    expect(xirr(flows)).toBeCloseTo(0.373362535, 8);
  });

  it('is the plain yearly return of one deposit over a year', () => {
    expect(xirr([flow('2025-01-01', -1_00_000), flow('2026-01-01', 1_12_000)])).toBeCloseTo(0.12, 12);
    expect(xirr([flow('2025-01-01', -1_00_000), flow('2026-01-01', 50_000)])).toBeCloseTo(-0.5, 12);
  });

  it('is not said where there is none', () => {
    expect(xirr([])).toBeNull();
    expect(xirr([flow('2025-01-01', -100), flow('2025-01-01', 101)])).toBeNull();
    expect(xirr([flow('2025-01-01', -100), flow('2026-01-01', -5)])).toBeNull();
    expect(xirr([flow('2025-01-01', 100), flow('2026-01-01', 5)])).toBeNull();
  });

  it('makes the flows worth nothing', () => {
    const deposits = fc.array(
      fc.record({
        day: fc.integer({ min: 0, max: 1_500 }),
        amount: fc.integer({ min: 500_00, max: 10_00_000_00 }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    const ending = fc.record({
      after: fc.integer({ min: 30, max: 1_500 }),
      factor: fc.double({ min: 0.3, max: 4, noNaN: true }),
    });
    fc.assert(
      fc.property(deposits, ending, (paid, { after, factor }) => {
        const total = paid.reduce((sum, { amount }) => sum + amount, 0);
        const last = Math.max(...paid.map(({ day }) => day));
        const flows = [
          ...paid.map(({ day, amount }) => ({ at: day * DAY_MS, amount: -amount })),
          { at: (last + after) * DAY_MS, amount: Math.round(total * factor) },
        ];
        const rate = xirr(flows);
        expect(rate).not.toBeNull();
        // Beside what the flows come to one by one: at a rate near total loss they are discounted to giants.
        const scale = presentValue(
          flows.map(({ at, amount }) => ({ at, amount: Math.abs(amount) })),
          rate!,
        );
        expect(Math.abs(presentValue(flows, rate!))).toBeLessThan(scale * 1e-6);
      }),
    );
  });
});
