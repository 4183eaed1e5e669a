import { Refusal } from '../refusal.ts';
import { deliveryCharges } from './basket-charges.ts';

/** One order of a preview, as it is kept. */
export interface PreviewOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** Paise, as it was previewed. */
  readonly price: number;
}

/** Fewer shares of a previewed order; 0 leaves it out. */
export interface Edit {
  readonly symbol: string;
  readonly quantity: number;
}

/** Previewed orders with what their owner made of them. @throws Refusal `invalid` for more than was previewed */
export const edited = (orders: readonly PreviewOrder[], edits: readonly Edit[]): PreviewOrder[] => {
  const quantities = new Map(orders.map(({ symbol, quantity }) => [symbol, quantity]));
  for (const { symbol, quantity } of edits) {
    const previewed = quantities.get(symbol);
    if (previewed === undefined)
      throw new Refusal('invalid', `${symbol} is not among the previewed orders.`, {
        fields: { edits: `must not name ${symbol}` },
      });
    if (quantity > previewed)
      throw new Refusal(
        'invalid',
        `${symbol} was previewed with ${previewed} shares; an edit can only make it fewer. Make a new preview for more.`,
        { fields: { edits: `must be at most ${previewed} for ${symbol}` } },
      );
    quantities.set(symbol, quantity);
  }
  return orders
    .map((order) => ({ ...order, quantity: quantities.get(order.symbol) ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
};

/** Cash (paise) once orders have filled at their previewed prices. */
export const cashAfter = (orders: readonly PreviewOrder[], cash: number, time: number): number => {
  const chargesOn = deliveryCharges(time);
  return orders.reduce((left, { side, quantity, price }) => {
    const value = quantity * price;
    return left + (side === 'buy' ? -value : value) - chargesOn(side, value);
  }, cash);
};
