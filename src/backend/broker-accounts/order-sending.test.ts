import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import type { Broker, BrokerInstrument, BrokerOrder } from '../brokers/broker.ts';
import { type Database, openDatabase, type Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { applyEvent, intendOrder } from '../trading/order-book.ts';
import { OrderSending, type Ticket } from './order-sending.ts';

const AT = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => AT };
const hub = new EventHub(clock);

let folder = '';
let database: Database;
let userId = 0;
let placed: BrokerOrder[] = [];
beforeEach(async () => {
  placed = [];
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-sending-'));
  database = await openDatabase(folder);
  await database.write(async (tx) => {
    await seedHouse(tx, AT);
    userId = await addUser(tx, { number: 1 });
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const broker = {
  place: (order: BrokerOrder) => {
    placed.push(order);
    return Promise.resolve({ outcome: 'accepted', brokerOrderId: `B${placed.length}` } as const);
  },
} as unknown as Broker;

/** Sender of the account's orders in one process. */
const sender = (given = database) =>
  new OrderSending({
    database: given,
    clock,
    sinks: { hub, notify: createNotify(hub, clock), writeLog },
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

const intend = (tx: Transaction, slot: 'entry' | 'leaving') =>
  intendOrder(tx, hub, {
    ...{ userId, strategyId: 1, positionId: null, symbol: 'ITC', source: 'broker', runId: 1 },
    ...{ mode: 'live', brokerId: 2, side: 'buy', slot, purpose: slot === 'entry' ? 'entry' : 'exit' },
    ...{ quantity: 10, reason: 'A rule', key: 'an order', at: AT },
  } as const);

const written = async (slot: 'entry' | 'leaving'): Promise<OrderRow> =>
  (await database.write((tx) => intend(tx, slot))).order;
const stored = () => database.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow();

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
    const other = withSecondWriter(database, {
      after: /^select \* from "orders"/,
      write: (tx) => applyEvent(tx, hub, order, { event: 'submit', at: AT }, { tag: 'THEIRS' }),
    });
    await expect(sender(other).submit(order, TICKET, 'exit')).rejects.toThrow('is not intended any more');
    expect(placed).toEqual([]);
  });
});
