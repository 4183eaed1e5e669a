import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { type Between, interrupted } from '../../../tests/support/second-writer.ts';
import { fillExitIntent, writeExitIntent } from '../broker-accounts/exit-intents.ts';
import { type Database, openDatabase, type Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { bookFill } from './book-fill.ts';
import type { Fill } from './fill.ts';
import { applyEvent, intendOrder, readOrder } from './order-book.ts';
import type { TradingTerms } from './order-path.ts';

/** Parts of an order that two writers book at once: none is lost, and none counts twice. */

const AT = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => AT };
const hub = new EventHub(clock);
const deps = { sinks: { hub, notify: createNotify(hub, clock), writeLog }, lastPrice: () => null };
const terms: TradingTerms = {
  strategy: { id: 1, name: 'Test', ownerId: 1, isHouse: false },
  opening: {
    ...{ side: 'long', product: 'intraday' },
    protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
  },
  ...{ slippageBp: 0, squareOffTime: '15:10' },
};

let folder = '';
let database: Database;
let userId = 0;
let keys = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-fills-'));
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

const submitted = (
  purpose: 'entry' | 'exit',
  quantity: number,
  positionId: number | null,
): Promise<OrderRow> =>
  database.write(async (tx) => {
    const { order } = await intendOrder(tx, hub, {
      ...{ userId, strategyId: 1, positionId, symbol: 'ITC', source: 'simulated', runId: 1, mode: 'test' },
      ...{ brokerId: 1, side: purpose === 'entry' ? 'buy' : 'sell', purpose, quantity, at: AT },
      ...{ slot: purpose === 'entry' ? 'entry' : 'leaving', reason: 'A rule', key: `order ${++keys}` },
    } as const);
    return applyEvent(tx, hub, order, { event: 'submit', at: AT });
  });

const part = (quantity: number): Fill => ({ quantity, price: 400_00, at: AT });
const book = async (tx: Transaction, { id }: OrderRow, fill: Fill) =>
  bookFill(tx, deps, terms, await readOrder(tx.query, id), fill);
const fill = (order: OrderRow, quantity: number) => database.write((tx) => book(tx, order, part(quantity)));
const fillWith = (order: OrderRow, quantity: number, between: Between) =>
  database.write((tx) => book(interrupted(tx, between), order, part(quantity)));
const stored = (order: OrderRow) => readOrder(database.read, order.id);
const positions = () => database.read.selectFrom('positions').selectAll().execute();

describe('two parts of one order', () => {
  it.each([
    ['the first', 0],
    ['a further', 2],
  ] as const)('of which one comes behind the look of %s are both booked', async (_which, before) => {
    const order = await submitted('entry', 10, null);
    if (before > 0) await fill(order, before);
    const other = { after: /^select \* from "orders"/, write: (tx: Transaction) => book(tx, order, part(4)) };
    await expect(fillWith(order, 3, other)).rejects.toThrow('any more');
    // The transaction of both is gone here; with two writers the other's stays, and this one is booked anew.
    await fill(order, 4);
    await fill(order, 3);
    const filled = before + 7;
    expect(await stored(order)).toMatchObject({ filled_quantity: filled, filled_value: filled * 400_00 });
    expect(await positions()).toMatchObject([{ quantity: filled, entry_value: filled * 400_00 }]);
  });

  it('of two exits of one position take off what both have sold', async () => {
    const entry = await submitted('entry', 10, null);
    const { position } = await fill(entry, 10);
    const [one, other] = [await submitted('exit', 3, position.id), await submitted('exit', 4, position.id)];
    const between = {
      after: /^select \* from "positions"/,
      write: (tx: Transaction) => book(tx, other, part(4)),
    };
    await expect(fillWith(one, 3, between)).rejects.toThrow('has moved since it was read');
    expect(await positions()).toMatchObject([{ quantity: 10, exit_value: 0 }]);
  });
});

it('what two attempts at an exit have taken off is added up', async () => {
  const entry = await submitted('entry', 10, null);
  const { position } = await fill(entry, 10);
  const intent = await database.write(async (tx) => {
    const wanted = { positionId: position.id, quantity: 7, purpose: 'exit', reason: 'A rule' } as const;
    const { intent: written } = await writeExitIntent(tx, {
      ...wanted,
      decisionPrice: null,
      key: 'off',
      at: AT,
    });
    const write = (other: Transaction) => fillExitIntent(other, written.id, 4);
    await fillExitIntent(interrupted(tx, { after: /exit_intents/, write }), written.id, 3);
    return tx.query.selectFrom('exit_intents').selectAll().executeTakeFirstOrThrow();
  });
  expect(intent).toMatchObject({ filled: 7, status: 'fulfilled' });
});
