import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { addCharges, type Charges, dpCharge, NO_CHARGES, totalCharges } from '../charges/charges.ts';
import { chargesOfFill, isDepositoryDue } from '../charges/charges-of-fill.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import {
  Account,
  cashAfter,
  type Lot,
  lotOf,
  lotProfit,
  profitPercent,
  shareOf,
  type TradeFigures,
  tradeSince,
} from './account.ts';

const DAY = 86_400_000;
const MONDAY = istDayStart('2025-06-02') + 10 * 3_600_000;
const CAPITAL = 50_00_000_00;

const chargesOn = (side: 'buy' | 'sell', turnover: number): Charges =>
  chargesOfFill({ segment: 'delivery', side, time: MONDAY }, 0, turnover, ANGEL_ONE);

const side = fc.constantFrom('long' as const, 'short' as const);
const price = fc.integer({ min: 1_00, max: 5_000_00 });
const step = fc.oneof(
  fc.record({ do: fc.constant('enter' as const), quantity: fc.integer({ min: 1, max: 500 }), price }),
  fc.record({ do: fc.constant('exit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }), price }),
);

const enteringSide = (way: 'long' | 'short') => (way === 'long' ? 'buy' : 'sell');
const leavingSide = (way: 'long' | 'short') => (way === 'long' ? 'sell' : 'buy');
const sumOf = (lots: readonly Lot[], read: (lot: Lot) => number) =>
  lots.reduce((sum, lot) => sum + read(lot), 0);

describe('an account', () => {
  it('accounts for every paisa and share, whatever is entered and left in whatever parts', () => {
    fc.assert(
      fc.property(side, fc.constantFrom(100, 15), fc.array(step, { maxLength: 25 }), (way, margin, steps) => {
        const account = new Account(CAPITAL);
        let lots: Lot[] = [];
        let net = 0;
        let orderCharges = NO_CHARGES;
        let tradeCharges = NO_CHARGES;
        for (const one of steps) {
          const mark = one.price;
          if (one.do === 'enter') {
            const value = one.quantity * one.price;
            const charges = chargesOn(enteringSide(way), value);
            const lot: Lot = { side: way, quantity: one.quantity, ...shareOf(value, margin, charges) };
            account.enter(lot);
            lots.push(lot);
            orderCharges = addCharges(orderCharges, charges);
          } else {
            const quantity = Math.floor(one.share * sumOf(lots, (lot) => lot.quantity));
            if (quantity === 0) continue;
            const charges = chargesOn(leavingSide(way), quantity * one.price);
            orderCharges = addCharges(orderCharges, charges);
            let closed = 0;
            account.exit(lots, { quantity, price: one.price, charges }, (_, figures) => {
              net += figures.net;
              closed += figures.quantity;
              tradeCharges = addCharges(tradeCharges, figures.charges);
              expect(figures.net).toBe(figures.gross - figures.chargesPaise);
            });
            expect(closed).toBe(quantity);
            lots = lots.filter((lot) => lot.quantity > 0);
          }
          // What trades have borne and what is open of the entries is what the orders were charged, item by item.
          const open = lots.reduce((sum, lot) => addCharges(sum, lot.charges), NO_CHARGES);
          expect(addCharges(tradeCharges, open)).toEqual(orderCharges);
          for (const lot of lots) {
            expect(lot.quantity).toBeGreaterThan(0);
            expect(Math.min(lot.value, lot.margin, lot.chargesPaid)).toBeGreaterThanOrEqual(0);
          }
          expect(account.cash).toBe(cashAfter(CAPITAL, net, lots));
          const equity = account.cash + sumOf(lots, (lot) => lot.margin + lotProfit(lot, mark));
          const result = net + sumOf(lots, (lot) => lotProfit(lot, mark) - lot.chargesPaid);
          expect(equity).toBe(CAPITAL + result);
        }
        if (lots.length === 0) expect(account.cash).toBe(CAPITAL + net);
      }),
    );
  });

  it('makes nothing, and not less than nothing, of a short left at its entry price', () => {
    const account = new Account(CAPITAL);
    const lot: Lot = { side: 'short', quantity: 10, ...shareOf(10 * 400_00, 100, NO_CHARGES) };
    account.enter(lot);
    const gross: number[] = [];
    account.exit([lot], { quantity: 10, price: 400_00, charges: NO_CHARGES }, (_, figures) =>
      gross.push(figures.gross),
    );
    expect(gross).toEqual([0]);
  });

  it('gives the profit of several entries at their average', () => {
    const lot = (quantity: number, at: number): Lot => ({
      side: 'short',
      quantity,
      ...shareOf(quantity * at, 100, NO_CHARGES),
    });
    expect(profitPercent([lot(10, 100_00), lot(30, 120_00)], 103_50)).toBe(10);
  });
});

describe('the trades of a position', () => {
  it('come to what the position came to, in however many parts it was left', () => {
    const parts = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 200 }), price }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(side, parts, price, fc.nat({ max: 100 }), (way, exits, entryPrice, more) => {
        const entryQuantity = exits.reduce((sum, { quantity }) => sum + quantity, more);
        const entryValue = entryQuantity * entryPrice;
        const entryCharges = chargesOn(enteringSide(way), entryValue);
        let totals = {
          side: way,
          entryQuantity,
          entryValue,
          entryCharges,
          quantity: entryQuantity,
          exitValue: 0,
          charges: entryCharges,
        };
        const trades: TradeFigures[] = [];
        for (const exit of exits) {
          expect(tradeSince(totals, trades)).toBeNull();
          const value = exit.quantity * exit.price;
          totals = {
            ...totals,
            quantity: totals.quantity - exit.quantity,
            exitValue: totals.exitValue + value,
            charges: addCharges(totals.charges, chargesOn(leavingSide(way), value)),
          };
          const trade = tradeSince(totals, trades);
          expect(trade).toMatchObject({ quantity: exit.quantity, exitValue: value });
          if (trade) trades.push(trade);
        }
        const sum = (read: (trade: TradeFigures) => number) =>
          trades.reduce((total, trade) => total + read(trade), 0);
        if (totals.quantity > 0) return;
        expect(sum(({ gross }) => gross)).toBe(
          way === 'long' ? totals.exitValue - entryValue : entryValue - totals.exitValue,
        );
        expect(trades.map(({ charges }) => charges).reduce(addCharges, NO_CHARGES)).toEqual(totals.charges);
        expect(lotOf(totals, 100)).toMatchObject({ quantity: 0, value: 0, margin: 0, chargesPaid: 0 });
      }),
    );
  });

  it('are those that a backtest writes of the same fills', () => {
    const entryCharges = chargesOn('buy', 300_000_00);
    const account = new Account(CAPITAL);
    const lot: Lot = { side: 'long', quantity: 300, ...shareOf(300_000_00, 100, entryCharges) };
    account.enter(lot);
    const written: TradeFigures[] = [];
    const sums = { exitValue: 0, charges: entryCharges };
    const rebuilt: TradeFigures[] = [];
    for (const [quantity, at] of [
      [101, 1_010_00],
      [99, 990_05],
      [100, 1_033_35],
    ] as const) {
      const charges = chargesOn('sell', quantity * at);
      account.exit([lot], { quantity, price: at, charges }, (_, figures) => written.push(figures));
      sums.exitValue += quantity * at;
      sums.charges = addCharges(sums.charges, charges);
      const open = 300 - written.reduce((sum, one) => sum + one.quantity, 0);
      const trade = tradeSince(
        { side: 'long', entryQuantity: 300, entryValue: 300_000_00, entryCharges, quantity: open, ...sums },
        rebuilt,
      );
      if (trade) rebuilt.push(trade);
      expect(rebuilt.at(-1)).toMatchObject(written.at(-1) ?? {});
    }
    expect(account.cash).toBe(CAPITAL + written.reduce((sum, { net }) => sum + net, 0));
  });
});

