import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { SEGMENTS } from '../instrument.ts';
import {
  CHARGE_ITEMS,
  Tariff,
  UNITS_PER_PAISA,
  addCharges,
  chargePaise,
  chargesOnOrder,
  dpCharge,
  totalCharges,
  type ChargedOrder,
} from './charges.ts';
import { ANGEL_ONE, ZERO_BROKERAGE, type ChargePlan } from './plan.ts';

const roundTrip = (
  segment: ChargedOrder['segment'],
  quantity: number,
  buyRupees: number,
  sellRupees: number,
  day: string,
  plan: ChargePlan,
) => {
  const time = istDayStart(day);
  const leg = (side: 'buy' | 'sell', rupees: number) =>
    chargesOnOrder({ segment, side, turnoverPaise: quantity * rupees * 100, time }, plan);
  const charges = addCharges(leg('buy', buyRupees), leg('sell', sellRupees));
  const paise = chargePaise(totalCharges(charges));
  return { charges, paise, net: quantity * (sellRupees - buyRupees) * 100 - paise };
};

describe('worked examples, to the paisa', () => {
  it('V1: delivery, 100 shares 1000 → 1100', () => {
    const { paise, net } = roundTrip('delivery', 100, 1000, 1100, '2025-06-02', ANGEL_ONE);
    expect(paise).toBe(280_02);
    expect(net).toBe(9_719_98);
  });

  it('V2: intraday, 400 shares 1000 → 1100', () => {
    const { paise, net } = roundTrip('intraday', 400, 1000, 1100, '2025-06-02', ANGEL_ONE);
    expect(paise).toBe(200_47);
    expect(net).toBe(39_799_53);
  });

  it('V4: NIFTY future, 65 at 25000 → 25100 on the first day of the new tax', () => {
    const { paise, net } = roundTrip('futures', 65, 25_000, 25_100, '2026-04-01', ANGEL_ONE);
    expect(paise).toBe(969_03);
    expect(net).toBe(5_530_97);
  });

  it('V8: delivery, 5000 shares at 1000, no brokerage, investor protection fund merged', () => {
    const plan: ChargePlan = { ...ZERO_BROKERAGE, ipft: 'merged' };
    expect(roundTrip('delivery', 5000, 1000, 1000, '2025-06-02', plan).paise).toBe(11_124_06);
  });

  it('adds 23.60 for a share sold out of demat', () => {
    expect(chargePaise(totalCharges(dpCharge(istDayStart('2025-06-02'), ANGEL_ONE)))).toBe(23_60);
  });
});

describe('GST base, against contract notes of July 2023', () => {
  const july = istDayStart('2023-07-03');

  it('a delivery buy of one share at 560 without brokerage', () => {
    const charges = chargesOnOrder(
      { segment: 'delivery', side: 'buy', turnoverPaise: 560_00, time: july },
      ZERO_BROKERAGE,
    );
    // 0.0033768 rupees = 0.33768 paise
    expect(charges.gst).toBe(Math.round(0.33768 * UNITS_PER_PAISA));
  });

  it('an option of 100 × 1.5 with 20 rupees of brokerage', () => {
    const charges = chargesOnOrder(
      { segment: 'options', side: 'buy', turnoverPaise: 150_00, time: july },
      ANGEL_ONE,
    );
    expect(charges.gst / UNITS_PER_PAISA).toBeCloseTo(361.3527, 3);
  });
});

describe('the smallest amounts', () => {
  it.each([
    [1, 0],
    [UNITS_PER_PAISA / 2 - 1, 0],
    [UNITS_PER_PAISA / 2, 1],
    [UNITS_PER_PAISA, 1],
    [1.5 * UNITS_PER_PAISA - 1, 1],
    [1.5 * UNITS_PER_PAISA, 2],
  ])('%i units are %i paise: half a paisa goes up, less does not', (units, paise) => {
    expect(chargePaise(units)).toBe(paise);
  });

  it.each([
    ['of ₹1,000 costs the least brokerage, ₹2', 1_000_00, 2_00],
    ['of ₹5,000 costs a thousandth', 5_000_00, 5_00],
    ['of ₹1,00,000 costs the most, ₹20', 1_00_000_00, 20_00],
  ])('a delivery order %s', (_name, turnoverPaise, paise) => {
    const order = {
      segment: 'delivery',
      side: 'buy',
      turnoverPaise,
      time: istDayStart('2026-11-20'),
    } as const;
    expect(chargesOnOrder(order, ANGEL_ONE).brokerage / UNITS_PER_PAISA).toBe(paise);
  });
});

