import { chargePortion, remainingCharges } from '../charges/charge-portion.ts';
import { type Charges, chargesOnOrder } from '../charges/charges.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Segment } from '../instrument.ts';
import { dayNumber } from '../bars.ts';
import type { TaxLeg } from './tax-leg.ts';

/** An order of a broker's book. The book does not say what was delivered. Money in paise, charges in units. */
export interface BookedOrder {
  /** The demat account it settles in. */
  readonly account: string;
  readonly symbol: string;
  readonly kind: 'share' | 'future' | 'option';
  readonly side: 'buy' | 'sell';
  readonly time: number;
  readonly quantity: number;
  /** Σ(price × quantity). */
  readonly value: number;
  /** As the broker states them; null when they are to be worked out. */
  readonly charges: Charges | null;
}

/** One part of an order: `from` up to `until` of its shares. Parts of an order add up to it, to the last unit. */
const partOf = (
  order: BookedOrder,
  segment: Segment,
  from: number,
  until: number,
  plan: ChargePlan,
): TaxLeg => {
  const { account, symbol, side, time, quantity: whole } = order;
  const upTo = (quantity: number) => Math.round((order.value * quantity) / whole);
  const value = upTo(until) - upTo(from);
  const charges = order.charges
    ? remainingCharges(chargePortion(order.charges, until, whole), chargePortion(order.charges, from, whole))
    : chargesOnOrder({ segment, side, turnoverPaise: value, time }, plan);
  return { account, symbol, segment, side, time, quantity: until - from, value, charges };
};

const sumOf = (orders: readonly BookedOrder[], side: BookedOrder['side']): number =>
  orders.reduce((sum, order) => (order.side === side ? sum + order.quantity : sum), 0);

/**
 * Legs of a share's orders on one day. As much as was both bought and sold was never delivered; the earliest orders
 * count first.
 */
const sharesOfDay = (orders: readonly BookedOrder[], plan: ChargePlan): TaxLeg[] => {
  const both = Math.min(sumOf(orders, 'buy'), sumOf(orders, 'sell'));
  const within = { buy: both, sell: both };
  return orders.flatMap((order) => {
    const intraday = Math.min(order.quantity, within[order.side]);
    within[order.side] -= intraday;
    return [
      ...(intraday > 0 ? [partOf(order, 'intraday', 0, intraday, plan)] : []),
      ...(intraday < order.quantity ? [partOf(order, 'delivery', intraday, order.quantity, plan)] : []),
    ];
  });
};

/**
 * Orders of a broker's book as the tax office sees them: what was bought and sold on one day is apart from what was
 * delivered. Charges that the broker does not state are worked out by `plan`.
 */
export const orderLegs = (orders: readonly BookedOrder[], plan: ChargePlan): TaxLeg[] => {
  const days = new Map<string, BookedOrder[]>();
  for (const order of [...orders].sort((a, b) => a.time - b.time)) {
    if (order.quantity === 0) continue;
    const key = `${order.account}:${order.kind}:${order.symbol}:${dayNumber(order.time)}`;
    const day = days.get(key);
    if (day) day.push(order);
    else days.set(key, [order]);
  }
  return [...days.values()].flatMap((day) =>
    day[0]?.kind === 'share'
      ? sharesOfDay(day, plan)
      : day.map((order) =>
          partOf(order, order.kind === 'option' ? 'options' : 'futures', 0, order.quantity, plan),
        ),
  );
};
