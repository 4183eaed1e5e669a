import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import type { OrderRow } from '../db/schema.ts';
import { applyEvent } from './order-book.ts';

const MINUTE_MS = 60_000;

let now = WRITTEN_AT;
let orders: WrittenOrders;
beforeEach(async () => {
  now = WRITTEN_AT;
  orders = await openWrittenOrders({ now: () => now });
});
afterEach(() => orders.dispose());

const intend = async (): Promise<OrderRow> =>
  (await orders.database.write(orders.userId, (tx) => orders.intend(tx))).order;

const missedOrders = (seen: number) =>
  orders.hub
    .missedSince(orders.userId, seen)
    ?.map(({ event }) => (event.type === 'order' ? event.order.state : event.type));

describe('an order that changes while its owner’s stream is down', () => {
  it('is published when the stream is back within ten minutes', async () => {
    const leave = orders.hub.subscribe(orders.userId, () => undefined);
    const order = await intend();
    const seen = orders.hub.latestId;
    leave();
    now += 9 * MINUTE_MS;
    await orders.submit(order);
    expect(missedOrders(seen)).toEqual(['submitted']);
  });

  it('is loaded again when the stream is back later', async () => {
    const leave = orders.hub.subscribe(orders.userId, () => undefined);
    const order = await intend();
    const seen = orders.hub.latestId;
    leave();
    now += 11 * MINUTE_MS;
    await orders.submit(order);
    expect(missedOrders(seen)).toBeUndefined();
  });
});

it('an order that is written while its owner’s first stream opens is not missed', async () => {
  const order = await intend();
  const got: string[] = [];
  const written = orders.database.write(orders.userId, async (tx) => {
    await applyEvent(tx, orders.hub, order, { event: 'submit', at: now });
    orders.hub.subscribe(orders.userId, ({ event }) => got.push(event.type));
  });
  await written;
  expect(got).toEqual(['reload']);
});
