import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { addCharges, type Charges, chargesOnOrder, NO_CHARGES } from '../charges/charges.ts';
import { ZERO_BROKERAGE } from '../charges/plan.ts';
import { matchLots } from './match-lots.ts';
import { type BookedOrder, orderLegs } from './order-legs.ts';
import { taxReport } from './tax-report.ts';

const order = (
  side: 'buy' | 'sell',
  day: string,
  quantity: number,
  rupees: number,
  more: Partial<BookedOrder> = {},
): BookedOrder => ({
  account: 'Zerodha',
  symbol: 'ITC',
  kind: 'share',
  side,
  time: istDayStart(day) + (side === 'buy' ? 36_000_000 : 40_000_000),
  quantity,
  value: quantity * rupees * 100,
  charges: NO_CHARGES,
  ...more,
});

describe('orders of a broker’s book', () => {
  it('bought and sold on one day are intraday, the rest is delivered', () => {
    const legs = orderLegs(
      [order('buy', '2025-06-02', 10, 100), order('sell', '2025-06-02', 4, 110)],
      ZERO_BROKERAGE,
    );
    expect(legs.map(({ segment, side, quantity, value }) => [segment, side, quantity, value])).toEqual([
      ['intraday', 'buy', 4, 400_00],
      ['delivery', 'buy', 6, 600_00],
      ['intraday', 'sell', 4, 440_00],
    ]);
  });

  it('that the broker charged nothing for in its file are charged what state and exchange take, part by part', () => {
    const [day, rest] = orderLegs(
      [
        order('buy', '2025-06-02', 10, 100, { charges: null }),
        order('sell', '2025-06-02', 4, 110, { charges: null }),
      ],
      ZERO_BROKERAGE,
    );
    const common = { side: 'buy', time: day!.time } as const;
    expect(day!.charges).toEqual(
      chargesOnOrder({ ...common, segment: 'intraday', turnoverPaise: 400_00 }, ZERO_BROKERAGE),
    );
    expect(rest!.charges).toEqual(
      chargesOnOrder({ ...common, segment: 'delivery', turnoverPaise: 600_00 }, ZERO_BROKERAGE),
    );
    expect([day!.charges.stt, rest!.charges.stt > 0]).toEqual([0, true]);
  });

  it('of one demat account are never sold against the lots of another', () => {
    const legs = orderLegs(
      [
        order('buy', '2025-04-01', 10, 100),
        order('buy', '2025-05-02', 10, 200, { account: 'Angel One' }),
        order('sell', '2025-06-02', 10, 150, { account: 'Angel One' }),
      ],
      ZERO_BROKERAGE,
    );
    const { disposals } = taxReport(matchLots(legs), '2025-26');
    expect(disposals.map(({ cost, gain }) => [cost, gain])).toEqual([[2_000_00, -500_00]]);
  });

  it('of derivatives may be sold first', () => {
    const legs = orderLegs(
      [
        order('sell', '2025-06-02', 75, 100, { kind: 'option', symbol: 'NIFTY2560524500CE' }),
        order('buy', '2025-06-03', 75, 60, { kind: 'option', symbol: 'NIFTY2560524500CE' }),
      ],
      ZERO_BROKERAGE,
    );
    expect(taxReport(matchLots(legs), '2025-26').buckets.find(({ net }) => net !== 0)).toMatchObject({
      taxClass: 'futures-options',
      net: 75 * 40_00,
    });
  });

  it('lose neither a share, nor a paisa, nor a unit of charge, and only delivery is left over', () => {
    const charges = fc.record({ stt: fc.nat({ max: 9_999_999 }), gst: fc.nat({ max: 9_999_999 }) });
    const some = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      symbol: fc.constantFrom('ITC', 'SBIN'),
      day: fc.integer({ min: 1, max: 9 }),
      second: fc.integer({ min: 0, max: 22_000 }),
      quantity: fc.integer({ min: 1, max: 300 }),
      price: fc.integer({ min: 1, max: 500_000 }),
      charges,
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40, size: 'max' }), (given) => {
        const orders = given.map(({ day, second, price, charges: paid, ...rest }): BookedOrder => ({
          ...rest,
          account: 'Zerodha',
          kind: 'share',
          time: istDayStart(`2025-06-0${day}`) + second * 1000,
          value: rest.quantity * price,
          charges: { ...NO_CHARGES, ...paid },
        }));
        const legs = orderLegs(orders, ZERO_BROKERAGE);
        const total = (all: readonly { side: string; quantity: number; value: number }[], side: string) =>
          all
            .filter((one) => one.side === side)
            .reduce(([q, v], one) => [q! + one.quantity, v! + one.value], [0, 0]);
        for (const side of ['buy', 'sell']) expect(total(legs, side)).toEqual(total(orders, side));
        const paid = (all: readonly { charges: Charges | null }[]) =>
          all.map((one) => one.charges ?? NO_CHARGES).reduce(addCharges, NO_CHARGES);
        expect(paid(legs)).toEqual(paid(orders));
        // Intraday legs pair off within their day, to the last share.
        const { disposals, unmatched } = matchLots(legs);
        const intraday = legs.filter(({ segment }) => segment === 'intraday');
        const paired = disposals.filter(({ segment }) => segment === 'intraday');
        const shares = (all: readonly { quantity: number }[]) =>
          all.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(shares(paired) * 2).toBe(shares(intraday));
        for (const { boughtAt, soldAt } of paired)
          expect(Math.abs(boughtAt - soldAt)).toBeLessThan(86_400_000);
        // Money is conserved: what was sold is either disposed of or has no purchase.
        const sold = shares(legs.filter(({ side }) => side === 'sell'));
        expect(shares(disposals) + shares(unmatched)).toBe(sold);
      }),
    );
  });
});
