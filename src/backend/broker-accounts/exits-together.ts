import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isBeingClosed } from '../trading/leave-together.ts';
import type { WantedExitIntent } from './exit-intents.ts';
import type { HeldPosition } from './held-position.ts';

/** First attempts at exits with some keys, in writing order. */
export const ordersOfKeys = (query: Transaction['query'], keys: readonly string[]): Promise<OrderRow[]> =>
  query.selectFrom('orders').selectAll().where('intent_key', 'in', keys).orderBy('id').execute();

interface Wish {
  readonly held: HeldPosition;
  readonly wish: Pick<WantedExitIntent, 'quantity'>;
}

/**
 * Wishes for positions that are open still, as the database has them: what was filled a moment ago is not in memory yet.
 * @throws Refusal `not-found` where none is open, `conflict` where so many units are wanted of one that is being left, or
 * has fewer by now
 */
export const requireFree = async <Wanted extends Wish>(
  { query }: Transaction,
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
  const leaving = await query
    .selectFrom('exit_intents')
    .select('position_id')
    .where('position_id', 'in', ids)
    .where('status', '=', 'open')
    .execute();
  const units = new Map(rows.map(({ id, quantity }) => [id, quantity]));
  const left = new Set(leaving.map(({ position_id: id }) => id));
  for (const { held, wish } of wanted) {
    const { id, symbol } = held.row;
    if (wish.quantity === null) continue;
    // Which units are meant is not guessed: those on their way out may be the same.
    if (left.has(id)) throw isBeingClosed(symbol);
    if ((units.get(id) ?? 0) < wish.quantity)
      throw new Refusal(
        'conflict',
        `What you hold of ${symbol} has changed meanwhile, so nothing was ordered. Look at it again.`,
      );
  }
  const open = wanted.filter(({ held }) => units.has(held.row.id));
  if (open.length === 0) throw notFound('open position');
  return open;
};
