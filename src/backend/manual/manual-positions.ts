import { checkLevels } from '../../engine/trading/manual-order.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { notFound } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { ManualLevels } from '../trading/manual-terms.ts';
import { beingClosed, beingClosedOf, keyOfMark, requirePart } from './known-orders.ts';
import { findManualAccount } from './manual-account.ts';
import { manualInstrument, refusalOf } from './manual-order-check.ts';

/** A run that can change what is held by hand. */
type HoldingRun = MarketRun & {
  readonly execution: { setLevels(positionId: number, levels: ManualLevels): Promise<PositionRow> };
};

/** Open position that a user has by hand in a mode; undefined of another. */
export const findPositionByHand = async (
  { read }: Database,
  userId: number,
  mode: Mode,
  positionId: number,
): Promise<PositionRow | undefined> => {
  const account = await findManualAccount(read, userId, mode);
  return (
    account &&
    read
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', positionId)
      .where('user_id', '=', userId)
      .where('strategy_id', '=', account.id)
      .where('status', '=', 'open')
      .executeTakeFirst()
  );
};

/** The same. @throws Refusal `not-found` of another */
export const requirePositionByHand = async (
  ...of: Parameters<typeof findPositionByHand>
): Promise<PositionRow> => {
  const position = await findPositionByHand(...of);
  if (!position) throw notFound('open position');
  return position;
};

/**
 * Set the levels of a position by hand.
 * @throws Refusal `invalid` for a level that the price is beyond already
 */
export const protectByHand = async (
  database: Database,
  run: HoldingRun,
  { id, user_id: userId, symbol, side }: PositionRow,
  levels: ManualLevels,
): Promise<PositionRow> => {
  const instrument = await manualInstrument(database, userId, run, symbol);
  const checked = checkLevels(instrument, side, levels, instrument.lastPrice);
  if (!checked.ok) throw refusalOf(checked.failure);
  return run.execution.setLevels(id, levels);
};

/** Want so many units of a position off. Nothing holds an exit back. */
export const leaveByHand = (
  { execution, session }: MarketRun,
  { id }: PositionRow,
  quantity: number,
  key: string,
): Promise<OrderRow> => execution.exit(id, 'exit', 'Closed by you', session.now, key, quantity);

/** Units of an exit of all: as many as there are once it is written. More may have filled by then. */
const ALL = Number.MAX_SAFE_INTEGER;

/** How a position is closed where it is held. */
interface Closing {
  /** Units of it; undefined for all. */
  readonly quantity: number | undefined;
  /** The same key again finds the order that is there. */
  readonly key: string;
  readonly lotSize: () => Promise<number> | number;
  readonly leave: (quantity: number, key: string) => Promise<OrderRow>;
}

/**
 * Close a position by hand, or so many units of it.
 * @throws Refusal `invalid` for more than there is, or no whole lots, `conflict` where another order is closing some of it
 */
export const closeByHand = async (
  { user_id: userId, symbol, quantity: held }: PositionRow,
  { quantity = ALL, key, lotSize, leave }: Closing,
): Promise<OrderRow> => {
  if (quantity !== ALL) requirePart(symbol, held, quantity, quantity < held ? await lotSize() : 1);
  const ownKey = keyOfMark(userId, `close:${key}`);
  const order = await leave(quantity, ownKey);
  // All of it is being closed already, or its stop has closed it: that is what was wanted.
  const isWhole = beingClosedOf(order) >= held;
  if (order.intent_key !== ownKey && !isWhole) throw beingClosed(order);
  return order;
};
