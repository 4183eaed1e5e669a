import { checkLevels } from '../../engine/trading/manual-order.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { keyOfPart, type ManualLevels } from '../trading/manual-terms.ts';
import type { TradingRun } from '../trading/trading-run.ts';
import { beingClosed, beingClosedOf, keyOfMark, requirePart } from './known-orders.ts';
import { findManualAccount } from './manual-account.ts';
import { type ClosedPart, manualInstrument, refusalOf } from './manual-order-check.ts';

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
 * Set the levels of a position by hand. With `isListed` it is of what a broker lists.
 * @throws Refusal `invalid` for a level that the price is beyond already
 */
export const protectByHand = async (
  database: Database,
  run: HoldingRun,
  { id, user_id: userId, symbol, side }: PositionRow,
  levels: ManualLevels,
  isListed = false,
): Promise<PositionRow> => {
  const instrument = await manualInstrument(database, userId, run, symbol, isListed);
  const checked = checkLevels(instrument, side, levels, instrument.lastPrice);
  if (!checked.ok) throw refusalOf(checked.failure);
  return run.execution.setLevels(id, levels);
};

/** Want so many units of a position off, or all. Nothing holds an exit back. */
export const leaveByHand = (
  { execution, session }: MarketRun,
  { id }: PositionRow,
  quantity: number | undefined,
  key: string,
): Promise<OrderRow> => execution.exit(id, 'exit', 'Closed by you', session.now, key, quantity);

/**
 * Want so many units of several positions on paper off. All are ordered or none; the first order has the key itself.
 * @throws Refusal `conflict` where one of them is being left already
 */
export const leaveTogether = (
  { execution, session }: TradingRun,
  parts: readonly ClosedPart[],
  key: string,
): Promise<OrderRow[]> =>
  execution.exitTogether(
    parts.map(({ position, quantity }, index) => ({
      positionId: position.id,
      quantity,
      key: keyOfPart(key, index),
    })),
    'Closed by you',
    session.now,
  );

/** How a position is closed where it is held. */
interface Closing {
  /** Units of it; undefined for all. */
  readonly quantity: number | undefined;
  /** The same key again finds the order that is there. */
  readonly key: string;
  readonly lotSize: () => Promise<number> | number;
  /** Order so many units off; of undefined as many as there are then, since more may have filled. */
  readonly leave: (quantity: number | undefined, key: string) => Promise<OrderRow>;
}

/**
 * Close a position by hand, or so many units of it.
 * @throws Refusal `invalid` for more than there is, or no whole lots, `conflict` where another order is closing some of it
 */
export const closeByHand = async (
  { user_id: userId, symbol, quantity: held }: PositionRow,
  { quantity, key, lotSize, leave }: Closing,
): Promise<OrderRow> => {
  if (quantity !== undefined) requirePart(symbol, held, quantity, quantity < held ? await lotSize() : 1);
  const ownKey = keyOfMark(userId, `close:${key}`);
  const order = await leave(quantity, ownKey);
  // All of it is being closed already, or its stop has closed it: that is what was wanted.
  const isWhole = beingClosedOf(order) >= held;
  if (order.intent_key !== ownKey && !isWhole) throw beingClosed(order);
  return order;
};

/**
 * Positions of one net position by hand, the oldest first.
 * They are of one symbol, side and product, all on paper or all with real money, and may be closed by now.
 * @throws Refusal `not-found` of another's, `invalid` of different ones
 */
export const requireNet = async (
  { read }: Database,
  userId: number,
  ids: readonly number[],
): Promise<readonly [PositionRow, ...PositionRow[]]> => {
  const rows = await read
    .selectFrom('positions')
    .innerJoin('strategies', 'strategies.id', 'positions.strategy_id')
    .selectAll('positions')
    .where('positions.id', 'in', ids)
    .where('positions.user_id', '=', userId)
    .where('strategies.owner_id', '=', userId)
    .where('strategies.kind', '=', 'manual')
    .orderBy('positions.id')
    .execute();
  const [first, ...others] = rows;
  if (!first || rows.length < new Set(ids).size) throw notFound('open position');
  const { symbol, side, product, run_id: runId, mode } = first;
  if (others.some((row) => row.mode !== mode))
    throw new Refusal(
      'invalid',
      'Positions on paper and positions with real money are not closed together.',
      { fields: { positionIds: 'must be all on paper or all with real money' } },
    );
  const isAlike = (row: PositionRow): boolean =>
    row.symbol === symbol && row.side === side && row.product === product && row.run_id === runId;
  if (!others.every(isAlike))
    throw new Refusal('invalid', 'Only positions of one symbol, side and product are closed together.', {
      fields: { positionIds: 'must be of one symbol, side and product' },
    });
  return [first, ...others];
};
