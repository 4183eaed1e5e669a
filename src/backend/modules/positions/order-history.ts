import type { Mode } from '../../../shared/contract/fields.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Database } from '../../db/database.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { type OrderEvent, orderView } from '../../trading/views.ts';
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

const ordersInAll = async (database: Database, userId: number, mode: Mode): Promise<number> => {
  const { total } = await database
    .readOf(userId)
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  return total;
};

/** A page of orders, newest first, each with its events. */
export const orderHistory =
  (deps: PositionsDeps): PositionsCalls['orders'] =>
  async (input, { userId }) => {
    const { database } = deps;
    const mode = modeOfFlag(input.isTest);
    let query = database
      .readOf(userId)
      .selectFrom('orders')
      .innerJoin('strategies', 'strategies.id', 'orders.strategy_id')
      .where('orders.user_id', '=', userId)
      .where('orders.mode', '=', mode);
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
    const { rows, total } = await paged(query, input, (found) =>
      found.selectAll('orders').select('strategies.name as strategyName').orderBy('orders.id', 'desc'),
    );
    const life = await lifeOf(
      database,
      rows.map((row) => row.id),
    );
    const list = rows.map((row) => orderView(row, row.strategyName, life.get(row.id) ?? []));
    return {
      ...(mode === 'test' ? { test_orderhistory: list } : { live_orderhistory: list }),
      totalOrder: await ordersInAll(database, userId, mode),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  };
