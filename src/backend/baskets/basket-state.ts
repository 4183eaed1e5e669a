import type { ChargesOn } from '../../engine/baskets/allocate.ts';
import type { BasketAccount, HeldLine } from '../../engine/baskets/rebalance.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Database } from '../db/database.ts';
import type { BasketHoldingRow, OrderRow, PositionRow } from '../db/schema.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { heldResult, type HeldResult, holdingPrice, sumHeld } from '../trading/held-result.ts';
import { paidCharges } from '../trading/position-charges.ts';
import { type Definition, positionsOf, workingOrders } from './basket-book.ts';
import { planOrders } from './basket-plan.ts';
import { basketPrice } from './basket-prices.ts';

/** A held basket as it stands; money in paise. */
export interface BasketState {
  readonly definition: Definition;
  readonly holding: BasketHoldingRow;
  /** Null when the replay it was bought on is over. */
  readonly run: MarketRun | null;
  /** Open positions, by symbol: one position for each purchase. */
  readonly open: ReadonlyMap<string, readonly PositionRow[]>;
  readonly working: readonly OrderRow[];
  /** Outcome of the orders of the last plan, by symbol. */
  readonly orders: Awaited<ReturnType<typeof planOrders>>;
  /** Why its owner is needed; null when they are not. */
  readonly attention: string | null;
  readonly lines: readonly HeldLine[];
  /** Put in so far, whatever was taken out. */
  readonly invested: number;
  readonly cash: number;
  readonly charges: number;
  /** Cash and shares at their last price. Shares without one count at what was paid. */
  readonly value: number;
  /** Present holding of it, as Holdings shows it. */
  readonly shares: HeldResult;
}

const bySymbol = (positions: readonly PositionRow[]): Map<string, PositionRow[]> => {
  const map = new Map<string, PositionRow[]>();
  for (const position of positions) {
    if (position.status !== 'open') continue;
    const rows = map.get(position.symbol) ?? [];
    map.set(position.symbol, rows);
    rows.push(position);
  }
  return map;
};

export const quantityOf = (positions: readonly PositionRow[] = []): number =>
  positions.reduce((sum, { quantity }) => sum + quantity, 0);

/** Cost of the purchases that remain, before charges. */
export const costOf = (positions: readonly PositionRow[] = []): number =>
  positions.reduce((sum, row) => sum + Math.round((row.entry_value * row.quantity) / row.entry_quantity), 0);

/** Constituents and anything else held, with their prices on a run. */
export const linesOf = (
  definition: Definition,
  run: MarketRun | null,
  open: ReadonlyMap<string, readonly PositionRow[]> = new Map(),
): HeldLine[] => {
  const weights = new Map(definition.constituents.map(({ symbol, weight }) => [symbol, weight]));
  return [...new Set([...weights.keys(), ...open.keys()])].map((symbol) => ({
    symbol,
    weight: weights.get(symbol) ?? 0,
    quantity: quantityOf(open.get(symbol)),
    price: run ? (basketPrice(run, symbol)?.price ?? null) : null,
  }));
};

export const loadBasketState = async (
  database: Database,
  marketRuns: MarketRuns,
  definition: Definition,
  holding: BasketHoldingRow,
): Promise<BasketState> => {
  const { read } = database;
  const run = marketRuns.findRun(holding.user_id, holding.run_id);
  const positions = await positionsOf(read, holding.strategy_id);
  const flows = await read
    .selectFrom('basket_flows')
    .select('amount')
    .where('holding_id', '=', holding.id)
    .execute();
  const account = await read
    .selectFrom('strategies')
    .select(['status', 'attention'])
    .where('id', '=', holding.strategy_id)
    .executeTakeFirstOrThrow();
  const open = bySymbol(positions);
  const sum = (read: (row: PositionRow) => number) => positions.reduce((total, row) => total + read(row), 0);
  const charges = sum(paidCharges);
  const cash =
    flows.reduce((total, { amount }) => total + amount, 0) +
    sum((row) => row.exit_value - row.entry_value) -
    charges;
  const lines = linesOf(definition, run, open);
  const shares = sumHeld(
    [...open.values()].flat().map((row) => heldResult(row, holdingPrice(run, row.symbol))),
  );
  return {
    definition,
    holding,
    run,
    open,
    working: await workingOrders(read, holding.strategy_id),
    orders: await planOrders(read, holding),
    attention: account.status === STRATEGY_STATUS.needsAttention ? account.attention : null,
    lines,
    invested: flows.reduce((total, { amount }) => total + Math.max(0, amount), 0),
    cash,
    charges,
    value: cash + shares.value,
    shares,
  };
};

/** Account by which the engine plans. */
export const planningAccount = (
  { lines, cash }: Pick<BasketState, 'lines' | 'cash'>,
  chargesOn: ChargesOn,
): BasketAccount => ({ lines, cash, chargesOn });

/** Constituents of which nothing is held although nothing is on its way. */
export const missingOf = ({ lines, working, open }: BasketState): string[] =>
  working.length > 0
    ? []
    : lines.filter(({ symbol, weight }) => weight > 0 && !open.has(symbol)).map(({ symbol }) => symbol);
