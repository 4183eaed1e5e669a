import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderSender, TEN_ITC } from '../../../tests/support/order-sender.ts';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import type { Broker, BrokerOrder } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { applyEvent } from '../trading/order-book.ts';

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
const sender = (database = orders.database) =>
  orderSender(broker, {
    ...{ database, userId: orders.userId, sinks: orders.sinks },
    clock: { now: () => WRITTEN_AT },
  });

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
      sender().submit(order, TEN_ITC, urgency),
      sender().submit(order, TEN_ITC, urgency),
      sender().submit(order, TEN_ITC, urgency),
    ]);
    expect(placed).toHaveLength(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    // The tag that went out is the one that is written: by it a lost answer is found again.
    expect(await stored()).toMatchObject({ tag: placed[0]?.tag, broker_order_id: 'B1' });
  });

  it('reaches the broker once when both have written it', async () => {
    await Promise.all([
      sender().submitNew((tx) => intend(tx, 'leaving'), TEN_ITC, 0),
      sender().submitNew((tx) => intend(tx, 'leaving'), TEN_ITC, 0),
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
    await expect(sender(other).submit(order, TEN_ITC, 'exit')).rejects.toThrow('is not intended any more');
    expect(placed).toEqual([]);
  });
});
