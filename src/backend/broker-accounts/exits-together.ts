import { WORKING_STATES } from '../../shared/order-states.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isBeingClosed } from '../trading/leave-together.ts';
import { openExitIntents, type WantedExitIntent } from './exit-intents.ts';
import type { HeldPosition } from './held-position.ts';

/** First attempts at exits with some keys, in writing order. */
export const ordersOfKeys = (query: Transaction['query'], keys: readonly string[]): Promise<OrderRow[]> =>
  query.selectFrom('orders').selectAll().where('intent_key', 'in', keys).orderBy('id').execute();

/** Units of a position that are wanted off; null for all of them. */
interface Wish {
  readonly held: { readonly row: Pick<HeldPosition['row'], 'id' | 'symbol'> };
  readonly wish: Pick<WantedExitIntent, 'quantity'>;
}

/** Units of a position that may be on their way out. An order that was taken back counts until its end is known. */
const unitsOut = async (query: Transaction['query'], positionId: number): Promise<number> => {
  const wishes = await openExitIntents(query, positionId);
  const orders = await query
    .selectFrom('orders')
    .select(['exit_intent_id', 'quantity', 'filled_quantity'])
    .where('position_id', '=', positionId)
    .where('slot', '=', 'leaving')
    .where('state', 'in', WORKING_STATES)
    .execute();
  const ordered = (wishId: number | null): number =>
    orders
      .filter(({ exit_intent_id: ofWish }) => wishId === null || ofWish === wishId)
      .reduce((sum, order) => sum + order.quantity - order.filled_quantity, 0);
  return wishes.reduce(
    (sum, { id, quantity, filled }) =>
      quantity === null ? Number.POSITIVE_INFINITY : sum + Math.max(0, quantity - filled - ordered(id)),
    ordered(null),
  );
};

/**
 * Wishes for positions that are open still, as the database has them: what was filled a moment ago is not in memory yet.
 * @throws Refusal `not-found` where none is open, `conflict` where more units are wanted of one than are free
 */
export const requireFree = async <Wanted extends Wish>(
  query: Transaction['query'],
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> => {
  const ids = wanted.map(({ held }) => held.row.id);
  if (ids.length === 0) throw notFound('open position');
  const rows = await query
    .selectFrom('positions')
    .select(['id', 'quantity'])
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .execute();
  const units = new Map(rows.map(({ id, quantity }) => [id, quantity]));
  for (const { held, wish } of wanted) {
    const { id, symbol } = held.row;
    if (wish.quantity === null) continue;
    const quantity = units.get(id) ?? 0;
    if (quantity < wish.quantity)
      throw new Refusal(
        'conflict',
        `What you hold of ${symbol} has changed meanwhile, so nothing was ordered. Look at it again.`,
      );
    // Which units are meant is not guessed: those on their way out may be the same.
    if (quantity - (await unitsOut(query, id)) < wish.quantity) throw isBeingClosed(symbol);
  }
  const open = wanted.filter(({ held }) => units.has(held.row.id));
  if (open.length === 0) throw notFound('open position');
  return open;
};
