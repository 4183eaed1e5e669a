import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import type { Broker, BrokerInstrument, BrokerOrder } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { applyEvent } from '../trading/order-book.ts';
import { OrderSending, type Ticket } from './order-sending.ts';

let orders: WrittenOrders;
let placed: BrokerOrder[] = [];
beforeEach(async () => {
  placed = [];
  orders = await openWrittenOrders();
});
afterEach(() => orders.dispose());

const broker = {
  place: (order: BrokerOrder) => {
    placed.push(order);
    return Promise.resolve({ outcome: 'accepted', brokerOrderId: `B${placed.length}` } as const);
  },
} as unknown as Broker;

/** Sender of the account's orders in one process. */
const sender = (given = orders.database) =>
  new OrderSending({
    database: given,
    userId: orders.userId,
    clock: { now: () => WRITTEN_AT },
    sinks: orders.sinks,
    broker: () => broker,
    denial: () => Promise.resolve(null),
    notifyRejected: () => Promise.resolve(),
    onChange: () => undefined,
    wantSync: () => undefined,
  });

const TICKET: Ticket = {
  instrument: { symbol: 'ITC', exchange: 'NSE', token: '1', lotSize: 1 } as BrokerInstrument,
  ...{ side: 'buy', quantity: 10, product: 'intraday', price: 400_00, trigger: null },
};

/** The same order for every writer. */
const intend = (tx: Transaction, slot: 'entry' | 'leaving') =>
  orders.intend(tx, {
    ...{ source: 'broker', mode: 'live', brokerId: 2, key: 'an order' },
    ...{ slot, purpose: slot === 'entry' ? 'entry' : 'exit' },
  });

const written = async (slot: 'entry' | 'leaving'): Promise<OrderRow> =>
  (await orders.database.write(orders.userId, (tx) => intend(tx, slot))).order;
const stored = () => orders.database.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow();

describe('one written order that two processes send', () => {
  it.each([
    ['entry', 'entry'],
    ['leaving', 'exit'],
  ] as const)('reaches the broker once (%s)', async (slot, urgency) => {
    const order = await written(slot);
    const rows = await Promise.all([
      sender().submit(order, TICKET, urgency),
      sender().submit(order, TICKET, urgency),
      sender().submit(order, TICKET, urgency),
    ]);
    expect(placed).toHaveLength(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    // The tag that went out is the one that is written: by it a lost answer is found again.
    expect(await stored()).toMatchObject({ tag: placed[0]?.tag, broker_order_id: 'B1' });
  });

  it('reaches the broker once when both have written it', async () => {
    await Promise.all([
      sender().submitNew((tx) => intend(tx, 'leaving'), TICKET, 0),
      sender().submitNew((tx) => intend(tx, 'leaving'), TICKET, 0),
    ]);
    expect(placed).toHaveLength(1);
    expect(await stored()).toMatchObject({ tag: placed[0]?.tag, broker_order_id: 'B1' });
  });

  it('is not sent by the one whose look the other came behind', async () => {
    const order = await written('leaving');
    const other = withSecondWriter(orders.database, {
      after: /^select \* from "orders"/,
      write: (tx) =>
        applyEvent(tx, orders.hub, order, { event: 'submit', at: WRITTEN_AT }, { tag: 'THEIRS' }),
    });
    await expect(sender(other).submit(order, TICKET, 'exit')).rejects.toThrow('is not intended any more');
    expect(placed).toEqual([]);
  });
});
