import {
  priceAfter,
  type PriceFactor,
  priceFactorOf,
  shareRatioOf,
  type ShareRatio,
} from '../../engine/corporate-actions/carry-over.ts';
import { isAtBroker } from '../../engine/trading/order.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { logTrading } from './announce.ts';
import { type CarryDeps, type DueAction, isApplied, record, subjectOf } from './carried-record.ts';
import { orderText } from './carried-text.ts';
import { applyEvent } from './order-book.ts';

const scaledAtr = (json: string | null, factor: PriceFactor): string | null =>
  json &&
  JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    typeof value === 'number' ? priceAfter(value, factor) : value,
  );

/** Shares of a position before and after an action. */
export interface CarriedCount {
  readonly before: number;
  readonly after: number;
  /** The action was applied to it just now. */
  readonly isCarried: boolean;
}

/** Shares that an order is for after an action; null where it stays as it is. Only those left to be filled. */
const restAfter = (
  order: OrderRow,
  { before, after }: ShareRatio,
  day: string,
  position: CarriedCount | undefined,
): number | null => {
  const left = order.quantity - order.filled_quantity;
  const isOlder = order.placed_at < istDayStart(day);
  const scaled = Math.floor((left * after) / before);
  if (order.slot === 'entry' || !position) return isOlder ? scaled : null;
  // An exit follows its position, to which the action may have been applied before the order was written.
  if (!position.isCarried) return null;
  // Of the whole position it leaves the whole of it, also where the list came after the order.
  if (position.before === left) return position.after;
  return Math.min(isOlder ? scaled : left, position.after);
};

/** Apply an action to a working order. Null where nothing changes, `ended` where nothing is left of it. */
export const carryOrder = async (
  tx: Transaction,
  deps: CarryDeps,
  order: OrderRow,
  kept: DueAction,
  position: CarriedCount | undefined,
): Promise<OrderRow | 'ended' | null> => {
  const ratio = shareRatioOf(kept.action);
  const factor = priceFactorOf(kept.action, kept.close);
  const subject = subjectOf('order', order.id);
  if (!ratio || !factor || !isAtBroker(order.state)) return null;
  const left = order.quantity - order.filled_quantity;
  const rest = restAfter(order, ratio, kept.day, position);
  if (rest === null || (await isApplied(tx, deps.userId, subject, kept))) return null;
  const effect = { before: left, after: rest, cost: 0, fraction: 0, payout: 0 };
  await record(tx, deps, subject, kept, effect);
  const reason = orderText(kept, left, rest);
  const { strategy } = deps.termsOf(order.strategy_id);
  await logTrading(deps.sinks, tx, strategy, {
    topic: 'order',
    text: `The order to ${order.side} ${order.symbol} was changed. ${reason}.`,
    at: deps.at,
  });
  if (rest === 0) {
    await deps.cancelIn(tx, order, reason);
    return 'ended';
  }
  await tx.query
    .updateTable('orders')
    .set({
      decision_price:
        order.decision_price === null ? null : Math.round(priceAfter(order.decision_price, factor)),
      atr_json: scaledAtr(order.atr_json, factor),
    })
    .where('id', '=', order.id)
    .execute();
  return applyEvent(tx, deps.sinks.hub, order, {
    event: 'take-change',
    at: deps.at,
    said: reason,
    change: { quantity: order.filled_quantity + rest },
  });
};

/** A step of a basket's plan, as it is stored. */
interface PlannedStep {
  readonly symbol: string;
  readonly quantity: number;
  readonly positionId: number | null;
}

/** Apply an action to baskets' plans that are not all sent. */
export const carryPlans = async (
  tx: Transaction,
  deps: CarryDeps,
  kept: DueAction,
  held: ReadonlyMap<number, CarriedCount>,
): Promise<void> => {
  const ratio = shareRatioOf(kept.action);
  if (!ratio) return;
  const plans = await tx.query
    .selectFrom('basket_previews')
    .select(['id', 'orders_json'])
    .where('user_id', '=', deps.userId)
    .where('run_id', '=', deps.run.runId)
    .where('state', '=', 'placing')
    .execute();
  for (const { id, orders_json: json } of plans) {
    const steps = JSON.parse(json) as PlannedStep[];
    const subject = subjectOf('plan', id);
    const mine = steps.filter(({ symbol }) => symbol === deps.symbol);
    if (mine.length === 0 || (await isApplied(tx, deps.userId, subject, kept))) continue;
    const multiplied = (step: PlannedStep): number => {
      const position = step.positionId === null ? undefined : held.get(step.positionId);
      return position?.before === step.quantity
        ? position.after
        : Math.floor((step.quantity * ratio.after) / ratio.before);
    };
    const carried = steps
      .map((step) => (step.symbol === deps.symbol ? { ...step, quantity: multiplied(step) } : step))
      .filter(({ quantity }) => quantity > 0);
    const count = (all: readonly PlannedStep[]): number =>
      all.reduce((sum, { symbol, quantity }) => sum + (symbol === deps.symbol ? quantity : 0), 0);
    const effect = { before: count(steps), after: count(carried), cost: 0, fraction: 0, payout: 0 };
    await record(tx, deps, subject, kept, effect);
    await tx.query
      .updateTable('basket_previews')
      .set({ orders_json: JSON.stringify(carried) })
      .where('id', '=', id)
      .execute();
  }
};
