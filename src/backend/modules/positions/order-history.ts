import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Database } from '../../db/database.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { type OrderEvent, orderView } from '../../trading/views.ts';
import { OrderCounts } from './order-counts.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

/** Orders by what became of them. */
const ORDER_STATUS = {
  all: null,
  complete: ['filled'],
  open: WORKING_STATES,
  rejected: ['rejected', 'denied'],
  cancelled: ['cancelled', 'expired', 'withdrawn', 'written-off'],
} as const;

const lifeOf = async (
  database: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderEvent[]>> => {
  const lives = new Map<number, OrderEvent[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return lives;
  const events = await database.read
    .selectFrom('order_events')
    .select(['order_id', 'state', 'at', 'reason', 'said'])
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
  for (const event of events) lives.get(event.order_id)?.push(event);
  return lives;
};

/** A page of orders, newest first, each with its events. */
export const orderHistory = ({ database }: PositionsDeps): PositionsCalls['orders'] => {
  const counts = new OrderCounts(database);
  return async (input, { userId }) => {
    const mode = modeOfFlag(input.isTest);
    const all = database
      .readOf(userId)
      .selectFrom('orders')
      .innerJoin('strategies', 'strategies.id', 'orders.strategy_id')
      .where('orders.user_id', '=', userId)
      .where('orders.mode', '=', mode);
    let query = all;
    if (input.strategyId !== undefined) query = query.where('orders.strategy_id', '=', input.strategyId);
    if (input.positionId !== undefined) query = query.where('orders.position_id', '=', input.positionId);
    if (input.from_date) query = query.where('orders.placed_at', '>=', istDayStart(input.from_date));
    if (input.to_date) query = query.where('orders.placed_at', '<', istDayStart(input.to_date) + DAY_MS);
    if (input.search)
      query = query.where((eb) =>
        eb.or([containing('orders.symbol', input.search), containing('strategies.name', input.search)]),
      );
    const states = ORDER_STATUS[input.status];
    if (states) query = query.where('orders.state', 'in', states);
    const totalOrder = await counts.of(userId, mode);
    const { rows, total } = await paged(
      query,
      input,
      (found) =>
        found
          .selectAll('orders')
          .select(['strategies.name as strategyName', 'strategies.kind as strategyKind'])
          .orderBy('orders.id', 'desc'),
      // What nothing narrows down is not counted once more.
      query === all ? totalOrder : undefined,
    );
    const life = await lifeOf(
      database,
      rows.map((row) => row.id),
    );
    const list = rows.map((row) =>
      orderView(row, { name: row.strategyName, kind: row.strategyKind }, life.get(row.id) ?? []),
    );
    return {
      ...(mode === 'test' ? { test_orderhistory: list } : { live_orderhistory: list }),
      totalOrder,
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  };
};
