import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { NO_CHARGES } from '../charges/charges.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { chargesOfFill } from '../charges/charges-of-fill.ts';
import { Account, type Lot, lotProfit, shareOf } from './account.ts';
import { dayResult, type DayPart } from './day-result.ts';

const TODAY = istDayStart('2025-06-03') + 10 * 3_600_000;
const YESTERDAY = TODAY - 86_400_000;
const lot = (quantity: number, price: number): Lot => ({
  side: 'long',
  quantity,
  ...shareOf(quantity * price, 100, NO_CHARGES),
});
const part = (more: Partial<DayPart>): DayPart => ({
  lot: lot(10, 100_00),
  enteredAt: YESTERDAY,
  result: 0,
  previousClose: 80_00,
  ...more,
});

describe("the day's result", () => {
  it('counts what was held overnight from the close before, not from its entry', () => {
    // Bought at 100, closed at 80 yesterday, now at 82: today has made 20.
    expect(dayResult([part({ result: -180_00 })], TODAY)).toBe(20_00);
  });

  it('counts what was entered on the day from its entry', () => {
    expect(dayResult([part({ enteredAt: TODAY - 60_000, result: -180_00 })], TODAY)).toBe(-180_00);
  });

  it('takes a loss of which it is not known since when as one of the day, and a profit not', () => {
    expect(dayResult([part({ result: -180_00, previousClose: null })], TODAY)).toBe(-180_00);
    expect(dayResult([part({ result: 180_00, previousClose: null })], TODAY)).toBe(0);
  });

  it("is what the account's worth has changed since the last close, as a backtest measures it", () => {
    const price = fc.integer({ min: 1_00, max: 2_000_00 });
    const held = fc.record({
      quantity: fc.integer({ min: 1, max: 300 }),
      entry: price,
      isToday: fc.boolean(),
      exit: fc.option(price),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.array(held, { maxLength: 6 }),
        price,
        price,
        (side, all, previousClose, mark) => {
          const account = new Account(100_00_000_00);
          const worth = (open: readonly Lot[], at: number) =>
            open.reduce((sum, one) => sum + one.margin + lotProfit(one, at), account.cash);
          const enter = ({ quantity, entry }: (typeof all)[number]): Lot => {
            const leg = { segment: 'intraday', side: 'buy', time: TODAY } as const;
            const charges = chargesOfFill(leg, 0, quantity * entry, ANGEL_ONE);
            const opened: Lot = { side, quantity, ...shareOf(quantity * entry, 100, charges) };
            account.enter(opened);
            return opened;
          };
          const overnight = all.filter(({ isToday }) => !isToday).map((one) => ({ one, lot: enter(one) }));
          const opening = worth(
            overnight.map((entry) => entry.lot),
            previousClose,
          );
          const fresh = all.filter(({ isToday }) => isToday).map((one) => ({ one, lot: enter(one) }));
          const parts: DayPart[] = [];
          const open: Lot[] = [];
          for (const { one, lot: opened } of [...overnight, ...fresh]) {
            const asEntered = { ...opened };
            const enteredAt = one.isToday ? TODAY : YESTERDAY;
            let result = lotProfit(opened, mark) - opened.chargesPaid;
            if (one.exit === null) open.push(opened);
            else {
              const { quantity } = opened;
              const order = { quantity, price: one.exit, charges: opened.charges };
              account.exit([opened], order, (_, figures) => (result = figures.net));
            }
            parts.push({ lot: asEntered, enteredAt, result, previousClose });
          }
          expect(dayResult(parts, TODAY)).toBe(worth(open, mark) - opening);
        },
      ),
    );
  });
});
