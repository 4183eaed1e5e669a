import type { BasketExecution } from '../../shared/contract/baskets.ts';
import type { Database } from '../db/database.ts';
import type { BasketHoldingRow, OrderRow, PositionRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';

type Placed = BasketExecution['orders'][number];

/** One order to hand over. A sale names the purchase it takes from, so that doing it again finds the same order. */
export interface Step {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly positionId: number | null;
}

/** Splits sales over the purchases that are still held, oldest first. */
export const stepsOf = (
  orders: readonly { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly quantity: number }[],
  open: ReadonlyMap<string, readonly PositionRow[]>,
): Step[] =>
  orders.flatMap(({ symbol, side, quantity }): Step[] => {
    if (side === 'buy') return [{ symbol, side, quantity, positionId: null }];
    let left = quantity;
    return (open.get(symbol) ?? []).flatMap((position) => {
      const part = Math.min(left, position.quantity);
      left -= part;
      return part === 0 ? [] : [{ symbol, side, quantity: part, positionId: position.id }];
    });
  });

const known = (database: Database, key: string): Promise<OrderRow | undefined> =>
  database.read.selectFrom('orders').selectAll().where('intent_key', '=', key).executeTakeFirst();

const shown = ({ symbol, side, quantity }: Step, order: OrderRow): Placed => ({
  symbol,
  side,
  quantity,
  orderId: order.id,
  state: order.state as Placed['state'],
  problem: null,
});

/**
 * Hands steps to the order path, one by one. Each has a key of its own, so steps that were handed over before are only
 * looked up. One that is refused does not keep the others back: it says why.
 */
export const placeSteps = async (
  database: Database,
  run: MarketRun,
  holding: Pick<BasketHoldingRow, 'user_id' | 'trick_id'>,
  steps: readonly Step[],
  intent: { readonly key: string; readonly reason: string },
): Promise<Placed[]> => {
  const { execution, session, identity } = run;
  const placed: Placed[] = [];
  for (const step of steps) {
    const key = `${identity.runId}:${intent.key}:${step.positionId ?? step.symbol}`;
    try {
      const order =
        (await known(database, key)) ??
        (step.positionId === null
          ? await execution.place({
              userId: holding.user_id,
              trickId: holding.trick_id,
              positionId: null,
              symbol: step.symbol,
              ...identity,
              side: 'buy',
              purpose: 'entry',
              quantity: step.quantity,
              reason: intent.reason,
              key,
              at: session.now,
            })
          : await execution.exit(step.positionId, 'exit', intent.reason, session.now, key, step.quantity));
      placed.push(shown(step, order));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { symbol, side, quantity } = step;
      placed.push({ symbol, side, quantity, orderId: null, state: null, problem: error.message });
    }
  }
  return placed;
};
