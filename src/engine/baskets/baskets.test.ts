import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { chargePaise, chargesOnOrder, dpCharge, totalCharges } from '../charges/charges.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { leastRebalanceOrder } from '../rules/rotation.ts';
import { allocate, type ChargesOn, valueOf, type WeightedLine, wholeShares } from './allocate.ts';
import { basketIndex } from './basket-index.ts';
import { isFaithful, minimumAmount } from './minimum-amount.ts';
import { investable } from './price-room.ts';
import {
  addToBasket,
  type BasketAccount,
  type BasketPlan,
  type HeldLine,
  rebalanceBasket,
} from './rebalance.ts';
import { constituentsProblem, FULL_WEIGHT, weightsOf } from './weights.ts';

const time = istDayStart('2026-11-20');
const chargesOn: ChargesOn = (side, turnoverPaise) => {
  const order = chargesOnOrder({ segment: 'delivery', side, turnoverPaise, time }, ANGEL_ONE);
  const dp = side === 'sell' ? totalCharges(dpCharge(time, ANGEL_ONE)) : 0;
  return chargePaise(totalCharges(order) + dp);
};

const line = (symbol: string, weight: number, rupees: number): WeightedLine => ({
  symbol,
  weight,
  price: rupees * 100,
});

/** Two to 20 weighted constituents, at prices between ₹50 and ₹16,000. The weights come from parts. */
const arbitraryLines = fc
  .array(
    fc.record({ part: fc.integer({ min: 1, max: 20 }), price: fc.integer({ min: 50_00, max: 16_000_00 }) }),
    {
      minLength: 2,
      maxLength: 20,
    },
  )
  .map((rows) => {
    const weights = weightsOf(rows.map(({ part }) => part));
    return rows.map(({ price }, index) => ({ symbol: `S${index}`, weight: weights[index] ?? 0, price }));
  });
const arbitraryAmount = fc.integer({ min: 1_000_00, max: 1_00_00_000_00 });

