import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excursionsOf, type Lived } from './excursion.ts';

const MINUTE = 60_000;
const bar = (minute: number, low: number, high: number) => ({
  ...{ time: minute * MINUTE, open: low, high, low, close: high, volume: 1 },
});
const LONG: Lived = {
  ...{ side: 'long', quantity: 10, entryAt: 0, entryPrice: 100_00 },
  ...{ exitAt: 3 * MINUTE, exitPrice: 101_00 },
};

const lives = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  entryAt: fc.integer({ min: 0, max: 5 * MINUTE }),
  entryPrice: fc.integer({ min: 1, max: 1_000_00 }),
  exitAt: fc.integer({ min: 6 * MINUTE, max: 30 * MINUTE }),
  exitPrice: fc.integer({ min: 1, max: 1_000_00 }),
});
const manyBars = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1_000_00 }), fc.integer({ min: 0, max: 100_00 })), {
    minLength: 30,
    maxLength: 30,
  })
  .map((prices) => prices.map(([low, range], minute) => bar(minute, low, low + range)));

describe('the excursions of a trade', () => {
  it('are those of the candles within it, of either side', () => {
    const bars = [bar(-1, 1_00, 900_00), bar(0, 99_00, 102_00), bar(1, 98_00, 103_00), bar(3, 1_00, 900_00)];
    expect(excursionsOf(LONG, bars, MINUTE)).toEqual({
      adverse: { amount: -2_000, percent: -2 },
      favourable: { amount: 3_000, percent: 3 },
    });
    expect(excursionsOf({ ...LONG, side: 'short' }, bars, MINUTE)).toEqual({
      adverse: { amount: -3_000, percent: -3 },
      favourable: { amount: 2_000, percent: 2 },
    });
  });

  it('are not known where candles are missing, and those of the exit where there was no time for one', () => {
    expect(excursionsOf(LONG, [], MINUTE)).toBeNull();
    expect(excursionsOf({ ...LONG, exitAt: MINUTE }, [], MINUTE)).toEqual({
      adverse: { amount: 0, percent: 0 },
      favourable: { amount: 1_000, percent: 1 },
    });
  });

  it('enclose the result, and never shrink with more candles', () => {
    fc.assert(
      fc.property(lives, manyBars, fc.integer({ min: 15, max: 30 }), (trade, bars, cut) => {
        const all = excursionsOf(trade, bars, MINUTE);
        if (!all) throw new Error('Every minute is there.');
        const gain = (trade.side === 'long' ? 1 : -1) * (trade.exitPrice - trade.entryPrice) * trade.quantity;
        expect(all.adverse.amount).toBeLessThanOrEqual(Math.min(0, gain));
        expect(all.favourable.amount).toBeGreaterThanOrEqual(Math.max(0, gain));
        const fewer = excursionsOf(trade, bars.slice(0, cut), MINUTE);
        if (!fewer) return;
        expect(fewer.adverse.amount).toBeGreaterThanOrEqual(all.adverse.amount);
        expect(fewer.favourable.amount).toBeLessThanOrEqual(all.favourable.amount);
      }),
    );
  });

  it('of a short are those of a long turned round', () => {
    fc.assert(
      fc.property(lives, manyBars, (trade, bars) => {
        const [long, short] = (['long', 'short'] as const).map((side) =>
          excursionsOf({ ...trade, side }, bars, MINUTE),
        );
        expect(long?.adverse.amount).toBe(-(short?.favourable.amount ?? 0) || 0);
      }),
    );
  });
});
