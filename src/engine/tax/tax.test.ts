import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDate, istDayStart } from '../../shared/time.ts';
import { NO_CHARGES, addCharges, type Charges } from '../charges/charges.ts';
import { matchLots } from './match-lots.ts';
import { financialYearOf, taxClassOf } from './tax-class.ts';
import { legsOf, type ShareChange, type TaxLeg } from './tax-leg.ts';
import { financialYearsOf, taxReport as reportOfLots, taxRows } from './tax-report.ts';

const at = (day: string, minute = 600) => istDayStart(day) + minute * 60_000;

const leg = (
  side: 'buy' | 'sell',
  day: string,
  quantity: number,
  rupees: number,
  more: Partial<TaxLeg> = {},
): TaxLeg => ({
  symbol: 'ITC',
  segment: 'delivery',
  side,
  time: at(day, side === 'buy' ? 600 : 700),
  quantity,
  value: quantity * rupees * 100,
  charges: NO_CHARGES,
  ...more,
});

const taxReport = (legs: readonly TaxLeg[], financialYear: string) =>
  reportOfLots(matchLots(legs), financialYear);

const netOf = (report: ReturnType<typeof taxReport>) =>
  Object.fromEntries(report.buckets.map(({ taxClass, net }) => [taxClass, net]));

const change = (
  day: string,
  kind: ShareChange['kind'],
  before: number,
  after: number,
  isPartDropped = false,
): ShareChange => ({ time: istDayStart(day), kind, ratio: { before, after }, isPartDropped });
const figures = ({ disposals }: ReturnType<typeof matchLots>) =>
  disposals.map(({ quantity, boughtAt, cost, proceeds }) => [
    ...[quantity, istDate(boughtAt), cost, proceeds],
  ]);

