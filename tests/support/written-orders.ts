import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock } from '../../src/backend/clock.ts';
import { type Database, HOUSE, type Transaction } from '../../src/backend/db/database.ts';
import type { OrderRow } from '../../src/backend/db/schema.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { bookFill } from '../../src/backend/trading/book-fill.ts';
import { applyEvent, type Intent, intendOrder, readOrder } from '../../src/backend/trading/order-book.ts';
import { addUser } from './new-user.ts';
import { entryOf, termsOfStrategy } from './live-path.ts';
import { openTestDatabase } from './test-database.ts';

/** When orders are written: a trading day at ten. */
export const WRITTEN_AT = Date.parse('2026-11-20T10:00:00+05:30');

const PAPER_RUN = { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 } as const;

/** How the strategy of written orders trades: without protection. */
export const WRITTEN_TERMS = termsOfStrategy(1, {
  protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
});

/** How a test writes a user's orders on a database. `name` keeps its keys apart from those of others on the same one. */
export const ordersOn = (
  database: Database,
  userId: number,
  name = 'order',
  clock: Clock = { now: () => WRITTEN_AT },
) => {
  const hub = new EventHub(clock);
  const sinks = { hub, notify: createNotify(hub, clock), writeLog, notifyFollowers: () => undefined };
  let keys = 0;

  /** Writes an intent: to buy ten on paper, unless told. */
  const intend = (tx: Transaction, wanted: Partial<Intent> = {}) => {
    const ten = { userId, symbol: 'ITC', quantity: 10, key: `${name} ${++keys}`, at: WRITTEN_AT };
    return intendOrder(tx, hub, entryOf(PAPER_RUN, { ...ten, ...wanted }));
  };

  const submit = (order: OrderRow): Promise<OrderRow> =>
    database.write(userId, (tx) => applyEvent(tx, hub, order, { event: 'submit', at: clock.now() }));

  return {
    database,
    userId,
    hub,
    sinks,
    intend,
    submit,
    /** An entry, or an exit of a position, that was sent. */
    submitted: async (
      purpose: 'entry' | 'exit',
      quantity: number,
      positionId: number | null = null,
    ): Promise<OrderRow> => {
      const exit = { side: 'sell', slot: 'leaving' } as const;
      const { order } = await database.write(userId, (tx) =>
        intend(tx, { purpose, quantity, positionId, ...(purpose === 'exit' && exit) }),
      );
      return submit(order);
    },
    /** Books a part of an order at ₹400. */
    book: async (tx: Transaction, { id }: OrderRow, quantity: number) =>
      bookFill(tx, { sinks, lastPrice: () => null }, WRITTEN_TERMS, await readOrder(tx.query, id), {
        ...{ quantity, price: 400_00, at: WRITTEN_AT },
      }),
  };
};

/** A database with a user whose orders a test writes. */
export const openWrittenOrders = async (clock: Clock = { now: () => WRITTEN_AT }) => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-orders-'));
  const database = await openTestDatabase(folder);
  const userId = await database.write(HOUSE, async (tx) => {
    await seedHouse(tx, WRITTEN_AT);
    return addUser(tx, { number: 1 });
  });
  return {
    ...ordersOn(database, userId, 'order', clock),
    dispose: async (): Promise<void> => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
};

export type WrittenOrders = Awaited<ReturnType<typeof openWrittenOrders>>;
