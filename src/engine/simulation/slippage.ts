import { roundToTick } from '../instrument.ts';

/** Slippage of an order against the market price: so many ticks, or so many hundredths of a percent. */
export type Slippage =
  | { readonly kind: 'ticks'; readonly ticks: number }
  | { readonly kind: 'basis-points'; readonly points: number };

const amountOf = (slippage: Slippage, price: number, tick: number): number =>
  slippage.kind === 'ticks' ? slippage.ticks * tick : (price * slippage.points) / 10_000;

/**
 * Price in paise at which a market order fills: the price made worse by the slippage and brought to a tick away from
 * the trader, never below one tick. Without slippage the price is left as it is.
 */
export const slippedPrice = (
  price: number,
  side: 'buy' | 'sell',
  slippage: Slippage,
  tick: number,
): number => {
  const amount = amountOf(slippage, price, tick);
  if (amount === 0) return price;
  return side === 'buy' ? roundToTick(price + amount, tick, 'up') : roundToTick(price - amount, tick, 'down');
};