describe('weights', () => {
  it('come to exactly 100 %, none of them nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 50 }),
        (parts) => {
          const weights = weightsOf(parts);
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(FULL_WEIGHT);
          expect(Math.min(...weights)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('are refused with their sum when they do not', () => {
    const basket = (...weights: number[]) =>
      weights.map((weight, index) => ({ symbol: `S${index}`, weight }));
    expect(constituentsProblem(basket(3333, 3333, 3334))).toBeNull();
    expect(constituentsProblem(basket(3333, 3333, 3333))).toBe(
      'The weights come to 99.99%; they must come to exactly 100%.',
    );
    expect(constituentsProblem(basket(10_000))).toContain('2 to 50 shares; this one has 1');
    expect(constituentsProblem(basket(...Array<number>(51).fill(196)))).toContain('this one has 51');
    expect(constituentsProblem([...basket(5000), ...basket(5000)])).toBe('S0 is in the basket twice.');
    expect(constituentsProblem(basket(10_000, 0))).toBe('S1 needs a weight above 0%.');
  });
});

describe('whole shares', () => {
  it('give what is left to the largest remainders', () => {
    // 2.5, 3.33 and 1.67 shares: 2, 3 and 1 cost ₹790: one more of C, then one of B; A is too dear.
    const lines = [line('A', 5000, 200), line('B', 3000, 90), line('C', 2000, 120)];
    expect(wholeShares(1_000_00, lines)).toEqual([2, 4, 2]);
  });

  it('buy no share for which a paisa is missing', () => {
    expect(wholeShares(200_00 - 1, [line('A', 1, 100)])).toEqual([1]);
    expect(wholeShares(200_00, [line('A', 1, 100)])).toEqual([2]);
    expect(wholeShares(300_00 - 1, [line('A', 1, 100), line('B', 1, 100)])).toEqual([1, 1]);
  });

  it('stay within the target, and no constituent is off its part by a whole share', () => {
    fc.assert(
      fc.property(arbitraryLines, arbitraryAmount, (lines, target) => {
        const quantities = wholeShares(target, lines);
        expect(valueOf(lines, quantities)).toBeLessThanOrEqual(target);
        for (const [index, { weight, price }] of lines.entries())
          expect(Math.abs(quantities[index]! * price - (target * weight) / FULL_WEIGHT)).toBeLessThan(
            price + 1,
          );
      }),
    );
  });

  it('and their charges are carried by the amount: what is left is cash, never less than none', () => {
    fc.assert(
      fc.property(arbitraryLines, arbitraryAmount, (lines, amount) => {
        const { quantities, value, charges, cashLeft } = allocate(amount, lines, chargesOn);
        const billed = lines.reduce((sum, { price }, index) => {
          const turnover = price * quantities[index]!;
          return turnover === 0 ? sum : sum + chargesOn('buy', turnover);
        }, 0);
        expect(charges).toBe(billed);
        expect(value + charges + cashLeft).toBe(amount);
        expect(cashLeft).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('buy nothing with too little', () => {
    expect(allocate(50_00, [line('A', 1, 100), line('B', 1, 60)], chargesOn)).toEqual({
      quantities: [0, 0],
      value: 0,
      charges: 0,
      cashLeft: 50_00,
    });
  });
});

describe('the minimum amount', () => {
  it('holds every constituent near its weight; a little less does not', () => {
    const lines = [line('MARUTI', 2000, 15_800), line('ITC', 3000, 405), line('TCS', 5000, 3_000)];
    const amount = minimumAmount(lines, chargesOn);
    const bought = (paise: number) => allocate(investable(paise), lines, chargesOn).quantities;
    expect(isFaithful(lines, bought(amount))).toBe(true);
    expect(isFaithful(lines, bought(amount * 0.99))).toBe(false);
    // One MARUTI is 24 % of it at most, and it takes a whole one.
    expect(amount).toBeGreaterThan(15_800_00 / 0.24);
    expect(amount).toBeLessThan(15_800_00 / 0.19);
  });

  it('is enough, whatever the basket', () => {
    fc.assert(
      fc.property(arbitraryLines, (lines) => {
        const amount = minimumAmount(lines, chargesOn);
        expect(isFaithful(lines, allocate(investable(amount), lines, chargesOn).quantities)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** Holdings and cash once a plan has filled at its prices. */
const filled = (lines: readonly HeldLine[], plan: BasketPlan): { lines: HeldLine[]; cash: number } => ({
  cash: plan.cashLeft,
  lines: lines.map((held) => {
    const order = plan.orders.find(({ symbol }) => symbol === held.symbol);
    const change = order ? order.quantity * (order.side === 'buy' ? 1 : -1) : 0;
    return { ...held, quantity: held.quantity + change };
  }),
});

const arbitraryAccount = fc
  .tuple(
    arbitraryLines,
    fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 20, maxLength: 20 }),
    fc.integer({ min: 0, max: 10_00_000_00 }),
  )
  .map(([lines, held, cash]) => ({
    lines: lines.map((each, index): HeldLine => ({ ...each, quantity: held[index] ?? 0 })),
    cash,
    chargesOn,
  }));

describe('a rebalance', () => {
  const held = (symbol: string, weight: number, quantity: number, rupees: number | null): HeldLine => ({
    symbol,
    weight,
    quantity,
    price: rupees === null ? null : rupees * 100,
  });

  it('sells what is too much, buys what is too little, and folds away what is too small', () => {
    const plan = rebalanceBasket({
      lines: [held('A', 5000, 700, 100), held('B', 3000, 200, 100), held('C', 2000, 196, 100)],
      cash: 1_000_00,
      chargesOn,
    });
    // Worth ₹1,10,600, ₹1,09,494 of it in shares: 547, 328 and 219 of them.
    expect(plan.orders.map(({ symbol, side, quantity }) => [symbol, side, quantity])).toEqual([
      ['A', 'sell', 153],
      ['B', 'buy', 128],
      ['C', 'buy', 23],
    ]);
    const small = rebalanceBasket({
      lines: [held('A', 5000, 505, 100), held('B', 5000, 485, 100)],
      cash: 1_000_00,
      chargesOn,
    });
    expect(small.orders).toEqual([]);
    expect(small.folded).toEqual([
      { symbol: 'A', side: 'sell', quantity: 10, value: 1_000_00, why: 'small' },
      { symbol: 'B', side: 'buy', quantity: 10, value: 1_000_00, why: 'small' },
    ]);
  });

  it('comes to an end with a tariff whose charges never come to rest', () => {
    let asked = 0;
    const restless: ChargesOn = () => {
      if (++asked > 100_000) throw new Error('It does not end.');
      return 100 + asked;
    };
    const plan = rebalanceBasket({
      lines: [held('A', 5000, 700, 100), held('B', 5000, 200, 100)],
      cash: 1_000_00,
      chargesOn: restless,
    });
    expect(plan.orders.map(({ symbol, side }) => [symbol, side])).toEqual([
      ['A', 'sell'],
      ['B', 'buy'],
    ]);
  });

  /** Plan with a tariff for each plan; count the plans. Each reads its tariff once. */
  const plansFor = (account: BasketAccount, tariffOf: (plan: number) => ChargesOn) => {
    let count = 0;
    const plan = rebalanceBasket({
      lines: account.lines,
      cash: account.cash,
      get chargesOn() {
        count += 1;
        return tariffOf(count);
      },
    });
    return { plan, count };
  };

  it('comes to rest after a few plans with the charges of the law, far from where it would be cut off', () => {
    fc.assert(
      fc.property(arbitraryAccount, (account) => {
        expect(plansFor(account, () => chargesOn).count).toBeLessThanOrEqual(10);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is carried by its cash where it is cut off, whatever the tariff', () => {
    let most = 0;
    fc.assert(
      fc.property(arbitraryAccount, fc.integer({ min: 1, max: 2 ** 20 }), (account, seed) => {
        // Other charges in each plan, but always less than the smallest order brings.
        const { plan, count } = plansFor(
          account,
          (number) => (_side, turnover) => ((turnover + number) * seed) % 500_00,
        );
        most = Math.max(most, count);
        expect(plan.cashLeft).toBeGreaterThanOrEqual(0);
        for (const { quantity } of filled(account.lines, plan).lines)
          expect(quantity).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
    expect(most).toBe(50);
  });

  it('buys what is missing altogether', () => {
    const plan = rebalanceBasket({
      lines: [held('A', 5000, 50, 1_000), held('B', 5000, 0, 4_000)],
      cash: 50_000_00,
      chargesOn,
    });
    expect(plan.orders.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([['B', 12]]);
    expect(plan.unchanged).toEqual(['A']);
  });

  it('leaves a constituent without a price as it is and names it', () => {
    const plan = rebalanceBasket({
      lines: [held('A', 5000, 100, 100), held('GONE', 3000, 10, null), held('B', 2000, 10, 100)],
      cash: 0,
      chargesOn,
    });
    expect(plan.unpriced).toEqual(['GONE']);
    expect(plan.orders.some(({ symbol }) => symbol === 'GONE')).toBe(false);
    expect(plan.orders).not.toEqual([]);
  });

  it('never spends what is not there, and makes no order that is folded away', () => {
    fc.assert(
      fc.property(arbitraryAccount, (account) => {
        const plan = rebalanceBasket(account);
        expect(plan.cashLeft).toBeGreaterThanOrEqual(0);
        const after = filled(account.lines, plan);
        for (const { quantity } of after.lines) expect(quantity).toBeGreaterThanOrEqual(0);
        const worth = account.lines.reduce(
          (sum, each) => sum + each.quantity * (each.price ?? 0),
          account.cash,
        );
        // Of what the basket is worth once the charges of the plan are paid.
        const least = leastRebalanceOrder(worth - plan.charges);
        for (const { value } of plan.orders) expect(value).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 300 },
    );
  });

  it('brings every constituent that the cash does for within an order and a share of its weight', () => {
    fc.assert(
      fc.property(arbitraryAccount, (account) => {
        const plan = rebalanceBasket(account);
        const after = filled(account.lines, plan);
        const worth = after.lines.reduce((sum, each) => sum + each.quantity * (each.price ?? 0), after.cash);
        for (const each of after.lines) {
          const off = each.quantity * (each.price ?? 0) - (investable(worth) * each.weight) / FULL_WEIGHT;
          const bound = 2 * leastRebalanceOrder(worth) + 2 * (each.price ?? 0);
          expect(off).toBeLessThan(bound);
          // Too little only where the cash is used up but for the room that prices need.
          const isShort = off < -bound;
          if (isShort) expect(after.cash - (worth - investable(worth))).toBeLessThan(bound);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out an order that is worth making only before its charges are paid', () => {
    const lines = [
      { symbol: 'S0', weight: 290, price: 461249, quantity: 313 },
      { symbol: 'S1', weight: 145, price: 459916, quantity: 337 },
      { symbol: 'S2', weight: 2609, price: 89147, quantity: 63 },
      { symbol: 'S3', weight: 869, price: 1412987, quantity: 89 },
      { symbol: 'S4', weight: 1739, price: 473323, quantity: 307 },
      { symbol: 'S5', weight: 725, price: 109300, quantity: 157 },
      { symbol: 'S6', weight: 2898, price: 683532, quantity: 246 },
      { symbol: 'S7', weight: 725, price: 693394, quantity: 70 },
    ];
    const plan = rebalanceBasket({ lines, cash: 8_99_072_99, chargesOn });
    expect(plan.orders).not.toEqual([]);
    expect(rebalanceBasket({ ...filled(lines, plan), chargesOn }).orders).toEqual([]);
  });

  it('done twice at the same prices does nothing the second time', () => {
    fc.assert(
      fc.property(arbitraryAccount, (account) => {
        const worth = account.lines.reduce(
          (sum, each) => sum + each.quantity * (each.price ?? 0),
          account.cash,
        );
        // What is smaller than that is all charges.
        fc.pre(worth >= 50_000_00);
        const after = filled(account.lines, rebalanceBasket(account));
        expect(rebalanceBasket({ ...after, chargesOn }).orders).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('more money', () => {
  it('buys what is furthest below its weight, and only what it carries', () => {
    fc.assert(
      fc.property(arbitraryAccount, fc.integer({ min: 500_00, max: 5_00_000_00 }), (account, amount) => {
        const plan = addToBasket(account, amount);
        expect(plan.cashLeft).toBeGreaterThanOrEqual(0);
        expect(plan.orders.every(({ side }) => side === 'buy')).toBe(true);
        const spent = plan.orders.reduce((sum, { value, charges }) => sum + value + charges, 0);
        expect(spent + plan.cashLeft).toBe(account.cash + amount);
      }),
    );
  });

  it('opens a basket when nothing is held', () => {
    const lines = [line('A', 5000, 100), line('B', 5000, 250)];
    const empty = lines.map((each) => ({ ...each, quantity: 0 }));
    const plan = addToBasket({ lines: empty, cash: 0, chargesOn }, 1_00_000_00);
    const quantities = plan.orders.map(({ quantity }) => quantity);
    expect(quantities).toEqual(allocate(investable(1_00_000_00), lines, chargesOn).quantities);
  });
});

describe('a basket as an index', () => {
  it('starts at 100, drifts, and goes back to its weights', () => {
    const lines = [
      { weight: 1, closes: [100, 200, 200, 100] },
      { weight: 1, closes: [50, 50, 50, 50] },
    ];
    expect(basketIndex(lines, () => false).levels).toEqual([100, 150, 150, 100]);
    // Back to half and half at the second close: the fall takes only half of the half.
    expect(basketIndex(lines, (day) => day === 1).levels).toEqual([100, 150, 150, 112.5]);
  });

  it('starts where every constituent has a close, and a missing close is the last one', () => {
    const lines = [
      { weight: 1, closes: [90, 100, Number.NaN, 120] },
      { weight: 1, closes: [Number.NaN, 100, 100, 100] },
    ];
    expect(basketIndex(lines, () => false)).toEqual({ from: 1, levels: [100, 100, 110] });
    expect(basketIndex([{ weight: 1, closes: [Number.NaN] }], () => false).levels).toEqual([]);
  });
});
