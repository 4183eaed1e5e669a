import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { gtt } from '../../../shared/contract/gtt.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';
import { priceOf, unitsOf } from './typed-figures.ts';

/** Input of the call that previews a GTT order. */
export type GttInput = InputOf<typeof gtt.preview>;

/** Fields of a GTT order that cannot be read. */
type GttField = 'type' | 'symbol' | 'amount' | 'price' | 'triggerPrice';

/** Input of a call, or the first field that cannot be read. With real money alone, and in shares. */
export const gttInput = (form: ManualOrderForm): { input: GttInput } | { unread: GttField } => {
  if (form.mode !== 'live') return { unread: 'type' };
  const symbol = form.symbol.trim().toUpperCase();
  if (symbol === '') return { unread: 'symbol' };
  const quantity = unitsOf(form.amount);
  if (quantity === null) return { unread: 'amount' };
  const triggerPrice = priceOf(form.triggerPrice);
  if (typeof triggerPrice !== 'number') return { unread: 'triggerPrice' };
  const price = priceOf(form.price);
  if (typeof price !== 'number') return { unread: 'price' };
  return { input: { symbol, side: form.side, quantity, triggerPrice, price } };
};