describe('over a split or bonus', () => {
  const SPLIT = [change('2025-06-02', 'split', 1, 5)];
  const BONUS = [change('2025-06-02', 'bonus', 1, 2)];

  it('a split keeps the day and the cost of what was bought', () => {
    const legs = [
      leg('buy', '2025-04-01', 10, 1_000, { changes: SPLIT }),
      leg('sell', '2025-07-01', 30, 220),
    ];
    expect(figures(matchLots(legs))).toEqual([[30, '2025-04-01', 6_000_00, 6_600_00]]);
  });

  it('bonus shares cost nothing, are held from their day, and are sold after what was bought before', () => {
    const legs = [
      leg('buy', '2024-04-01', 10, 1_000, { changes: BONUS }),
      leg('buy', '2025-06-03', 10, 500),
      leg('sell', '2025-07-01', 25, 600),
    ];
    const lots = matchLots(legs);
    expect(figures(lots)).toEqual([
      [10, '2024-04-01', 10_000_00, 6_000_00],
      [10, '2025-06-02', 0, 6_000_00],
      [5, '2025-06-03', 2_500_00, 3_000_00],
    ]);
    const report = reportOfLots(lots, '2025-26');
    expect(netOf(report)).toMatchObject({ 'long-term': -4_000_00, 'short-term': 6_500_00 });
  });

  it('what was sold before it is of the shares of before', () => {
    const legs = [
      leg('buy', '2025-04-01', 10, 1_000, { changes: SPLIT }),
      leg('sell', '2025-05-02', 4, 1_100),
      leg('sell', '2025-07-01', 30, 220),
    ];
    expect(figures(matchLots(legs))).toEqual([
      [4, '2025-04-01', 4_000_00, 4_400_00],
      [30, '2025-04-01', 6_000_00, 6_600_00],
    ]);
  });

  const paidOut = (quantity: number, rupees: number) =>
    leg('sell', '2025-06-02', quantity, rupees, { time: istDayStart('2025-06-02'), isPaidOut: true });

  it('a part that was paid out is a sale of that day', () => {
    const changes = [change('2025-06-02', 'split', 2, 3)];
    const legs = [
      leg('buy', '2025-04-01', 5, 900, { changes }),
      paidOut(0.5, 600),
      leg('sell', '2025-07-01', 7, 700),
    ];
    expect(figures(matchLots(legs))).toEqual([
      [0.5, '2025-04-01', 300_00, 300_00],
      [7, '2025-04-01', 4_200_00, 4_900_00],
    ]);
    expect(figures(matchLots(legs.slice(0, 2)))).toEqual([[0.5, '2025-04-01', 300_00, 300_00]]);
  });

  it('a part that was paid out is of the oldest lot, and of none that was bought that day', () => {
    const changes = [change('2025-06-02', 'split', 2, 3)];
    const legs = [
      leg('buy', '2025-04-01', 9, 900, { changes }),
      leg('buy', '2025-04-02', 9, 1_200, { changes }),
      // Another position's sale has taken the older lot.
      leg('sell', '2025-05-02', 9, 1_000),
      leg('buy', '2025-06-02', 1, 700),
      paidOut(0.5, 600),
      leg('sell', '2025-07-01', 14, 700),
    ];
    const { disposals, unmatched } = matchLots(legs);
    expect(unmatched).toEqual([]);
    expect(figures({ disposals, unmatched })).toEqual([
      [9, '2025-04-01', 8_100_00, 9_000_00],
      [0.5, '2025-04-02', 400_00, 300_00],
      [13, '2025-04-02', 10_400_00, 9_100_00],
      [1, '2025-06-02', 700_00, 700_00],
    ]);
  });

  it('halves of several lots of an account are whole shares; one that is left is nobody’s', () => {
    const half = [change('2025-06-02', 'bonus', 2, 3, true)];
    const legs = [
      leg('buy', '2025-04-01', 5, 900, { changes: half }),
      leg('buy', '2025-04-02', 5, 900, { changes: half }),
      leg('buy', '2025-04-03', 5, 900, { changes: half }),
      leg('sell', '2025-07-01', 23, 700),
    ];
    const { disposals, unmatched } = matchLots(legs);
    expect(disposals.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(22);
    expect(unmatched).toMatchObject([{ quantity: 1 }]);
  });

  it('two changes of one day are both taken, and one after a bonus is of the bonus shares too', () => {
    const changes = [...BONUS, ...SPLIT, change('2025-06-10', 'split', 1, 2)];
    const legs = [leg('buy', '2025-04-01', 1, 1_000, { changes }), leg('sell', '2025-07-01', 20, 60)];
    expect(figures(matchLots(legs))).toEqual([
      [10, '2025-04-01', 1_000_00, 600_00],
      [10, '2025-06-02', 0, 600_00],
    ]);
  });

  it('costs what was paid, to the paisa, whatever is sold when', () => {
    const ratio = fc.constantFrom<[ShareChange['kind'], number, number]>(
      ['split', 1, 5],
      ['split', 2, 3],
      ['split', 10, 1],
      ['bonus', 1, 2],
      ['bonus', 3, 4],
    );
    const buy = fc.record({
      quantity: fc.integer({ min: 1, max: 90 }),
      value: fc.integer({ min: 1, max: 9_999_99 }),
    });
    fc.assert(
      fc.property(
        fc.array(buy, { minLength: 1, maxLength: 5 }),
        ratio,
        fc.nat(50),
        (buys, [kind, before, after], early) => {
          const held = buys.reduce((sum, { quantity }) => sum + quantity, 0);
          const sold = Math.min(early, held - 1);
          const rest = held - sold;
          const changes = [change('2025-06-02', kind, before, after, true)];
          const legs = [
            ...buys.map(({ quantity, value }) => leg('buy', '2025-04-01', quantity, 0, { value, changes })),
            ...(sold > 0 ? [leg('sell', '2025-05-02', sold, 100)] : []),
          ];
          const there = Math.floor((rest * after) / before + 1e-9);
          const last = there > 0 ? [leg('sell', '2025-07-01', there, 100)] : [];
          const { disposals, unmatched } = matchLots([...legs, ...last]);
          expect(unmatched).toEqual([]);
          const cost = disposals.reduce((sum, one) => sum + one.cost, 0);
          const paid = legs.reduce((sum, one) => sum + (one.side === 'buy' ? one.value : 0), 0);
          expect(cost).toBeLessThanOrEqual(paid);
          expect(disposals.every((one) => one.cost >= 0)).toBe(true);
          // Only a part of a share that is in no account takes its cost along.
          if (kind === 'bonus' || (rest * after) % before === 0) expect(cost).toBe(paid);
        },
      ),
    );
  });
});

describe('first in, first out', () => {
  it('sells the oldest lot first, and part of the next', () => {
    const { disposals } = matchLots([
      leg('buy', '2025-04-01', 10, 100),
      leg('buy', '2025-05-01', 10, 120),
      leg('sell', '2025-06-02', 15, 150),
    ]);
    expect(disposals.map(({ quantity, cost, proceeds }) => [quantity, cost, proceeds])).toEqual([
      [10, 1_000_00, 1_500_00],
      [5, 600_00, 750_00],
    ]);
  });

  it('pairs what was bought and sold on one day first, then the older lots', () => {
    const legs = [
      leg('buy', '2025-04-01', 10, 100),
      leg('buy', '2025-06-02', 4, 140),
      leg('sell', '2025-06-02', 6, 150),
    ];
    const report = taxReport(legs, '2025-26');
    expect(netOf(report)).toMatchObject({ speculative: 4 * 10_00, 'short-term': 2 * 50_00 });
  });

  it('lets derivatives and intraday be sold first', () => {
    const sellFirst = [
      leg('sell', '2025-06-02', 65, 25_000, { symbol: 'NIFTY', segment: 'futures' }),
      leg('buy', '2025-06-05', 65, 24_900, { symbol: 'NIFTY', segment: 'futures' }),
    ];
    expect(netOf(taxReport(sellFirst, '2025-26'))['futures-options']).toBe(65 * 100_00);
  });

  it('says so when a sale has no purchase, and leaves it out', () => {
    const report = taxReport([leg('sell', '2025-06-02', 3, 150)], '2025-26');
    expect(report.disposals).toEqual([]);
    expect(report.notes.join(' ')).toContain('3 ITC sold on 02-06-2025 have no known purchase');
  });

  it('lists a hundred sales without a purchase one by one, and how many more there are', () => {
    const sales = (count: number) => Array.from({ length: count }, () => leg('sell', '2025-06-02', 3, 150));
    const missing = (count: number) =>
      taxReport(sales(count), '2025-26').notes.filter((note) => note.includes('no known purchase'));
    expect(missing(100)).toHaveLength(100);
    expect(missing(101)).toHaveLength(101);
    expect(missing(101).at(-1)).toBe('1 more sale has no known purchase and is left out as well.');
    expect(missing(1_100).at(-1)).toBe('1,000 more sales have no known purchase and are left out as well.');
  });

  it('loses neither a share, nor a paisa, nor a unit of charge, whatever was executed', () => {
    const order = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      symbol: fc.constantFrom('ITC', 'SBIN'),
      segment: fc.constantFrom('delivery' as const, 'intraday' as const, 'futures' as const),
      day: fc.integer({ min: 1, max: 28 }),
      minute: fc.integer({ min: 555, max: 929 }),
      quantity: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 1, max: 500_000 }),
      stt: fc.nat({ max: 9_999_999 }),
      gst: fc.nat({ max: 9_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40, size: 'max' }), (orders) => {
        const legs = orders.map(({ day, minute, price, stt, gst, ...rest }) => ({
          ...rest,
          time: at(`2025-06-${String(day).padStart(2, '0')}`, minute),
          value: rest.quantity * price,
          charges: { ...NO_CHARGES, stt, gst },
        }));
        const { disposals, unmatched } = matchLots(legs);
        for (const segment of ['delivery', 'intraday', 'futures'] as const)
          for (const symbol of ['ITC', 'SBIN']) {
            const mine = (one: { symbol: string; segment: string }) =>
              one.symbol === symbol && one.segment === segment;
            const total = (side: 'buy' | 'sell') =>
              legs.filter((one) => mine(one) && one.side === side).reduce((sum, l) => sum + l.quantity, 0);
            const matched = disposals.filter(mine).reduce((sum, d) => sum + d.quantity, 0);
            const lost = unmatched
              .filter((one) => segment === 'delivery' && one.symbol === symbol)
              .reduce((sum, u) => sum + u.quantity, 0);
            if (segment === 'delivery') expect(matched + lost).toBe(total('sell'));
            else expect(matched).toBe(Math.min(total('buy'), total('sell')));
          }
        for (const { quantity, boughtAt, soldAt, segment } of disposals) {
          expect(quantity).toBeGreaterThan(0);
          if (segment === 'delivery' && taxClassOf({ segment, boughtAt, soldAt }) !== 'speculative')
            expect(soldAt).toBeGreaterThan(boughtAt);
        }
      }),
    );
  });

  it('splits an order exactly when it is sold in pieces', () => {
    const charges: Charges = { ...NO_CHARGES, stt: 1_000_001, brokerage: 7, gst: 3 };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }), (pieces) => {
        const quantity = pieces.reduce((a, b) => a + b, 0);
        const { disposals } = matchLots([
          leg('buy', '2025-04-01', quantity, 1, { charges, value: 999_983 }),
          ...pieces.map((piece, index) =>
            leg('sell', '2025-05-05', piece, 2, { time: at('2025-05-05', 600 + index) }),
          ),
        ]);
        expect(disposals.reduce((sum, { cost }) => sum + cost, 0)).toBe(999_983);
        expect(disposals.map((one) => one.charges).reduce(addCharges, NO_CHARGES)).toEqual(charges);
      }),
    );
  });
});

