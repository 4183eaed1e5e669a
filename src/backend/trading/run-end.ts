import { WORKING_STATES } from '../../shared/order-states.ts';
import { EVERYBODY, type OwnUsers } from '../cluster/own-users.ts';
import { type Concern, type Database, HOUSE, type Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import type { LastPrice } from '../market/last-price.ts';
import { type EventSinks, logTrading } from './announce.ts';
import { type BookedFill, bookFill } from './book-fill.ts';
import type { Intent } from './order-book.ts';
import type { RunIdentity, TradingTerms } from './order-path.ts';
import type { PaperOrders } from './paper-orders.ts';

type Reader = Database['read'];

/** Open positions of some users on a run. */
export const openOfRun = (
  db: Reader,
  { source, runId }: RunIdentity,
  users: OwnUsers = EVERYBODY,
): Promise<PositionRow[]> =>
  db
    .selectFrom('positions')
    .selectAll()
    .where('source', '=', source)
    .where('run_id', '=', runId)
    .where('status', '=', 'open')
    .where(users.among('user_id'))
    .orderBy('id')
    .execute();

/** Working orders of some users on a run, oldest first. */
export const workingOfRun = (
  db: Reader,
  { source, runId }: RunIdentity,
  users: OwnUsers = EVERYBODY,
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('source', '=', source)
    .where('run_id', '=', runId)
    .where('state', 'in', WORKING_STATES)
    .where(users.among('user_id'))
    .orderBy('id')
    .execute();

/** Anything else that a run writes, and its owner; null for the house. */
export interface Alongside {
  readonly userId: number | null;
  readonly write: (tx: Transaction) => Promise<void>;
}

/** Whom a write to rows of a run concerns. */
export const concernOf = (
  rows: readonly { readonly user_id: number }[],
  { userId }: Pick<Alongside, 'userId'>,
): Concern => {
  const users = new Set(rows.map((row) => row.user_id));
  if (userId !== null) users.add(userId);
  return users.size === 0 ? HOUSE : [...users];
};

interface RunEndDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly run: RunIdentity;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
}

interface RunEnd {
  /** Market time. */
  readonly now: number;
  readonly reason: string;
  /** Intent that closes a position, without its key. */
  readonly intentOf: (row: PositionRow) => Omit<Intent, 'key'>;
  readonly alongside: Alongside;
}

/**
 * Writes the end of a paper run in one transaction: its orders are taken back, and what it holds is sold at the last price
 * seen, or at what was paid where there is none.
 */
export const writeRunEnd = async (
  deps: RunEndDeps,
  orders: PaperOrders,
  end: RunEnd,
): Promise<BookedFill[]> => {
  const { database, run } = deps;
  const { read } = database;
  const rows = [...(await workingOfRun(read, run)), ...(await openOfRun(read, run))];
  const terms = new Map<number, TradingTerms>();
  for (const id of new Set(rows.map((row) => row.strategy_id))) terms.set(id, await deps.termsOf(id));
  const termsOf = (id: number): TradingTerms => {
    const known = terms.get(id);
    if (!known) throw new Error(`Strategy ${id} traded while its run was being closed.`);
    return known;
  };
  return database.write(concernOf(rows, end.alongside), async (tx) => {
    for (const { id, strategy_id: strategyId } of await workingOfRun(tx.query, run))
      await orders.cancelIn(tx, termsOf(strategyId), id, end.now, end.reason);
    const booked: BookedFill[] = [];
    for (const row of await openOfRun(tx.query, run))
      booked.push(await sellIn(tx, { ...deps, orders }, termsOf(row.strategy_id), row, end));
    await end.alongside.write(tx);
    return booked;
  });
};

const sellIn = async (
  tx: Transaction,
  deps: RunEndDeps & { readonly orders: PaperOrders },
  terms: TradingTerms,
  row: PositionRow,
  { now, reason, intentOf }: RunEnd,
): Promise<BookedFill> => {
  const price = deps.lastPrice(row.symbol)?.price ?? Math.round(row.entry_value / row.entry_quantity);
  const key = `${row.run_id}:${row.id}:run-ended:${now}`;
  const order = await deps.orders.writeSubmitted(tx, { ...intentOf(row), key });
  await logTrading(deps.sinks, tx, terms.strategy, {
    topic: 'order',
    text: `${row.symbol}: ${reason}.`,
    at: now,
  });
  return bookFill(tx, deps, terms, order, { quantity: row.quantity, price, at: now });
};
