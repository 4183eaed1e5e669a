import { allOf } from '../all-of.ts';
import type { BasketExecution } from '../../shared/contract/baskets.ts';
import type { Database } from '../db/database.ts';
import type { BasketHoldingRow, OrderRow, PositionRow } from '../db/schema.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';

type Placed = BasketExecution['orders'][number];

/** One order to submit. A sale names the purchase it takes from, so that doing it again finds the same order. */
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

/** The intent key of a plan's step: one step, one order. */
export const stepKey = (runId: number, plan: string, { positionId, symbol }: Step): string =>
  `${runId}:${plan}:${positionId ?? symbol}`;

/** How many steps of a plan have their order written. */
export const countWritten = async (
  { read }: Database,
  runId: number,
  plan: string,
  steps: readonly Step[],
): Promise<number> => {
  if (steps.length === 0) return 0;
  const keys = steps.map((step) => stepKey(runId, plan, step));
  const rows = await read.selectFrom('orders').select('id').where('intent_key', 'in', keys).execute();
  return rows.length;
};

/** The refusal of a plan that could not be written whole: what was begun, how far it came, what comes then. */
export const inPart = (
  begun: string,
  { written, of, then }: { readonly written: number; readonly of: number; readonly then: string },
  cause: unknown,
): Refusal =>
  new Refusal(
    'unavailable',
    of === 0
      ? `${begun} But not everything could be saved. ${then}`
      : `${begun} But not everything could be saved: ${written} of ${of} orders are placed. ${then}`,
    { cause },
  );

/** A step with its order, or why there is none. */
export interface PlacedStep {
  readonly step: Step;
  readonly order: OrderRow | null;
  readonly problem: string | null;
}

/** A step as the contract shows it. */
export const placedView = ({ step: { symbol, side, quantity }, order, problem }: PlacedStep): Placed => ({
  symbol,
  side,
  quantity,
  orderId: order?.id ?? null,
  state: order?.state ?? null,
  problem,
  isWaiting: false,
});

/** A step whose turn has not come. */
export const waitingView = ({ symbol, side, quantity }: Step): Placed => ({
  symbol,
  side,
  quantity,
  orderId: null,
  state: null,
  problem: null,
  isWaiting: true,
});

/**
 * The most live sales that are sent together. Each checks the broker's books, which may be read once a second, so
 * many share one reading.
 */
const SALES_AT_ONCE = 6;
/** Unknown orders in a row after which nothing more is sent: the broker does not answer then. */
const MOST_UNKNOWN = 2;
const NO_ANSWERS = 'Not sent: the broker did not answer for the orders before.';

interface PlanIntent {
  /** Names the plan in the keys of its orders. */
  readonly plan: string;
  readonly reason: string;
  /** Why the steps that are left must not be placed any more; null while they may. */
  readonly blockReason?: () => Promise<string | null>;
}

/**
 * Submit steps to the order path: sales, then purchases. Each has a key of its own, so steps that were submitted before
 * are only looked up. One that is refused does not keep the others back: it says why.
 */
export const placeSteps = async (
  database: Database,
  run: MarketRun,
  holding: Pick<BasketHoldingRow, 'user_id' | 'strategy_id'>,
  steps: readonly Step[],
  { plan, reason, blockReason }: PlanIntent,
): Promise<PlacedStep[]> => {
  const { execution, session, identity } = run;
  const submit = async (step: Step, key: string): Promise<OrderRow> =>
    (await known(database, key)) ??
    (step.positionId === null
      ? await execution.place({
          userId: holding.user_id,
          strategyId: holding.strategy_id,
          positionId: null,
          symbol: step.symbol,
          ...identity,
          side: 'buy',
          slot: 'entry',
          purpose: 'entry',
          quantity: step.quantity,
          reason,
          key,
          at: session.now,
        })
      : await execution.exit(step.positionId, 'exit', reason, session.now, key, step.quantity));
  const place = async (step: Step): Promise<PlacedStep> => {
    const stop = (await blockReason?.()) ?? null;
    if (stop !== null) return { step, order: null, problem: stop };
    try {
      return { step, order: await submit(step, stepKey(identity.runId, plan, step)), problem: null };
    } catch (error) {
      if (error instanceof Refusal || error instanceof BrokerTrouble)
        return { step, order: null, problem: error.message };
      throw error;
    }
  };
  const placed: PlacedStep[] = [];
  const sales = steps.filter(({ side }) => side === 'sell');
  const atOnce = identity.mode === 'live' ? SALES_AT_ONCE : 1;
  for (let first = 0; first < sales.length; first += atOnce)
    placed.push(...(await allOf(sales.slice(first, first + atOnce).map(place))));
  let unknown = 0;
  for (const step of steps.filter(({ side }) => side === 'buy')) {
    const next = unknown < MOST_UNKNOWN ? await place(step) : { step, order: null, problem: NO_ANSWERS };
    if (next.order) unknown = next.order.state === 'unknown' ? unknown + 1 : 0;
    placed.push(next);
  }
  return placed;
};
