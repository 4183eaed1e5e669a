import { LEG_EXITS, type LegExit } from '../../../engine/legs/structure-progress.ts';
import { isOver } from '../../../engine/trading/order.ts';
import type { Database } from '../../db/database.ts';
import type { OrderRow } from '../../db/schema.ts';
import type { RunIdentity } from '../order-path.ts';

/** Outcome of an entry. Prices in paise. */
export type EntryOutcome =
  /** Since its first order was wanted, epoch ms. */
  | { readonly is: 'working'; readonly since: number }
  | { readonly is: 'refused' }
  | { readonly is: 'filled'; readonly price: number; readonly quantity: number };

/** How what a leg held was closed. */
export interface LegClose {
  readonly price: number;
  readonly why: LegExit;
}

/** Key of an order that closes a leg. It says why. */
export const exitKey = ({ runId }: RunIdentity, positionId: number, why: LegExit, now: number): string =>
  `${runId}:${positionId}:leg ${why}:${now}`;

/** Why an exit order closed a leg. The stop of the position, the square-off and people have keys of their own. */
const exitOf = ({ purpose, intent_key: key }: Pick<OrderRow, 'purpose' | 'intent_key'>): LegExit => {
  if (purpose === 'stop-loss' || purpose === 'target') return purpose;
  if (purpose === 'square-off') return 'exit-time';
  if (purpose === 'settlement') return 'expiry';
  return LEG_EXITS.find((exit) => key.includes(`:leg ${exit}:`)) ?? 'by-hand';
};

/** The most orders of one entry. Each is as large as the exchange takes at once. */
const MOST_SLICES = 64;

/** Keys of the orders of an entry. The first is that of an entry in one order. */
export const sliceKeys = (key: string): string[] => [
  key,
  ...Array.from({ length: MOST_SLICES - 1 }, (_, index) => `${key}/${index + 2}`),
];

/** Outcome of an entry, over all its orders. One that was never written is refused: it will not fill. */
export const entryOutcome = async (db: Database['read'], key: string): Promise<EntryOutcome> => {
  const orders = await db
    .selectFrom('orders')
    .select(['state', 'filled_quantity', 'filled_value', 'position_id', 'placed_at'])
    .where('intent_key', 'in', sliceKeys(key))
    .execute();
  if (orders.some(({ state }) => !isOver(state)))
    return { is: 'working', since: Math.min(...orders.map(({ placed_at: at }) => at)) };
  const filled = orders.filter(
    ({ filled_quantity: quantity, position_id: id }) => quantity > 0 && id !== null,
  );
  const quantity = filled.reduce((sum, order) => sum + order.filled_quantity, 0);
  const value = filled.reduce((sum, order) => sum + order.filled_value, 0);
  return quantity === 0 ? { is: 'refused' } : { is: 'filled', price: value / quantity, quantity };
};

/** How the positions of an entry were closed; null while one of them is open. */
export const legClose = async (db: Database['read'], key: string): Promise<LegClose | null> => {
  const positions = await db
    .selectFrom('orders')
    .innerJoin('positions', 'positions.id', 'orders.position_id')
    .select([
      'positions.id as id',
      'positions.status as status',
      'positions.exit_value as exit_value',
      'positions.entry_quantity as entry_quantity',
    ])
    .where('orders.intent_key', 'in', sliceKeys(key))
    .execute();
  if (positions.length === 0 || positions.some(({ status }) => status !== 'closed')) return null;
  const order = await db
    .selectFrom('orders')
    .select(['purpose', 'intent_key'])
    .where(
      'position_id',
      'in',
      positions.map(({ id }) => id),
    )
    .where('slot', '!=', 'entry')
    .where('filled_quantity', '>', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const value = positions.reduce((sum, { exit_value: paise }) => sum + paise, 0);
  const quantity = positions.reduce((sum, { entry_quantity: units }) => sum + units, 0);
  return { price: value / quantity, why: order ? exitOf(order) : 'by-hand' };
};
