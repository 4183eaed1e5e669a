import { dayNumber } from '../bars.ts';
import { CHARGE_ITEMS, NO_CHARGES, addCharges, type ChargeItem, type Charges } from '../charges/charges.ts';
import type { Segment } from '../instrument.ts';
import type { TaxLeg } from './tax-leg.ts';

/** A quantity out of one bought and one sold order. Money in paise, charges in units. */
export interface Disposal {
  readonly symbol: string;
  readonly segment: Segment;
  readonly quantity: number;
  readonly boughtAt: number;
  readonly soldAt: number;
  readonly cost: number;
  readonly proceeds: number;
  /** Of both orders, in proportion to the quantity. */
  readonly charges: Charges;
}

/** A sold quantity of which no purchase is known. */
export interface Unmatched {
  readonly symbol: string;
  readonly soldAt: number;
  readonly quantity: number;
}

export interface MatchedLots {
  /** In the order in which they were completed. */
  readonly disposals: readonly Disposal[];
  /** Delivery sales without a known purchase; nothing can be said about their gain. */
  readonly unmatched: readonly Unmatched[];
}

interface Part {
  readonly value: number;
  readonly charges: Charges;
}

/** An order that is used up piece by piece; the pieces add up to the whole, to the last unit. */
class Lot {
  readonly leg: TaxLeg;
  private used = 0;

  constructor(leg: TaxLeg) {
    this.leg = leg;
  }

  get left(): number {
    return this.leg.quantity - this.used;
  }

  consume(quantity: number): Part {
    const { leg, used } = this;
    const share = (whole: number) =>
      Math.round((whole * (used + quantity)) / leg.quantity) - Math.round((whole * used) / leg.quantity);
    const charges: Record<ChargeItem, number> = { ...NO_CHARGES };
    for (const item of CHARGE_ITEMS) charges[item] = share(leg.charges[item]);
    this.used += quantity;
    return { value: share(leg.value), charges };
  }
}

/** Match as much as both have left. */
const pair = (buy: Lot, sell: Lot): Disposal => {
  const quantity = Math.min(buy.left, sell.left);
  const bought = buy.consume(quantity);
  const sold = sell.consume(quantity);
  return {
    symbol: buy.leg.symbol,
    segment: buy.leg.segment,
    quantity,
    boughtAt: buy.leg.time,
    soldAt: sell.leg.time,
    cost: bought.value,
    proceeds: sold.value,
    charges: addCharges(bought.charges, sold.charges),
  };
};

/** Orders of one side, first in, first out. */
class Queue {
  private readonly lots: Lot[] = [];
  /** Where the first is that has something left: taking lots out of a long array would move all others each time. */
  private at = 0;

  constructor(legs: readonly TaxLeg[], side: TaxLeg['side']) {
    for (const leg of legs) if (leg.side === side) this.lots.push(new Lot(leg));
  }

  get first(): Lot | undefined {
    while (this.lots[this.at]?.left === 0) this.at++;
    return this.lots[this.at];
  }

  get rest(): readonly Lot[] {
    return this.first ? this.lots.slice(this.at) : [];
  }

  add(lots: readonly Lot[]): void {
    for (const lot of lots) this.lots.push(lot);
  }
}

/** Pairs two queues until one of them is used up. */
const drain = (buys: Queue, sells: Queue, out: Disposal[]): void => {
  for (;;) {
    const [buy, sell] = [buys.first, sells.first];
    if (!buy || !sell) return;
    out.push(pair(buy, sell));
  }
};

const groupsOf = <Key>(legs: readonly TaxLeg[], keyOf: (leg: TaxLeg) => Key): Map<Key, TaxLeg[]> => {
  const groups = new Map<Key, TaxLeg[]>();
  for (const leg of legs) {
    const group = groups.get(keyOf(leg));
    if (group) group.push(leg);
    else groups.set(keyOf(leg), [leg]);
  }
  return groups;
};

/**
 * Pair purchases with sales, first in, first out, by share or contract. In delivery the quantity bought and sold on one
 * day is paired first: nothing of it was delivered. Intraday orders and derivatives may have been sold before they were
 * bought; delivery may not, and a sale without a purchase is returned as unmatched. Source: Income-tax Act 1961, s.
 * 45(2A) (first in, first out for dematerialised shares) and s. 43(5); CBDT circular 768 of 1998 (within each demat
 * account).
 */
export const matchLots = (legs: readonly TaxLeg[]): MatchedLots => {
  const disposals: Disposal[] = [];
  const unmatched: Unmatched[] = [];
  const inOrder = [...legs].filter((leg) => leg.quantity > 0).sort((a, b) => a.time - b.time);
  for (const group of groupsOf(
    inOrder,
    ({ account = '', segment, symbol }) => `${account}:${segment}:${symbol}`,
  ).values()) {
    if (group[0]?.segment !== 'delivery') {
      drain(new Queue(group, 'buy'), new Queue(group, 'sell'), disposals);
      continue;
    }
    const held = new Queue([], 'buy');
    for (const day of groupsOf(group, ({ time }) => dayNumber(time)).values()) {
      const buys = new Queue(day, 'buy');
      const sells = new Queue(day, 'sell');
      drain(buys, sells, disposals);
      drain(held, sells, disposals);
      held.add(buys.rest);
      for (const { leg, left } of sells.rest)
        unmatched.push({ symbol: leg.symbol, soldAt: leg.time, quantity: left });
    }
  }
  disposals.sort((a, b) => closedAt(a) - closedAt(b));
  return { disposals, unmatched };
};

/** When the round trip was complete. */
export const closedAt = ({ boughtAt, soldAt }: Pick<Disposal, 'boughtAt' | 'soldAt'>): number =>
  Math.max(boughtAt, soldAt);
