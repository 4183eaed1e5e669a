import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../shared/time.ts';
import { datedTable, isBefore, valueOn } from './dated.ts';
import { lotSizeOn, roundToTick, segmentOf, tickSizeOn } from './instrument.ts';

const on = istDayStart;

describe('lots', () => {
  const nifty = { symbol: 'NIFTY', kind: 'index-proxy' } as const;
  const bank = { symbol: 'BANKNIFTY', kind: 'index-proxy' } as const;

  it('hold from their dates', () => {
    expect(lotSizeOn(nifty, on('2022-10-03'))).toBe(50);
    expect(lotSizeOn(nifty, on('2025-12-30'))).toBe(75);
    expect(lotSizeOn(nifty, on('2025-12-31'))).toBe(65);
    expect(lotSizeOn(bank, on('2022-10-03'))).toBe(25);
    expect(lotSizeOn(bank, on('2025-08-01'))).toBe(35);
    expect(lotSizeOn(bank, on('2026-04-01'))).toBe(30);
  });

  it('are the first known one before the table begins, and one for a share', () => {
    expect(lotSizeOn(nifty, 0)).toBe(50);
    expect(lotSizeOn({ symbol: 'RELIANCE', kind: 'equity' }, on('2026-04-01'))).toBe(1);
  });
});

describe('ticks', () => {
  const tick = (rupees: number, day: string) => tickSizeOn('equity', Math.round(rupees * 100), on(day));

  it('depend on the day and the price band', () => {
    expect([100, 300, 3000].map((price) => tick(price, '2024-06-07'))).toEqual([5, 5, 5]);
    expect([249.99, 250, 3000].map((price) => tick(price, '2024-06-10'))).toEqual([1, 5, 5]);
    const prices = [249.99, 250, 1000, 1000.1, 5000, 5000.5, 10_000, 10_001, 20_000, 20_005];
    expect(prices.map((price) => tick(price, '2025-04-15'))).toEqual([
      1, 5, 5, 10, 10, 50, 50, 100, 100, 500,
    ]);
  });

  it('of index futures have bands of their own', () => {
    const future = (rupees: number) => tickSizeOn('index-proxy', rupees * 100, on('2025-06-02'));
    expect([15_000, 15_001, 30_000, 30_001].map(future)).toEqual([5, 10, 10, 20]);
    expect(tickSizeOn('index-proxy', 17_000_00, on('2022-10-03'))).toBe(5);
  });

  it('round where they are asked to, and leave a price on a tick alone', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 5_000_000, noNaN: true }),
        fc.constantFrom(1, 5, 10, 50, 100, 500),
        (price, size) => {
          const up = roundToTick(price, size, 'up');
          const down = roundToTick(price, size, 'down');
          expect(up % size).toBe(0);
          expect(up - price).toBeGreaterThan(-1e-2);
          expect(up - down).toBeLessThanOrEqual(size);
          expect(roundToTick(up, size, 'up')).toBe(up);
          expect(roundToTick(up, size, 'down')).toBe(up);
        },
      ),
    );
  });
});

describe('segments', () => {
  it('an index proxy is charged like its future whatever the product', () => {
    expect(segmentOf('index-proxy', 'intraday')).toBe('futures');
    expect(segmentOf('equity', 'delivery')).toBe('delivery');
  });
});

describe('dated tables', () => {
  const table = datedTable(['2024-01-01', 'old'], ['2025-01-01', 'new']);

  it('change at midnight in India', () => {
    expect(valueOn(table, on('2025-01-01') - 1)).toBe('old');
    expect(valueOn(table, on('2025-01-01'))).toBe('new');
    expect(valueOn(table, on('1999-01-01'))).toBe('old');
    expect(isBefore(table, on('1999-01-01'))).toBe(true);
  });

  it('refuse days that do not exist or are out of order', () => {
    expect(() => datedTable(['2024-02-30', 1])).toThrow("'2024-02-30' in a dated table is not a day.");
    expect(() => datedTable(['2024-02-02', 1], ['2024-02-01', 2])).toThrow('out of order');
  });
});