describe('charges', () => {
  it('of an order that fills in parts are those of the whole order', () => {
    const leg = { segment: 'delivery', side: 'sell', time: MONDAY } as const;
    const parts = fc.array(fc.integer({ min: 1, max: 5_00_000_00 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, (turnovers) => {
        let before = 0;
        let charges = NO_CHARGES;
        for (const turnover of turnovers) {
          charges = addCharges(charges, chargesOfFill(leg, before, before + turnover, ANGEL_ONE));
          before += turnover;
        }
        expect(charges).toEqual(chargesOfFill(leg, 0, before, ANGEL_ONE));
      }),
    );
  });

  it('of the depository are due once a day, for what was held from before the day', () => {
    const due = (more: Partial<{ enteredAt: number; at: number; paidAt: number }>) =>
      isDepositoryDue('delivery', { enteredAt: MONDAY - DAY, at: MONDAY, paidAt: Number.NaN, ...more });
    expect(due({})).toBe(true);
    expect(due({ enteredAt: MONDAY - 60_000 })).toBe(false);
    expect(due({ paidAt: MONDAY - 60_000 })).toBe(false);
    expect(due({ paidAt: MONDAY - DAY })).toBe(true);
    expect(isDepositoryDue('intraday', { enteredAt: MONDAY - DAY, at: MONDAY, paidAt: Number.NaN })).toBe(
      false,
    );
    expect(totalCharges(dpCharge(MONDAY, ANGEL_ONE))).toBe(23_60 * 10_000);
  });
});