describe('classes and years', () => {
  it('a share is long term only when it was held for more than twelve months', () => {
    const held = (boughtOn: string, soldOn: string) =>
      taxClassOf({ segment: 'delivery', boughtAt: at(boughtOn), soldAt: at(soldOn) });
    expect(held('2024-06-03', '2025-06-03')).toBe('short-term');
    expect(held('2024-06-03', '2025-06-04')).toBe('long-term');
    expect(held('2024-02-29', '2025-03-01')).toBe('long-term');
    expect(held('2025-06-03', '2025-06-03')).toBe('speculative');
  });

  it('the financial year turns at midnight in India on the first of April', () => {
    expect(financialYearOf(istDayStart('2026-04-01') - 1)).toBe('2025-26');
    expect(financialYearOf(istDayStart('2026-04-01'))).toBe('2026-27');
    expect(financialYearOf(at('2099-12-31'))).toBe('2099-00');
  });

  it('a purchase of an earlier year prices a sale of this one, which counts in this year only', () => {
    const legs = [leg('buy', '2024-01-15', 10, 100), leg('sell', '2025-05-02', 10, 300)];
    expect(financialYearsOf(matchLots(legs))).toEqual(['2025-26']);
    expect(netOf(taxReport(legs, '2025-26'))['long-term']).toBe(2_000_00);
    expect(taxReport(legs, '2023-24').disposals).toEqual([]);
  });
});

