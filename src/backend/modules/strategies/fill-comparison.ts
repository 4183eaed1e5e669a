import { chargePaise, chargesOnOrder, totalCharges } from '../../../engine/charges/charges.ts';
import { FILL_PURPOSES, type FillComparison } from '../../../shared/contract/fill-comparison.ts';
import { istIso } from '../../../shared/time.ts';
import { paperPrice } from '../../brokers/paper/paper-broker.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { type EndedOrder, fillFigures, slippageCost } from '../../trading/fill-figures.ts';
import { fillNotes, fillSummary } from '../../trading/fill-text.ts';
import { positionSegment, TARIFF } from '../../trading/position-charges.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';

/** Orders of each mode that are looked at, the latest ones. */
const MOST_ORDERS = 2_000;
const SHOWN_FILLS = 50;

const endedOrders = (database: Database, strategy: StrategyRow, scope: ResultScope) => {
  const { read } = database;
  return read
    .selectFrom('orders')
    .leftJoin('positions', 'positions.id', 'orders.position_id')
    .select([
      'orders.id',
      'orders.symbol',
      'orders.side',
      'orders.purpose',
      'orders.quantity',
      'orders.filled_quantity',
      'orders.filled_value',
      'orders.decision_price',
      'orders.trigger_price',
      'orders.placed_at',
      'positions.product',
      (eb) =>
        eb
          .selectFrom('fills')
          .select((one) => one.fn.max('fills.at').as('at'))
          .whereRef('fills.order_id', '=', 'orders.id')
          .as('last_fill_at'),
      // A stop that rests at the broker is in the market from when it was triggered.
      (eb) =>
        eb
          .selectFrom('order_events')
          .select((one) => one.fn.min('order_events.at').as('at'))
          .whereRef('order_events.order_id', '=', 'orders.id')
          .where('order_events.state', 'in', ['triggered', 'open'])
          .as('opened_at'),
    ])
    .where('orders.user_id', '=', strategy.owner_id)
    .where('orders.strategy_id', '=', strategy.id)
    .where('orders.mode', '=', scope.mode)
    .where('orders.source', '=', scope.source)
    .where(isOfRun(scope, 'orders.run_id'))
    .where('orders.state', 'in', ['filled', 'cancelled', 'rejected', 'expired'])
    .where('orders.purpose', 'in', FILL_PURPOSES)
    .$narrowType<{ purpose: (typeof FILL_PURPOSES)[number] }>()
    .orderBy('orders.id', 'desc')
    .limit(MOST_ORDERS)
    .execute();
};

type Row = Awaited<ReturnType<typeof endedOrders>>[number];

/**
 * Whether an order was meant to fill. A stop that rested at the broker and was taken back without its price having come
 * was not.
 */
const wasInMarket = (row: Row): boolean =>
  row.trigger_price === null || row.filled_quantity > 0 || row.opened_at !== null;

const orderOf = (row: Row): EndedOrder => {
  const segment = positionSegment({ symbol: row.symbol, product: row.product ?? 'intraday' });
  const leg = { segment, side: row.side, turnoverPaise: row.filled_value, time: row.placed_at };
  return {
    side: row.side,
    quantity: row.quantity,
    filledQuantity: row.filled_quantity,
    filledValue: row.filled_value,
    // A resting stop is moved as it trails; what counts is where it was when it was reached.
    decisionPrice: row.trigger_price ?? row.decision_price,
    decidedAt: row.trigger_price === null ? row.placed_at : row.opened_at,
    lastFillAt: row.last_fill_at,
    charges: row.filled_quantity === 0 ? 0 : chargePaise(totalCharges(chargesOnOrder(leg, TARIFF))),
  };
};

const liveFill = (row: Row, slippageBp: number): FillComparison['liveFills'][number] => {
  const order = orderOf(row);
  const { decisionPrice, lastFillAt } = order;
  const filledAt = lastFillAt ?? row.placed_at;
  const testPrice =
    decisionPrice === null || row.purpose === 'target'
      ? decisionPrice
      : paperPrice(row.symbol, row.side, decisionPrice, slippageBp, filledAt);
  return {
    orderId: row.id,
    purpose: row.purpose,
    symbol: row.symbol,
    side: row.side,
    quantity: row.filled_quantity,
    filledAt: istIso(filledAt),
    decisionPrice,
    price: Math.round(row.filled_value / row.filled_quantity),
    testPrice,
    slippageCost: slippageCost(order),
  };
};

/** Fills of a strategy's orders in test, beside live. */
export const fillComparison = async (
  database: Database,
  strategy: StrategyRow,
  scopes: { readonly test: ResultScope; readonly live: ResultScope },
): Promise<FillComparison> => {
  const test = await endedOrders(database, strategy, scopes.test);
  const sent = await endedOrders(database, strategy, scopes.live);
  const live = sent.filter(wasInMarket);
  const isCut = test.length === MOST_ORDERS || sent.length === MOST_ORDERS;
  const purposes = FILL_PURPOSES.map((purpose) => {
    const figures = (rows: readonly Row[]) =>
      fillFigures(rows.filter((row) => row.purpose === purpose).map(orderOf));
    return { purpose, test: figures(test), live: figures(live) };
  });
  return {
    summary: fillSummary(purposes),
    notes: fillNotes(scopes.test.source, purposes, isCut ? MOST_ORDERS : null),
    testSource: scopes.test.source,
    purposes,
    liveFills: live
      .filter((row) => row.filled_quantity > 0)
      .slice(0, SHOWN_FILLS)
      .map((row) => liveFill(row, strategy.slippage_bp)),
  };
};
