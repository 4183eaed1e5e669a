import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Between, interrupted } from '../../../tests/support/second-writer.ts';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import { fillExitIntent, writeExitIntent } from '../broker-accounts/exit-intents.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { readOrder } from './order-book.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

/** Parts of an order that two writers book at once: none is lost, and none counts twice. */

let orders: WrittenOrders;
beforeEach(async () => {
  orders = await openWrittenOrders();
});
afterEach(() => orders.dispose());

const fill = (order: OrderRow, quantity: number) =>
  writeForAll(orders.database, (tx) => orders.book(tx, order, quantity));
const fillWith = (order: OrderRow, quantity: number, between: Between) =>
  writeForAll(orders.database, (tx) => orders.book(interrupted(tx, between), order, quantity));
const stored = (order: OrderRow) => readOrder(orders.database.read, order.id);
const positions = () => orders.database.read.selectFrom('positions').selectAll().execute();

describe('two parts of one order', () => {
  it.each([
    ['the first', 0],
    ['a further', 2],
  ] as const)('of which one comes behind the look of %s are both booked', async (_which, before) => {
    const order = await orders.submitted('entry', 10);
    if (before > 0) await fill(order, before);
    const other = {
      after: /^select \* from "orders"/,
      write: (tx: Transaction) => orders.book(tx, order, 4),
    };
    await expect(fillWith(order, 3, other)).rejects.toThrow('any more');
    // The transaction of both is gone here; with two writers the other's stays, and this one is booked anew.
    await fill(order, 4);
    await fill(order, 3);
    const filled = before + 7;
    expect(await stored(order)).toMatchObject({ filled_quantity: filled, filled_value: filled * 400_00 });
    expect(await positions()).toMatchObject([{ quantity: filled, entry_value: filled * 400_00 }]);
  });

  it('of two exits of one position take off what both have sold', async () => {
    const entry = await orders.submitted('entry', 10);
    const { position } = await fill(entry, 10);
    const [one, other] = [
      await orders.submitted('exit', 3, position.id),
      await orders.submitted('exit', 4, position.id),
    ];
    const between = {
      after: /^select \* from "positions"/,
      write: (tx: Transaction) => orders.book(tx, other, 4),
    };
    await expect(fillWith(one, 3, between)).rejects.toThrow('has moved since it was read');
    expect(await positions()).toMatchObject([{ quantity: 10, exit_value: 0 }]);
  });
});

it('what two attempts at an exit have taken off is added up', async () => {
  const entry = await orders.submitted('entry', 10);
  const { position } = await fill(entry, 10);
  const intent = await writeForAll(orders.database, async (tx) => {
    const wanted = { positionId: position.id, quantity: 7, purpose: 'exit', reason: 'A rule' } as const;
    const { intent: written } = await writeExitIntent(tx, {
      ...wanted,
      decisionPrice: null,
      key: 'off',
      at: WRITTEN_AT,
    });
    const write = (other: Transaction) => fillExitIntent(other, written.id, 4);
    await fillExitIntent(interrupted(tx, { after: /exit_intents/, write }), written.id, 3);
    return tx.query.selectFrom('exit_intents').selectAll().executeTakeFirstOrThrow();
  });
  expect(intent).toMatchObject({ filled: 7, status: 'fulfilled' });
});
