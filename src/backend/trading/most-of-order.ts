import type { OrderRow } from '../db/schema.ts';

type Figures = Pick<OrderRow, 'quantity' | 'asked_quantity' | 'filled_quantity' | 'price' | 'asked_price'>;

/**
 * The most that an order may still take: units, at a price in paise. A change of which nobody knows may have happened,
 * so the larger of both quantities stands at the dearer of both prices.
 */
export const mostOfOrder = ({
  quantity,
  asked_quantity: askedQuantity,
  filled_quantity: filled,
  price,
  asked_price: askedPrice,
}: Figures): { readonly quantity: number; readonly price: number } => ({
  quantity: Math.max(quantity, askedQuantity ?? 0) - filled,
  price: Math.max(price ?? 0, askedPrice ?? 0),
});
