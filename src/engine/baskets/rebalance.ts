import { leastRebalanceOrder } from '../rules/rotation.ts';
import { allocate, type ChargesOn, wholeShares } from './allocate.ts';
import { investable } from './price-room.ts';

/** A constituent as it is held; money in paise. */
export interface HeldLine {
  readonly symbol: string;
  /** Hundredths of a percent; 0 for what is no longer in the basket. */
  readonly weight: number;
  readonly quantity: number;
  /** Null when it has no price: it can neither be bought nor sold, and is left as it is. */
  readonly price: number | null;
}

export interface BasketAccount {
  readonly lines: readonly HeldLine[];
  readonly cash: number;
  readonly chargesOn: ChargesOn;
}

/** One order of a plan. */
export interface PlannedOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  readonly value: number;
  readonly charges: number;
}

/** An order not made, though it would bring a weight nearer. It is small, or the cash does not carry it. */
export interface FoldedOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly value: number;
  readonly why: 'small' | 'cash';
}

export interface BasketPlan {
  /** Sales first, then purchases; each in the order of the lines. */
  readonly orders: readonly PlannedOrder[];
  readonly folded: readonly FoldedOrder[];
  readonly unchanged: readonly string[];
  /** In the basket, and without a price. */
  readonly unpriced: readonly string[];
  readonly charges: number;
  /** Cash once all of it has filled at these prices. */
  readonly cashLeft: number;
}

interface PricedLine extends HeldLine {
  readonly price: number;
}

const isPriced = (line: HeldLine): line is PricedLine => line.price !== null;

const worthOf = (lines: readonly PricedLine[], cash: number): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, cash);

const ordered = (
  line: PricedLine,
  side: 'buy' | 'sell',
  quantity: number,
  chargesOn: ChargesOn,
): PlannedOrder => {
  const value = quantity * line.price;
  return { symbol: line.symbol, side, quantity, price: line.price, value, charges: chargesOn(side, value) };
};

interface Wish {
  readonly line: PricedLine;
  readonly quantity: number;
}

/** As many wished shares as a budget carries with their charges. */
const affordable = ({ line, quantity }: Wish, budget: number, chargesOn: ChargesOn): number => {
  let bought = Math.max(0, Math.min(quantity, Math.floor(budget / line.price)));
  while (bought > 0 && bought * line.price + chargesOn('buy', bought * line.price) > budget) bought--;
  return bought;
};

const finished = (
  account: BasketAccount,
  orders: readonly PlannedOrder[],
  folded: readonly FoldedOrder[],
): BasketPlan => {
  const moved = new Set([...orders, ...folded].map(({ symbol }) => symbol));
  const charges = orders.reduce((sum, order) => sum + order.charges, 0);
  const paid = orders.reduce((sum, { side, value }) => sum + (side === 'buy' ? value : -value), 0);
  return {
    orders,
    folded,
    unchanged: account.lines
      .filter((line) => isPriced(line) && !moved.has(line.symbol))
      .map(({ symbol }) => symbol),
    unpriced: account.lines.filter((line) => !isPriced(line)).map(({ symbol }) => symbol),
    charges,
    cashLeft: account.cash - paid - charges,
  };
};

