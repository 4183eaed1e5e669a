import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import { parseRupees } from '../../../shared/money.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';
import { priceOf, unitsOf } from './typed-figures.ts';

/** Input of the call that previews an order on paper. With real money there is no trigger. */
export type OrderInput = InputOf<typeof manual.preview>;

/** Units, lots or paise of an amount; null of what is none. */
const amountOf = ({ sizeBy, amount }: ManualOrderForm): number | null => {
  if (sizeBy === 'quantity' || sizeBy === 'lots') return unitsOf(amount);
  const paise = parseRupees(amount.trim().replaceAll(',', ''));
  return paise !== null && paise > 0 ? paise : null;
};

/** Input of the calls about an order with real money. */
type LiveInput = InputOf<typeof manual.previewLive>;

/** An order as it is asked of the broker; null of one that waits for a trigger. */
export const liveInput = ({ type, triggerPrice: _, ...order }: OrderInput): LiveInput | null =>
  type === 'stop' ? null : { ...order, type };

/** The same order in units. By money or risk it would be another at each price. */
export const sizedAs = (order: LiveInput, quantity: number): LiveInput => ({
  ...order,
  size: { by: 'quantity', amount: quantity },
});

/** Fields of an order that cannot be read. */
export type UnreadField = 'type' | 'symbol' | 'amount' | 'price' | 'triggerPrice' | 'stopLoss' | 'target';

/** Input of a call, or the first field that cannot be read. */
export const orderInput = (form: ManualOrderForm): { input: OrderInput } | { unread: UnreadField } => {
  const { type } = form;
  // One that waits over days is another call.
  if (type === 'gtt' || (form.mode === 'live' && type === 'stop')) return { unread: 'type' };
  const symbol = form.symbol.trim().toUpperCase();
  if (symbol === '') return { unread: 'symbol' };
  const amount = amountOf(form);
  if (amount === null) return { unread: 'amount' };
  const price = type === 'market' ? null : priceOf(form.price);
  if (price === undefined || (type !== 'market' && price === null)) return { unread: 'price' };
  const triggerPrice = type === 'stop' ? priceOf(form.triggerPrice) : null;
  if (triggerPrice === undefined || (type === 'stop' && triggerPrice === null))
    return { unread: 'triggerPrice' };
  const [stopLoss, target] = [priceOf(form.stopLoss), priceOf(form.target)];
  if (stopLoss === undefined) return { unread: 'stopLoss' };
  if (target === undefined) return { unread: 'target' };
  return {
    input: {
      ...{ symbol, side: form.side, type, price, triggerPrice, stopLoss, target },
      product: form.product,
      size: { by: form.sizeBy, amount },
    },
  };
};
