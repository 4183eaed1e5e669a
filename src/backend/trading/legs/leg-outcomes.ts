import { LEG_EXITS, type LegExit } from '../../../engine/legs/structure-progress.ts';
import { isOver } from '../../../engine/trading/order.ts';
import type { Database } from '../../db/database.ts';
import type { OrderRow } from '../../db/schema.ts';
import type { RunIdentity } from '../order-path.ts';

/** Outcome of an entry order. Prices in paise. */
export type EntryOutcome =
  | { readonly is: 'working' }
  | { readonly is: 'refused' }
  | { readonly is: 'filled'; readonly price: number; readonly quantity: number; readonly positionId: number };

/** How a position of a leg was closed. */
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

/** Outcome of the entry order with a key. One that was never written is refused: it will not fill. */
export const entryOutcome = async (db: Database['read'], key: string): Promise<EntryOutcome> => {
  const order = await db
    .selectFrom('orders')
    .select(['state', 'filled_quantity', 'filled_value', 'position_id'])
    .where('intent_key', '=', key)
    .executeTakeFirst();
  if (!order) return { is: 'refused' };
  if (!isOver(order.state)) return { is: 'working' };
  const { filled_quantity: quantity, filled_value: value, position_id: positionId } = order;
  if (quantity === 0 || positionId === null) return { is: 'refused' };
  return { is: 'filled', price: value / quantity, quantity, positionId };
};

/** How a leg's last position on a run was closed; null while it is open. */
export const legClose = async (
  db: Database['read'],
  strategyId: number,
  { source, runId }: RunIdentity,
  leg: number,
): Promise<LegClose | null> => {
  const position = await db
    .selectFrom('positions')
    .select(['id', 'status', 'exit_value', 'entry_quantity'])
    .where('strategy_id', '=', strategyId)
    .where('source', '=', source)
    .where('run_id', '=', runId)
    .where('leg', '=', leg)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (position?.status !== 'closed') return null;
  const order = await db
    .selectFrom('orders')
    .select(['purpose', 'intent_key'])
    .where('position_id', '=', position.id)
    .where('slot', '!=', 'entry')
    .where('filled_quantity', '>', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return {
    price: position.exit_value / position.entry_quantity,
    why: order ? exitOf(order) : 'by-hand',
  };
};
