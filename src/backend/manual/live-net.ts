import type { LeftTogether } from '../broker-accounts/live-execution.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import { ordersOfKeys, requireFree } from '../broker-accounts/exits-together.ts';
import { readInstrument } from '../broker-accounts/held-position.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { inTime } from '../in-time.ts';
import { notFound, Refusal } from '../refusal.ts';
import { keyOfHeld, keyOfParts } from '../trading/manual-terms.ts';
import { keyOfMark, requirePart } from './known-orders.ts';
import { type ClosedPart, oldestFirst, spread } from './manual-order-check.ts';
import { requireNet } from './manual-positions.ts';

/** The run of what is held. */
type HoldingRun = Pick<LiveRun, 'execution' | 'contractToday'>;

interface NetDeps {
  readonly database: Database;
  readonly run: HoldingRun;
  /** How long the answers of all orders together are waited for, ms. The orders go on without. */
  readonly patienceMs: number;
}

/** Request to close positions that its owner names. */
interface ClosingNet {
  readonly userId: number;
  readonly positionIds: readonly number[];
  /** Units of all of them; undefined for everything. */
  readonly quantity: number | undefined;
  /** The same key again finds the orders that are there. */
  readonly key: string;
}

/** Units in a lot of what is held. By the broker's list of today. */
export const lotSizeOf = (run: HoldingRun, { instrument_json: json }: PositionRow): number => {
  const held = readInstrument(json);
  return held ? run.contractToday(held).lotSize : 1;
};

/** @throws Refusal `invalid` where part of a lot would leave one of several positions; `field` is that of the caller */
export const requireWholeLots = (parts: readonly ClosedPart[], lotSize: number, field: string): void => {
  const broken = parts.find(
    ({ position, quantity }) => quantity < position.quantity && quantity % lotSize !== 0,
  );
  if (!broken) return;
  const { quantity, position } = broken;
  const sentence = `This would close ${quantity} of ${position.quantity} ${position.symbol} in one position, which is not a whole number of lots of ${lotSize}. Close each position by itself.`;
  throw new Refusal('invalid', sentence, { fields: { [field]: sentence } });
};

const REASON = 'Closed by you';

/** Orders of positions that leave together. As they stand when all are answered, or the patience ends. */
export const answeredTogether = async (
  { database, patienceMs }: Omit<NetDeps, 'run'>,
  { orders, sent }: LeftTogether,
): Promise<OrderRow[]> => {
  await inTime(sent, patienceMs);
  const ids = orders.map(({ id }) => id);
  return database.read.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute();
};

/** Why the parts of an order cannot be closed at this moment; null where they can. */
export const notFreeProblem = async (
  { read }: Database,
  parts: readonly ClosedPart[],
): Promise<string | null> => {
  const wanted = parts.map(({ position, quantity }) => ({ held: { row: position }, wish: { quantity } }));
  try {
    await requireFree(read, wanted);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

/** Write what closes the parts of one order: all, or none. The first has the key itself. */
export const leaveParts = (
  run: HoldingRun,
  parts: readonly ClosedPart[],
  key: string,
): Promise<LeftTogether> => {
  const wanted = parts.map(({ position: { id }, quantity }, index) => ({
    positionId: id,
    quantity,
    key: index === 0 ? key : keyOfHeld(key, id),
  }));
  const keys = wanted.map((part) => part.key);
  return run.execution.exitTogether(wanted, keys, REASON);
};

/**
 * Close positions that their owner names, or so many units of them: each by an order of its own, the oldest first. All
 * orders are written, or none. Of everything, what is closed by now or leaves as a whole already is as it was wanted.
 * @throws Refusal `not-found` of another's, `invalid` for more than there is or no whole lots, `conflict` for so many units
 * of one that is being closed
 */
export const closeNet = async (
  deps: NetDeps,
  { userId, positionIds, quantity, key }: ClosingNet,
): Promise<OrderRow[]> => {
  const { database, run } = deps;
  const [one, ...others] = await requireNet(database, userId, positionIds);
  const ownKey = keyOfMark(userId, `close:${key}`);
  const ids = new Set([one, ...others].map(({ id }) => id));
  const keys = [...ids].map((id) => keyOfHeld(ownKey, id));
  const known = await ordersOfKeys(database.read, keys);
  if (known.length > 0) return known;
  const open = oldestFirst(run.execution.positionsOf(one.strategy_id).filter(({ id }) => ids.has(id)));
  if (open.length === 0) throw notFound('open position');
  const all = () => open.map((position) => ({ position, quantity: undefined }));
  const parts = quantity === undefined ? all() : partsOf(run, open, quantity);
  const wanted = parts.map((part) => ({
    positionId: part.position.id,
    quantity: part.quantity,
    key: keyOfHeld(ownKey, part.position.id),
  }));
  return answeredTogether(deps, await run.execution.exitTogether(wanted, keys, REASON));
};

/** @throws Refusal `invalid` for more units than there are, or for some that are no whole lots */
const partsOf = (run: HoldingRun, open: readonly PositionRow[], quantity: number): readonly ClosedPart[] => {
  const total = open.reduce((sum, position) => sum + position.quantity, 0);
  const [{ symbol } = { symbol: '' }] = open;
  requirePart(symbol, total, quantity, 1);
  const parts = spread(open, quantity);
  for (const part of parts) requireWholeLots([part], lotSizeOf(run, part.position), 'quantity');
  return parts;
};

/** All orders that one order by hand became, the first one first. */
export const ordersTogether = async ({ read }: Database, order: OrderRow): Promise<OrderRow[]> => {
  if (order.slot !== 'leaving') return [order];
  const key = keyOfParts(order.intent_key);
  const rows = await read
    .selectFrom('orders')
    .selectAll()
    .where('strategy_id', '=', order.strategy_id)
    .where('slot', '=', 'leaving')
    .where('placed_at', '>=', order.placed_at)
    .where('intent_key', 'like', `${key}:part:%`)
    .orderBy('id')
    .execute();
  // A letter of a mark may stand for any in the pattern.
  return [order, ...rows.filter(({ id, intent_key: own }) => id !== order.id && keyOfParts(own) === key)];
};
