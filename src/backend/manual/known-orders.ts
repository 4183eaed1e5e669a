import type { ManualSize } from '../../engine/trading/manual-order.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { MOST_BY_HAND } from '../../shared/page-size.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { changedSince } from '../broker-accounts/entry-changes.ts';
import { Refusal } from '../refusal.ts';
import { BY_HAND, keyOfPart, type ManualTerms, manualTermsOf } from '../trading/manual-terms.ts';
import { lotSizeAt, type WantedOrder } from './manual-order-check.ts';

/** Key of the intent of an order by hand: one mark, one order. */
export const keyOfMark = (userId: number, mark: string): string => `${BY_HAND}${userId}:${mark}`;

/**
 * Whether an order has a size that is asked for. One in money or risk is another at each price, and what closes a position
 * is cut to what is left.
 */
const hasSize = (
  { quantity, symbol, placed_at: at, manual_json: byHand }: OrderRow,
  size: ManualSize,
): boolean => {
  const { by, amount } = size;
  if (by === 'money' || by === 'risk') return true;
  const units = by === 'lots' ? amount * lotSizeAt(symbol, at) : amount;
  return byHand === null ? quantity <= units : quantity === units;
};

/** Whether an order has a stop-loss that is asked for. One in percent is another at each price. */
const hasStop = (terms: ManualTerms, { stopLoss, stopLossPercent }: WantedOrder): boolean =>
  typeof stopLossPercent === 'number' ? terms.stopLoss !== null : terms.stopLoss === stopLoss;

/** Whether an order is the one that is sent again. A broker is sent a limit for a market order too. */
const isSameOrder = (order: OrderRow, wanted: WantedOrder): boolean => {
  const { symbol, side, size, type, price, triggerPrice, product, target } = wanted;
  if (order.symbol !== symbol || order.side !== side || !hasSize(order, size)) return false;
  const terms = manualTermsOf(order);
  if (!terms) return type === 'market';
  const isSamePrice = type === 'market' || (terms.price === price && terms.triggerPrice === triggerPrice);
  const hasSameLevels = hasStop(terms, wanted) && terms.target === target;
  return isSamePrice && hasSameLevels && terms.type === type && terms.product === product;
};

/** Whether somebody has changed an order since it was placed. It is the same order all the same. */
const isChangedSince = async ({ read }: Database, orderId: number): Promise<boolean> => {
  const change = await read
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('event', '=', 'take-change')
    .executeTakeFirst();
  return change !== undefined;
};

/** The order that was sent with a mark. @throws Refusal `conflict` of another, and of one with other money */
export const orderOfKey = async (
  database: Database,
  userId: number,
  key: string,
  wanted: WantedOrder,
  mode: Mode,
): Promise<OrderRow | undefined> => {
  const order = await database.read
    .selectFrom('orders')
    .selectAll()
    .where('intent_key', '=', key)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!order) return undefined;
  const { symbol, side } = wanted;
  const isSame =
    isSameOrder(order, wanted) ||
    (order.symbol === symbol && order.side === side && (await isChangedSince(database, order.id)));
  if (order.mode !== mode || !isSame)
    throw new Refusal('conflict', 'This order was already sent with other values. Start again.');
  return order;
};

/** Terms that an order was seen with. Prices in paise. */
export interface SeenTerms {
  readonly quantity: number;
  readonly price: number | null;
  readonly triggerPrice: number | null;
  /** Levels of an order on paper; undefined where they are not changed with the order. */
  readonly stopLoss?: number | null;
  readonly target?: number | null;
}

/**
 * Require an order to have the terms that it was seen with. A trigger that was reached since is looked at elsewhere.
 * @throws Refusal `conflict` where another window has changed it
 */
export const requireAsSeen = (order: OrderRow, seen: SeenTerms | undefined): void => {
  if (!seen) return;
  const { quantity, price, trigger_price: trigger } = order;
  const levels = manualTermsOf(order);
  const hasLevel = (level: 'stopLoss' | 'target'): boolean =>
    seen[level] === undefined || seen[level] === (levels?.[level] ?? null);
  const hasTrigger = trigger === null || seen.triggerPrice === null || seen.triggerPrice === trigger;
  const hasLevels = hasLevel('stopLoss') && hasLevel('target');
  if (quantity !== seen.quantity || price !== seen.price || !hasTrigger || !hasLevels) throw changedSince();
};

const PARTS: readonly number[] = Array.from({ length: MOST_BY_HAND }, (_, index) => index);

/** All orders that one request to close became, the first one first. */
export const ordersOfKey = ({ read }: Database, userId: number, key: string): Promise<OrderRow[]> =>
  read
    .selectFrom('orders')
    .selectAll()
    .where(
      'intent_key',
      'in',
      PARTS.map((index) => keyOfPart(key, index)),
    )
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Units that an order takes out of its position: all that it has, once it is filled. */
export const beingClosedOf = ({ state, quantity, filled_quantity }: OrderRow): number =>
  state === 'filled' ? quantity : quantity - filled_quantity;

/** Refusal of another exit. It would be lost in the one that is under way. */
export const beingClosed = (order: OrderRow): Refusal =>
  new Refusal(
    'conflict',
    `${beingClosedOf(order)} ${order.symbol} of this position are being closed already. Wait for that order, or cancel it.`,
  );

/** Refusal of a trigger for an order in the market. Sent without it, the order might fill at once. */
export const triggerReached = (): Refusal =>
  new Refusal(
    'conflict',
    'The trigger of this order was reached: it is a limit order in the market now. Look at it again.',
  );

/** @throws Refusal `invalid` for more units than a position has, or for some that are no whole lots */
export const requirePart = (symbol: string, held: number, quantity: number, lotSize: number): void => {
  if (quantity > held)
    throw new Refusal('invalid', `The position has ${held}, and no more can be closed.`, {
      fields: { quantity: `must be at most ${held}` },
    });
  if (quantity < held && quantity % lotSize !== 0)
    throw new Refusal(
      'invalid',
      `${quantity} is not a whole number of lots: ${symbol} trades in lots of ${lotSize}.`,
      { fields: { quantity: `must be in lots of ${lotSize}` } },
    );
};