describe('tables by date', () => {
  const sttAt = (day: string) =>
    roundTrip('futures', 65, 25_000, 25_100, day, ANGEL_ONE).charges.stt / UNITS_PER_PAISA / 100;

  it('changes the tax on futures on the day it changed', () => {
    const turnover = 65 * 25_100;
    expect(sttAt('2024-09-30')).toBeCloseTo(turnover * 0.000125, 6);
    expect(sttAt('2024-10-01')).toBeCloseTo(turnover * 0.0002, 6);
    expect(sttAt('2026-03-31')).toBeCloseTo(turnover * 0.0002, 6);
    expect(sttAt('2026-04-01')).toBeCloseTo(turnover * 0.0005, 6);
  });

  it('judges days before the first row by the first row', () => {
    const early = roundTrip('delivery', 10, 100, 110, '1999-01-04', ANGEL_ONE);
    const first = roundTrip('delivery', 10, 100, 110, '2023-04-03', ANGEL_ONE);
    expect(early).toEqual(first);
  });

  it('had free delivery until November 2024', () => {
    expect(roundTrip('delivery', 100, 1000, 1100, '2024-10-31', ANGEL_ONE).charges.brokerage).toBe(0);
    expect(roundTrip('delivery', 100, 1000, 1100, '2024-11-01', ANGEL_ONE).charges.brokerage).toBe(
      40_00 * UNITS_PER_PAISA,
    );
  });
});

describe('properties', () => {
  const order = fc.record<ChargedOrder>({
    segment: fc.constantFrom(...SEGMENTS),
    side: fc.constantFrom('buy', 'sell'),
    turnoverPaise: fc.integer({ min: 0, max: 100_000_000_000 }),
    time: fc.integer({ min: istDayStart('2015-01-01'), max: istDayStart('2030-01-01') }),
  });
  const plan = fc.constantFrom(ANGEL_ONE, ZERO_BROKERAGE, { ...ANGEL_ONE, ipft: 'merged' as const });

  it('every item is a whole, non-negative number of units and the items make the total', () => {
    fc.assert(
      fc.property(order, plan, (o, p) => {
        const charges = chargesOnOrder(o, p);
        const items = CHARGE_ITEMS.map((item) => charges[item]);
        for (const item of items) expect(Number.isSafeInteger(item) && item >= 0).toBe(true);
        expect(items.reduce((sum, item) => sum + item, 0)).toBe(totalCharges(charges));
      }),
    );
  });

  it('never falls when the turnover grows', () => {
    fc.assert(
      fc.property(order, plan, fc.integer({ min: 1, max: 10_000_000 }), (o, p, more) => {
        const grown = { ...o, turnoverPaise: o.turnoverPaise + more };
        expect(totalCharges(chargesOnOrder(grown, p))).toBeGreaterThanOrEqual(
          totalCharges(chargesOnOrder(o, p)),
        );
      }),
    );
  });

  it('takes brokerage once for an order that fills in parts', () => {
    const time = istDayStart('2025-06-02');
    const at = (turnoverPaise: number) =>
      chargesOnOrder({ segment: 'intraday', side: 'buy', turnoverPaise, time }, ANGEL_ONE).brokerage;
    expect(at(50_000_000)).toBe(at(25_000_000));
    expect(at(50_000_000)).toBe(20_00 * UNITS_PER_PAISA);
  });
});

describe('many orders by one plan', () => {
  it('cost what each costs by itself, whatever the order of their days', () => {
    const order = fc.record({
      segment: fc.constantFrom(...SEGMENTS),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      turnoverPaise: fc.nat({ max: 1_000_000_000_00 }),
      time: fc.integer({ min: istDayStart('2019-01-01'), max: istDayStart('2027-01-01') }),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
        const tariff = new Tariff(ANGEL_ONE);
        for (const one of orders) expect(tariff.chargesOn(one)).toEqual(chargesOnOrder(one, ANGEL_ONE));
      }),
    );
  });

  it('change their rates at midnight of the day that changes them', () => {
    const tariff = new Tariff(ANGEL_ONE);
    const at = (time: number) =>
      tariff.chargesOn({ segment: 'futures', side: 'sell', turnoverPaise: 100_000_00, time }).stt / 10_000;
    const day = istDayStart('2026-04-01');
    expect([at(day - 1), at(day), at(day - 1)]).toEqual([20_00, 50_00, 20_00]);
  });
});
