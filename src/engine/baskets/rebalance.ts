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

/** An order that would bring a weight nearer and is not made, because it is small or the cash does not carry it. */
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

/** Buys what a budget carries of what is wished for, in proportion. */
const affordable = (wishes: readonly Wish[], budget: number, chargesOn: ChargesOn): number[] => {
  const cost = wishes.reduce((sum, { line, quantity }) => {
    const value = line.price * quantity;
    return sum + value + chargesOn('buy', value);
  }, 0);
  if (cost <= budget) return wishes.map(({ quantity }) => quantity);
  const lines = wishes.map(({ line, quantity }) => ({ ...line, weight: line.price * quantity }));
  return [...allocate(budget, lines, chargesOn).quantities];
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

/**
 * What brings a basket back to its weights, in whole shares. A constituent is left as it is while it is off by less
 * than the smallest order that is worth making (`leastRebalanceOrder`: 1 % of the value, ₹500 at least) and one share,
 * which whole shares cannot do better than; so what has been rebalanced is not rebalanced again at the same prices.
 * One that is missing altogether is bought as soon as a share of it is worth an order. Purchases are cut to what cash
 * and sales carry.
 */
export const rebalanceBasket = (account: BasketAccount): BasketPlan => {
  const { cash, chargesOn } = account;
  const lines = account.lines.filter(isPriced);
  const worth = worthOf(lines, cash);
  const target = investable(worth);
  const least = leastRebalanceOrder(worth);
  const wanted = lines.filter(({ weight }) => weight > 0);
  const aims = new Map(
    wholeShares(target, wanted).map((quantity, index) => [wanted[index]?.symbol ?? '', quantity]),
  );
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0);
  const folded: FoldedOrder[] = [];
  const sales: PlannedOrder[] = [];
  const wishes: Wish[] = [];
  for (const line of lines) {
    const aim = aims.get(line.symbol) ?? 0;
    const difference = aim - line.quantity;
    if (difference === 0) continue;
    const side = difference > 0 ? 'buy' : 'sell';
    const quantity = Math.abs(difference);
    const value = quantity * line.price;
    const off = Math.abs(line.quantity * line.price - (total === 0 ? 0 : (target * line.weight) / total));
    const isGone = line.weight === 0;
    const isMissing = line.quantity === 0;
    const isSmall = value < least || (!isMissing && off < least + line.price);
    if (isSmall && !isGone) folded.push({ symbol: line.symbol, side, quantity, value, why: 'small' });
    else if (side === 'sell') sales.push(ordered(line, 'sell', quantity, chargesOn));
    else wishes.push({ line, quantity });
  }
  const freed = sales.reduce((sum, { value, charges }) => sum + value - charges, 0);
  const budget = cash - (worth - target) + freed;
  const quantities = affordable(wishes, budget, chargesOn);
  const purchases: PlannedOrder[] = [];
  for (const [index, { line, quantity }] of wishes.entries()) {
    const bought = quantities[index] ?? 0;
    if (bought * line.price >= least) purchases.push(ordered(line, 'buy', bought, chargesOn));
    else
      folded.push({ symbol: line.symbol, side: 'buy', quantity, value: quantity * line.price, why: 'cash' });
  }
  return finished(account, [...sales, ...purchases], folded);
};

/**
 * What more money buys: purchases only, of what is furthest below its weight. `account.cash` is there already, `amount`
 * (paise) comes on top and is part of the plan's cash. Nothing is folded away: the money is to be at work.
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