/** The plan of an account of a given worth. That is what it is worth once the charges of the plan are paid. */
const planFor = (account: BasketAccount, worth: number): BasketPlan => {
  const { chargesOn } = account;
  const lines = account.lines.filter(isPriced);
  const target = investable(worth);
  const least = leastRebalanceOrder(worth);
  const wanted = lines.filter(({ weight }) => weight > 0);
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0);
  const aims = new Map(
    wholeShares(target, wanted).map((quantity, index) => [wanted[index]?.symbol ?? '', quantity]),
  );
  const folded: FoldedOrder[] = [];
  const sales: PlannedOrder[] = [];
  const wishes: Wish[] = [];
  for (const line of lines) {
    const difference = (aims.get(line.symbol) ?? 0) - line.quantity;
    if (difference === 0) continue;
    const side = difference > 0 ? 'buy' : 'sell';
    const quantity = Math.abs(difference);
    const value = quantity * line.price;
    const isGone = line.weight === 0;
    const off = isGone ? value : Math.abs(line.quantity * line.price - (target * line.weight) / total);
    const isMissing = line.quantity === 0;
    const isSmall = value < least || (!isMissing && off < least + line.price);
    if (isSmall && !isGone) folded.push({ symbol: line.symbol, side, quantity, value, why: 'small' });
    else if (side === 'sell') sales.push(ordered(line, 'sell', quantity, chargesOn));
    else wishes.push({ line, quantity });
  }
  const freed = sales.reduce((sum, { value, charges }) => sum + value - charges, 0);
  let budget = account.cash + freed - (worth - target);
  const purchases = new Map<string, PlannedOrder>();
  // What is furthest off is put right first, should the cash not do for all.
  const byShortfall = [...wishes].sort((a, b) => b.quantity * b.line.price - a.quantity * a.line.price);
  for (const wish of byShortfall) {
    const { line, quantity } = wish;
    const bought = affordable(wish, budget, chargesOn);
    if (bought * line.price < least) {
      folded.push({ symbol: line.symbol, side: 'buy', quantity, value: quantity * line.price, why: 'cash' });
      continue;
    }
    const order = ordered(line, 'buy', bought, chargesOn);
    purchases.set(line.symbol, order);
    budget -= order.value + order.charges;
  }
  const bought = wishes.flatMap(({ line }) => purchases.get(line.symbol) ?? []);
  return finished(account, [...sales, ...bought], folded);
};

/**
 * So many plans are made at most; the last of them would do as well as the first. That this is safe: each plan buys with
 * its own sales and cash, less its room, so each is carried by itself, wherever it ends. That this is enough: charges are
 * less than a hundredth of what is traded and a fixed sum an order. So from one plan to the next the worth that is planned
 * with moves by less than a hundredth of what it moved by before: from all that a basket may hold (10^12 paise) to less
 * than a paisa in seven plans. What moves on after that are single shares and orders at the edge of being worth making;
 * they come round within two or three plans more. Only a tariff that is none (with steps, or that changes) gets further.
 */
const MOST_PLANS = 50;

/**
 * Plan that brings a basket back to its weights, in whole shares. A constituent is left as it is while it is off by
 * less than the smallest order that is worth making (`leastRebalanceOrder`: 1 % of the value, ₹500 at least) and one
 * share, which whole shares cannot do better than; so what has been rebalanced is not rebalanced again at the same
 * prices. One that is missing altogether is bought as soon as a share of it is worth an order. Purchases are cut to
 * what cash and sales carry.
 */
export const rebalanceBasket = (account: BasketAccount): BasketPlan => {
  const worth = worthOf(account.lines.filter(isPriced), account.cash);
  const plans: BasketPlan[] = [planFor(account, worth)];
  const cheapest = (of: readonly BasketPlan[]): BasketPlan =>
    of.reduce((best, plan) => (plan.charges < best.charges ? plan : best));
  while (plans.length < MOST_PLANS) {
    const last = plans.at(-1) as BasketPlan;
    const next = planFor(account, worth - last.charges);
    const since = plans.findIndex(({ charges }) => charges === next.charges);
    // The same charges leave the same worth. Where plans go round in a circle, an order at the edge is worth making only
    // before its charges are paid: the plan without it stands.
    if (since >= 0) return cheapest([next, ...plans.slice(since)]);
    plans.push(next);
  }
  return cheapest(plans);
};

/**
 * Plan for money that is added: purchases only, of what is furthest below its weight. `account.cash` is there already,
 * `amount` (paise) comes on top and is part of the plan's cash. Nothing is folded away: the money is to be at work.
 */
export const addToBasket = (account: BasketAccount, amount: number): BasketPlan => {
  const { chargesOn } = account;
  const cash = account.cash + amount;
  const lines = account.lines.filter((line): line is PricedLine => isPriced(line) && line.weight > 0);
  const worth = worthOf(lines, cash);
  const target = investable(worth);
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  const short = lines
    .map((line) => ({
      ...line,
      weight: Math.max(0, (target * line.weight) / total - line.price * line.quantity),
    }))
    .filter(({ weight }) => weight > 0);
  const { quantities } = allocate(cash - (worth - target), short, chargesOn);
  const orders = short.flatMap((line, index) => {
    const quantity = quantities[index] ?? 0;
    return quantity === 0 ? [] : [ordered(line, 'buy', quantity, chargesOn)];
  });
  return finished({ ...account, cash }, orders, []);
};