describe('what may be deducted', () => {
  const charges: Charges = { ...NO_CHARGES, stt: 100_0000, brokerage: 20_0000 };

  it('STT from business income, not from a capital gain', () => {
    const delivery = taxReport(
      [leg('buy', '2025-04-01', 1, 100), leg('sell', '2025-05-02', 1, 200, { charges })],
      '2025-26',
    );
    expect(delivery.disposals[0]).toMatchObject({ deductible: 20, stt: 100, gain: 100_00 - 20 });
    const intraday = taxReport(
      [
        leg('buy', '2025-05-02', 1, 100, { segment: 'intraday' }),
        leg('sell', '2025-05-02', 1, 200, { segment: 'intraday', charges }),
      ],
      '2025-26',
    );
    expect(intraday.disposals[0]).toMatchObject({ taxClass: 'speculative', gain: 100_00 - 120 });
  });
});

describe('tax on capital gains', () => {
  const sale = (soldOn: string, boughtOn: string, gainRupees: number) => {
    const cost = 10_00_000;
    return [
      leg('buy', boughtOn, 1, cost, { symbol: `S${soldOn}${gainRupees}`.replaceAll('-', 'M') }),
      leg('sell', soldOn, 1, cost + gainRupees, { symbol: `S${soldOn}${gainRupees}`.replaceAll('-', 'M') }),
    ];
  };

  it('is 20 % of short-term and 12.5 % of long-term gains above ₹1.25 lakh in 2025-26', () => {
    const { capitalGains } = taxReport(
      [...sale('2025-06-02', '2025-05-02', 1_00_000), ...sale('2025-06-02', '2023-05-02', 2_25_000)],
      '2025-26',
    );
    expect(capitalGains).toEqual({
      shortTerm: 1_00_000_00,
      longTerm: 2_25_000_00,
      exemption: 1_25_000_00,
      tax: 20_000_00 + 12_500_00,
    });
  });

  it('sets a short-term loss off against a long-term gain, but not the other way round', () => {
    const down = taxReport(
      [...sale('2025-06-02', '2025-05-02', -50_000), ...sale('2025-06-02', '2023-05-02', 2_25_000)],
      '2025-26',
    );
    expect(down.capitalGains).toMatchObject({ shortTerm: 0, longTerm: 1_75_000_00, tax: 6_250_00 });
    const up = taxReport(
      [...sale('2025-06-02', '2025-05-02', 50_000), ...sale('2025-06-02', '2023-05-02', -2_00_000)],
      '2025-26',
    );
    expect(up.capitalGains).toMatchObject({ shortTerm: 50_000_00, longTerm: -2_00_000_00, tax: 10_000_00 });
    expect(up.notes.join(' ')).toContain('carried forward for 8 years');
  });

  it.each([
    ['2023-24', '2023-09-01', '2022-01-03', 1_00_000_00],
    ['2024-25', '2024-09-02', '2022-01-03', 1_25_000_00],
  ])('leaves in %s what the law of the end of that year leaves free', (year, sold, bought, exemption) => {
    const { capitalGains } = taxReport(sale(sold, bought, 3_00_000), year);
    expect(capitalGains).toMatchObject({ longTerm: 3_00_000_00, exemption });
  });

  it('works no tax out for the year in which the rates changed', () => {
    const { capitalGains, notes } = taxReport(sale('2024-09-02', '2024-05-02', 10_000), '2024-25');
    expect(capitalGains.tax).toBeNull();
    expect(notes.join(' ')).toContain('changed within this year');
  });
});

