import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contract, contractOf, symbolOf } from './contract.ts';
import { freezeQuantityOn, lotOfExpiry, slicesOf, strikeStep } from './contract-size.ts';
import { expiryMoment, lastDayOf, mayMove, yearsTo } from './expiry.ts';
import { protectionRange } from './price-range.ts';

const day = fc
  .date({ min: new Date('2019-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const on = {
  exchange: fc.constantFrom('NSE', 'BSE'),
  underlying: fc.constantFrom('NIFTY', 'M&M', 'BAJAJ-AUTO', 'SENSEX'),
  expiry: day,
} as const;
const contracts: fc.Arbitrary<Contract> = fc.oneof(
  fc.record({ ...on, kind: fc.constant('future' as const) }),
  fc.record({
    ...on,
    kind: fc.constant('option' as const),
    strike: fc.integer({ min: 1, max: 20_000_000 }),
    right: fc.constantFrom('call' as const, 'put' as const),
  }),
);

describe('a contract', () => {
  it('is its symbol, and the symbol is the contract', () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        expect(contractOf(symbolOf(contract))).toEqual(contract);
      }),
    );
  });

  it('has a symbol that people can read', () => {
    const nifty = { exchange: 'NSE', underlying: 'NIFTY', expiry: '2026-12-29' } as const;
    expect(symbolOf({ ...nifty, kind: 'future' })).toBe('NIFTY 2026-12-29 FUT');
    expect(symbolOf({ ...nifty, kind: 'option', strike: 2_450_000, right: 'call' })).toBe(
      'NIFTY 2026-12-29 24500 CE',
    );
    expect(symbolOf({ ...nifty, kind: 'option', strike: 40_250, right: 'put' })).toBe(
      'NIFTY 2026-12-29 402.5 PE',
    );
    expect(symbolOf({ ...nifty, exchange: 'BSE', kind: 'future' })).toBe('BSE:NIFTY 2026-12-29 FUT');
  });

  it.each([
    'NIFTY',
    'M&M',
    '',
    'NIFTY 2026-12-29',
    'NIFTY 2026-13-29 FUT',
    'NIFTY 2026-02-30 FUT',
    'NIFTY 2026-12-29 24500',
    'NIFTY 2026-12-29 24500.00 CE',
    'NIFTY 2026-12-29 024500 CE',
    'NIFTY 2026-12-29 0 CE',
    'NIFTY 2026-12-29 -5 CE',
    'NIFTY 2026-12-29 24500 XX',
    'nifty 2026-12-29 FUT',
    'NSE:NIFTY 2026-12-29 FUT',
    'NIFTY 2026-12-29 FUT ',
  ])('is not “%s”', (symbol) => expect(contractOf(symbol)).toBeNull());
});

describe('expiry', () => {
  // Weekday rule and holidays of 2026; both dates are in the lists of the exchanges.
  it.each([
    ['2026-03-03', '2026-03-02'],
    ['2026-03-31', '2026-03-30'],
    ['2026-04-14', '2026-04-13'],
    ['2026-10-20', '2026-10-19'],
    ['2026-11-10', '2026-11-09'],
    ['2026-11-24', '2026-11-23'],
    ['2026-01-15', '2026-01-14'],
    ['2026-03-26', '2026-03-25'],
    ['2026-05-28', '2026-05-27'],
    ['2026-12-29', '2026-12-29'],
  ])('listed for %s ends on %s', (listed, last) => expect(lastDayOf(listed)).toBe(last));

  it('ends at 15:30, and at 15:40 from 3-Aug-2026 on', () => {
    expect(expiryMoment('2026-07-28')).toBe(Date.parse('2026-07-28T15:30:00+05:30'));
    expect(expiryMoment('2026-08-25')).toBe(Date.parse('2026-08-25T15:40:00+05:30'));
    expect(expiryMoment('2026-03-31')).toBe(Date.parse('2026-03-30T15:30:00+05:30'));
  });

  it('is so many years away, and never less than none', () => {
    const end = expiryMoment('2026-08-25');
    expect(yearsTo('2026-08-25', end - 7 * 86_400_000)).toBeCloseTo(7 / 365, 12);
    expect(yearsTo('2026-08-25', end + 1)).toBe(0);
  });

  it('may move where the holidays of its year are not known', () => {
    expect([mayMove('2026-12-29'), mayMove('2027-03-30')]).toEqual([false, true]);
  });
});

