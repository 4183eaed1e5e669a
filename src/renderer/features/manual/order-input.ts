import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import { parseRupees } from '../../../shared/money.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';
import { priceOf, unitsOf } from './typed-figures.ts';

/** Input of the calls that preview an order. */
export type OrderInput = InputOf<typeof manual.preview>;

/** Units, lots or paise of an amount; null of what is none. */
const amountOf = ({ sizeBy, amount }: ManualOrderForm): number | null => {
  if (sizeBy === 'quantity' || sizeBy === 'lots') return unitsOf(amount);
  const paise = parseRupees(amount.trim().replaceAll(',', ''));
  return paise !== null && paise > 0 ? paise : null;
};

/** The same order in units. By money or risk it would be another at each price. */
export const sizedAs = (order: OrderInput, quantity: number): OrderInput => ({
  ...order,
  size: { by: 'quantity', amount: quantity },
});

/** Fields of an order that cannot be read. */
export type UnreadField = 'type' | 'symbol' | 'amount' | 'price' | 'triggerPrice' | 'stopLoss' | 'target';

/** Input of a call, or the first field that cannot be read. */
export const orderInput = (form: ManualOrderForm): { input: OrderInput } | { unread: UnreadField } => {
  const { type } = form;
  // One that waits over days is another call.
  if (type === 'gtt') return { unread: 'type' };
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