describe('a trade as two legs', () => {
  it('keeps every unit of its charges', () => {
    const charges: Charges = {
      brokerage: 40_0001,
      stt: 21_0000,
      exchange: 6_237,
      ipft: 210,
      sebi: 211,
      stamp: 15_000,
      gst: 77_777,
      dp: 200_0000,
    };
    const [buy, sell] = legsOf({
      symbol: 'ITC',
      segment: 'delivery',
      side: 'long',
      quantity: 10,
      entryTime: at('2025-04-01'),
      entryPrice: 100_00,
      exitTime: at('2025-05-02'),
      gross: 100_00,
      charges,
    });
    expect(addCharges(buy.charges, sell.charges)).toEqual(charges);
    expect([buy.side, buy.charges.stamp, buy.charges.dp]).toEqual(['buy', 15_000, 0]);
    expect([sell.side, sell.charges.stamp, sell.charges.dp]).toEqual(['sell', 0, 200_0000]);
    expect(buy.charges.stt).toBe(10_0000);
  });

  it('puts the STT of an intraday trade on the leg that sells, though it came first', () => {
    const [first, second] = legsOf({
      symbol: 'ITC',
      segment: 'intraday',
      side: 'short',
      quantity: 10,
      entryTime: at('2025-04-01', 600),
      entryPrice: 110_00,
      exitTime: at('2025-04-01', 700),
      gross: 100_00,
      charges: { ...NO_CHARGES, stt: 5_000 },
    });
    expect([first.side, first.charges.stt]).toEqual(['sell', 5_000]);
    expect([second.side, second.charges.stt]).toEqual(['buy', 0]);
  });
});

describe('the table for a spreadsheet', () => {
  it('has a line for each disposal and each class, in rupees', () => {
    const report = taxReport(
      [leg('buy', '2025-04-01', 10, 100), leg('sell', '2025-06-02', 10, 150.5)],
      '2025-26',
    );
    const rows = taxRows(report);
    expect(rows[1]).toEqual([
      '2025-26',
      'Short-term capital gain',
      'ITC',
      'delivery',
      '10',
      '01-04-2025',
      '02-06-2025',
      '1000.00',
      '1505.00',
      '0.00',
      '0.00',
      '505.00',
    ]);
    expect(rows.slice(2, 6).map((row) => row[1])).toEqual([
      'Total: Short-term capital gain',
      'Total: Long-term capital gain',
      'Total: Speculative business (intraday)',
      'Total: Futures and options (non-speculative business)',
    ]);
    expect(rows.every((row) => row.length === 12 || row.length === 1)).toBe(true);
  });
});
