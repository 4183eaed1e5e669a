import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import type { Order } from '../../../shared/contract/positions.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import type { OrderInput } from './order-input.ts';
import { priceOf, unitsOf } from './typed-figures.ts';

type ChangeInput = InputOf<typeof manual.change>;

/** Whether an order can get other figures: an entry by hand on paper that still works. */
export const isChangeable = ({ mode, terms, state }: Order): boolean =>
  mode === 'test' && terms !== null && WORKING_STATES.includes(state);

/** Whether an order with real money can: a limit or stop by hand that rests at the broker. */
export const isChangeableAtBroker = ({ mode, terms, state }: Order): boolean =>
  mode === 'live' &&
  (terms?.type === 'limit' || terms?.type === 'stop') &&
  ['accepted', 'waiting', 'triggered', 'open', 'partially-filled'].includes(state);

/** Whether an order can be cancelled. One that nobody knows of is settled instead. */
export const isCancellable = ({ state }: Order): boolean =>
  WORKING_STATES.includes(state) && state !== 'unknown';

/** Whether its owner has to say what became of an order: a real one that nobody knows of. */
export const isToSettle = ({ mode, state }: Order): boolean => mode === 'live' && state === 'unknown';

/** Prices that an order has now. A stop order whose trigger was reached is a limit order in the market. */
export const priceKinds = ({ terms, state }: Order): { hasLimit: boolean; hasTrigger: boolean } => ({
  hasLimit: terms !== null && terms.type !== 'market',
  hasTrigger: terms?.type === 'stop' && (state === 'waiting' || state === 'accepted'),
});

/** Figures that an order is shown with. Where it has others by now, it is not changed. */
export const seenFigures = ({ quantity, limitPrice, triggerPrice }: Order) => ({
  quantity,
  price: limitPrice,
  triggerPrice,
});

/** Input of the call that changes an order; null of figures that cannot be read. */
export const changeInput = (
  order: Order,
  typed: Readonly<Record<'quantity' | 'price' | 'triggerPrice' | 'stopLoss' | 'target', string>>,
): ChangeInput | null => {
  const { hasLimit, hasTrigger } = priceKinds(order);
  const quantity = unitsOf(typed.quantity);
  const price = hasLimit ? priceOf(typed.price) : null;
  const triggerPrice = hasTrigger ? priceOf(typed.triggerPrice) : null;
  const [stopLoss, target] = [priceOf(typed.stopLoss), priceOf(typed.target)];
  if (quantity === null) return null;
  if (price === undefined || triggerPrice === undefined) return null;
  if (stopLoss === undefined || target === undefined) return null;
  const { orderId, terms } = order;
  const seenLevels = { stopLoss: terms?.stopLoss ?? null, target: terms?.target ?? null };
  const before = { ...seenFigures(order), ...seenLevels };
  return { orderId, quantity, price, triggerPrice, stopLoss, target, before };
};

/** A changed order as it would be placed anew. */
export const pricedAs = (
  { symbol, side, terms }: Order,
  { quantity, price, triggerPrice }: ChangeInput,
): OrderInput => ({
  ...{ symbol, side, price, triggerPrice, product: terms?.product ?? 'intraday' },
  type: typeof triggerPrice === 'number' ? 'stop' : typeof price === 'number' ? 'limit' : 'market',
  size: { by: 'quantity', amount: quantity },
});
