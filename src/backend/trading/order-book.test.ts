import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { applyEvent, intendOrder } from './order-book.ts';

const AT = Date.parse('2026-11-20T10:00:00+05:30');
const MINUTE_MS = 60_000;

let folder = '';
let database: Database;
let userId = 0;
let now = AT;
let hub: EventHub;
beforeEach(async () => {
  now = AT;
  hub = new EventHub({ now: () => now });
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-orders-'));
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

const intend = (): Promise<OrderRow> =>
  database.write(async (tx) => {
    const { order } = await intendOrder(tx, hub, {
      ...{ userId, strategyId: 1, positionId: null, symbol: 'ITC', source: 'simulated', runId: 1 },
      ...{ mode: 'test', brokerId: 1, side: 'buy', slot: 'entry', purpose: 'entry', quantity: 10 },
      ...{ reason: 'Entry rule', key: 'an entry', at: AT },
    } as const);
    return order;
  });
const submit = (order: OrderRow) =>
  database.write((tx) => applyEvent(tx, hub, order, { event: 'submit', at: now }));

const missedOrders = (seen: number) =>
  hub
    .missedSince(userId, seen)
    ?.map(({ event }) => (event.type === 'order' ? event.order.state : event.type));

describe('an order that changes while its owner’s stream is down', () => {
  it('is published when the stream is back within ten minutes', async () => {
    const leave = hub.subscribe(userId, () => undefined);
    const order = await intend();
    const seen = hub.latestId;
    leave();
    now += 9 * MINUTE_MS;
    await submit(order);
    expect(missedOrders(seen)).toEqual(['submitted']);
  });

  it('is loaded again when the stream is back later', async () => {
    const leave = hub.subscribe(userId, () => undefined);
    const order = await intend();
    const seen = hub.latestId;
    leave();
    now += 11 * MINUTE_MS;
    await submit(order);
    expect(missedOrders(seen)).toBeUndefined();
  });
});

it('an order that is written while its owner’s first stream opens is not missed', async () => {
  const order = await intend();
  const got: string[] = [];
  const written = database.write(async (tx) => {
    await applyEvent(tx, hub, order, { event: 'submit', at: now });
    hub.subscribe(userId, ({ event }) => got.push(event.type));
  });
  await written;
  expect(got).toEqual(['reload']);
});