describe('sizes', () => {
  it.each([
    ['NIFTY', '2019-06-27', 75],
    ['NIFTY', '2023-06-29', 50],
    ['NIFTY', '2024-04-25', 50],
    ['NIFTY', '2024-05-02', 25],
    ['NIFTY', '2025-12-16', 75],
    ['NIFTY', '2026-01-27', 65],
    ['BANKNIFTY', '2025-12-30', 35],
    ['BANKNIFTY', '2026-07-28', 30],
    ['SENSEX', '2026-12-31', 20],
  ])('lot of %s for %s', (underlying, expiry, lot) => expect(lotOfExpiry(underlying, expiry)).toBe(lot));

  it('of a share are read, never computed', () => {
    expect(lotOfExpiry('RELIANCE', '2026-12-29')).toBeNull();
    expect(freezeQuantityOn('RELIANCE', Date.parse('2026-11-27'))).toBeNull();
  });

  it('freeze quantities follow their dates', () => {
    const onDay = (text: string) => freezeQuantityOn('BANKNIFTY', Date.parse(`${text}T10:00:00+05:30`));
    expect(['2025-06-30', '2025-07-01', '2025-09-01', '2025-11-03'].map(onDay)).toEqual([900, 600, 900, 600]);
  });

  it('an order above the freeze quantity goes in slices of whole lots', () => {
    expect(slicesOf(65, 65, 1_800)).toEqual([65]);
    expect(slicesOf(1_755, 65, 1_800)).toEqual([1_755]);
    expect(slicesOf(1_820, 65, 1_800)).toEqual([1_755, 65]);
    expect(slicesOf(3_900, 65, 1_800)).toEqual([1_755, 1_755, 390]);
    expect(slicesOf(65_000, 65, null)).toEqual([65_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 75 }), (lots, lot) => {
        const slices = slicesOf(lots * lot, lot, 1_800);
        expect(slices.reduce((sum, one) => sum + one)).toBe(lots * lot);
        expect(slices.every((one) => one > 0 && one <= 1_800 && one % lot === 0)).toBe(true);
      }),
    );
  });

  it.each([
    [66, 65, 1_800],
    [0, 65, 1_800],
    [-65, 65, 1_800],
    [65, 0, 1_800],
    [65, 65, 64],
    [Number.NaN, 65, 1_800],
  ])('%d units in lots of %d under %d are refused', (quantity, lot, freeze) =>
    expect(() => slicesOf(quantity, lot, freeze)).toThrow(RangeError),
  );

  it('the step of strikes is that near the money', () => {
    const dense = Array.from({ length: 41 }, (_, step) => 2_300_000 + step * 5_000);
    const sparse = Array.from({ length: 30 }, (_, step) => 1_000_000 + step * 50_000);
    expect(strikeStep([...sparse, ...dense].toReversed(), 2_405_000)).toBe(5_000);
    expect(strikeStep(sparse, 2_405_000)).toBe(50_000);
    expect(strikeStep([2_400_000], 2_400_000)).toBeNull();
    expect(strikeStep([], 2_400_000)).toBeNull();
  });
});

describe('limit price protection', () => {
  it.each([
    ['option', 100_00, 60_00, 140_00],
    ['option', 50_00, 30_00, 70_00],
    ['option', 5_00, 0, 25_00],
    ['index-future', 25_000_00, 24_500_00, 25_500_00],
    ['index-future', 9_000_00, 8_800_00, 9_200_00],
    ['stock-future', 1_000_00, 970_00, 1_030_00],
    ['stock-future', 40_00, 38_50, 41_50],
  ] as const)('of %s at %d paise', (kind, reference, low, high) =>
    expect(protectionRange(kind, reference)).toEqual({ low, high }),
  );
});
