import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderSender, TEN_ITC } from '../../../tests/support/order-sender.ts';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import type { Broker, BrokerOrder } from '../brokers/broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { applyEvent } from '../trading/order-book.ts';
import type { EntryMoney } from './entry-money.ts';
import type { OrderSending, OrderSendingDeps } from './order-sending.ts';

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

describe('an entry whose money is known', () => {
  const money = (): EntryMoney => {
    let available = 5_000_00;
    return { required: 4_000_00, available: () => available, claim: () => (available -= 4_000_00) };
  };
  const knowing = (given: Partial<Parameters<typeof orderSender>[1]> = {}) =>
    orderSender(broker, {
      ...{ database: orders.database, userId: orders.userId, sinks: orders.sinks },
      ...{ clock: { now: () => WRITTEN_AT }, knownMoneyOf: money, ...given },
    });
  const begin = (from: OrderSending, database = orders.database) =>
    from.beginEntry(database, (tx) => intend(tx, 'entry'), TEN_ITC);

  it('is written and marked as sent in one commit, and reaches the broker once', async () => {
    let commits = 0;
    const counting: Database = {
      ...orders.database,
      write: (of, work, isUrgent) => {
        commits++;
        return orders.database.write(of, work, isUrgent);
      },
    };
    const one = knowing();
    const begun = await begin(one, counting);
    expect([commits, begun?.order.state, one.isBeingSent(begun?.order.id ?? 0)]).toEqual([
      1,
      'submitted',
      true,
    ]);
    expect((await begun?.sent)?.broker_order_id).toBe('B1');
    // The same again finds it.
    const again = await begin(knowing());
    expect([again?.order.id, again?.sent]).toEqual([begun?.order.id, undefined]);
    expect(placed.map(({ tag }) => tag)).toEqual([(await stored()).tag]);
  });

  it('asks the guards in that commit, and ends there when one denies it', async () => {
    const asked: (EntryMoney | null)[] = [];
    const denial: OrderSendingDeps['denial'] = (_tx, _order, _ticket, known) => {
      asked.push(known);
      return Promise.resolve('A lock of the day.');
    };
    const begun = await begin(knowing({ denial }));
    expect((await begun?.sent)?.state).toBe('denied');
    expect(await stored()).toMatchObject({ state: 'denied', reason: 'Not sent: A lock of the day.' });
    expect([asked[0]?.required, placed]).toEqual([4_000_00, []]);
  });

  it('is not sent once all entries are withdrawn, and the withdrawal ends after it is written', async () => {
    const held = Promise.withResolvers<void>();
    const slow: Database = {
      ...orders.database,
      write: async (of, work, isUrgent) => {
        await held.promise;
        return orders.database.write(of, work, isUrgent);
      },
    };
    const one = knowing();
    const begun = begin(one, slow);
    let isWithdrawn = false;
    const withdrawing = one.withdrawEntries().then(() => (isWithdrawn = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isWithdrawn).toBe(false);
    held.resolve();
    await withdrawing;
    expect((await begun)?.order.state).toBe('withdrawn');
    expect([(await stored()).state, placed]).toEqual(['withdrawn', []]);
  });

  it('is left to who asks the broker first where its money is not known', async () => {
    expect(await begin(knowing({ knownMoneyOf: () => null }))).toBeNull();
    expect(await orders.database.read.selectFrom('orders').selectAll().execute()).toEqual([]);
  });
});
