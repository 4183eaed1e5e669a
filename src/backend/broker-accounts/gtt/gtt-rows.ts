import type { Kysely } from 'kysely';
import { type GttEvent, type GttTerms, nextGttState } from '../../../engine/trading/gtt.ts';
import { type GttState, MAY_TRIGGER } from '../../../shared/gtt-states.ts';
import type { Transaction } from '../../db/database.ts';
import type { GttRow, Schema } from '../../db/schema.ts';
import type { EventHub } from '../../notices/event-hub.ts';

/** Terms of a row, as the broker's list has them. Prices in paise. */
export const termsOfGtt = ({ side, quantity, trigger_price: trigger, price }: GttRow): GttTerms => ({
  side,
  quantity,
  trigger,
  price,
});

/** GTT orders of a user in some states, oldest first. */
export const gttIn = (
  db: Kysely<Schema>,
  userId: number,
  states: readonly GttState[] = MAY_TRIGGER,
): Promise<GttRow[]> =>
  db
    .selectFrom('gtt_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', states)
    .orderBy('id')
    .execute();

/** Publish a change of GTT orders to their owner, after the commit. */
export const announceGtt = (hub: EventHub, tx: Transaction, userId: number): void =>
  tx.afterCommit(() => hub.publish(userId, { type: 'gtt' }));

/** Change that comes with an event. */
type GttChange = Partial<
  Pick<GttRow, 'reason' | 'broker_rule_id' | 'end_wanted' | 'quantity' | 'trigger_price' | 'price'>
>;

/** A GTT order before and after an event. */
interface MovedGtt {
  readonly before: GttRow;
  readonly row: GttRow;
}

/** Bring a GTT order on by an event. Null where nothing changes by it. */
export const moveGtt = async (
  tx: Transaction,
  id: number,
  event: GttEvent,
  at: number,
  change: GttChange = {},
): Promise<MovedGtt | null> => {
  const before = await tx.query
    .selectFrom('gtt_orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const state = nextGttState(before.state, event);
  const isSame =
    state === before.state &&
    Object.entries(change).every(([name, value]) => before[name as keyof GttRow] === value);
  if (state === null || isSame) return null;
  const row = await tx.query
    .updateTable('gtt_orders')
    .set({ ...change, state, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', before.state)
    .returningAll()
    .executeTakeFirst();
  return row ? { before, row } : null;
};

/** Wish that GTT orders end, as far as they may trigger: one of them, or all that buy and could open something. */
export const wishEndOfGtt = async (
  tx: Transaction,
  hub: EventHub,
  { userId, which, reason }: { userId: number; which: number | 'buys'; reason: string },
): Promise<void> => {
  const wished = tx.query
    .updateTable('gtt_orders')
    .set({ end_wanted: reason })
    .where('user_id', '=', userId)
    .where('state', 'in', MAY_TRIGGER)
    .where('end_wanted', 'is', null);
  const { numUpdatedRows } = await (
    which === 'buys' ? wished.where('side', '=', 'buy') : wished.where('id', '=', which)
  ).executeTakeFirst();
  if (numUpdatedRows > 0n) announceGtt(hub, tx, userId);
};

/** Whether GTT orders to buy may trigger. Those that are to end do not count. */
export const hasGttBuys = async (db: Kysely<Schema>, userId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('gtt_orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('side', '=', 'buy')
    .where('state', 'in', MAY_TRIGGER)
    .where('end_wanted', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Money that GTT orders of a user may take, paise. Quantity times limit of those that buy. */
export const moneyOfGtt = async (db: Kysely<Schema>, userId: number): Promise<number> => {
  const rows = await db
    .selectFrom('gtt_orders')
    .select(['quantity', 'price'])
    .where('user_id', '=', userId)
    .where('side', '=', 'buy')
    .where('state', 'in', MAY_TRIGGER)
    .execute();
  return rows.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
};

/** Sentence on GTT orders that may still buy; null where none may. Their cancellation is not confirmed. */
export const gttThatMayBuy = async (db: Kysely<Schema>, userId: number): Promise<string | null> =>
  (await gttIn(db, userId)).some(({ side }) => side === 'buy')
    ? 'A GTT order that buys is not known to be cancelled yet and may still trigger: look at GTT orders.'
    : null;
