import type { Kysely } from 'kysely';
import type { ConstituentOrder } from '../../shared/contract/baskets.ts';
import type { BasketHoldingRow, OrderRow, Schema } from '../db/schema.ts';
import { stepKey, type Step } from './place-orders.ts';

type Orders = ReadonlyMap<string, readonly ConstituentOrder[]>;

const shown = (order: OrderRow): ConstituentOrder => ({
  orderId: order.id,
  side: order.side,
  quantity: order.quantity,
  filledQuantity: order.filled_quantity,
  state: order.state,
  reason: order.reason,
});

const bySymbol = (rows: readonly (readonly [symbol: string, order: ConstituentOrder])[]): Orders => {
  const orders = new Map<string, ConstituentOrder[]>();
  for (const [symbol, order] of rows) orders.set(symbol, [...(orders.get(symbol) ?? []), order]);
  return orders;
};

/** The newest sale of each purchase that is still held. */
const salesOf = async (db: Kysely<Schema>, { strategy_id }: BasketHoldingRow): Promise<Orders> => {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('positions', 'positions.id', 'orders.position_id')
    .selectAll('orders')
    .where('orders.strategy_id', '=', strategy_id)
    .where('orders.purpose', '!=', 'entry')
    .where('positions.status', '=', 'open')
    .orderBy('orders.id')
    .execute();
  const newest = new Map(rows.map((row) => [row.position_id, row]));
  return bySymbol([...newest.values()].map((row) => [row.symbol, shown(row)]));
};

/**
 * The outcome of each order of the latest plan, by symbol. Orders that were not placed are included. Of a basket that
 * is being sold, the outcome of its sales.
 */
export const planOrders = async (db: Kysely<Schema>, holding: BasketHoldingRow): Promise<Orders> => {
  if (holding.closing_at !== null) return salesOf(db, holding);
  const plan = await db
    .selectFrom('basket_previews')
    .selectAll()
    .where('holding_id', '=', holding.id)
    .where('state', '!=', 'made')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!plan) return new Map();
  const steps = JSON.parse(plan.orders_json) as Step[];
  if (steps.length === 0) return new Map();
  const keys = steps.map((step) => stepKey(plan.run_id, `basket:${plan.id}`, step));
  const placed = await db.selectFrom('orders').selectAll().where('intent_key', 'in', keys).execute();
  const refusals = JSON.parse(plan.refusals_json) as Readonly<Record<string, string>>;
  return bySymbol(
    steps.map((step, index) => {
      const key = keys[index] ?? '';
      const order = placed.find((row) => row.intent_key === key);
      const { side, quantity } = step;
      const left = { orderId: null, side, quantity, filledQuantity: 0 };
      if (order) return [step.symbol, shown(order)];
      return plan.state === 'placing'
        ? [step.symbol, { ...left, state: 'waiting', reason: '' }]
        : [step.symbol, { ...left, state: 'not-placed', reason: refusals[key] ?? 'It was not sent.' }];
    }),
  );
};

/** The sentences on orders that were not placed, stored with their plan. */
export const refusalsOf = (
  runId: number,
  previewId: number,
  placed: readonly { readonly step: Step; readonly problem: string | null }[],
): string =>
  JSON.stringify(
    Object.fromEntries(
      placed.flatMap(({ step, problem }) =>
        problem === null ? [] : [[stepKey(runId, `basket:${previewId}`, step), problem]],
      ),
    ),
  );
