import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWrittenOrders, WRITTEN_AT, type WrittenOrders } from '../../../tests/support/written-orders.ts';
import { applyEvent } from './order-book.ts';
import { StartReads } from './start-reads.ts';

let orders: WrittenOrders;
beforeAll(async () => {
  orders = await openWrittenOrders();
});
afterAll(() => orders.dispose());

it('an order that was rejected is no entry of today, as in a backtest', async () => {
  const { database, userId, hub } = orders;
  const sent = await orders.submitted('entry', 10);
  await database.write(userId, (tx) =>
    applyEvent(tx, hub, sent, { event: 'refuse', at: WRITTEN_AT, reason: 'Insufficient funds.' }),
  );
  const reads = new StartReads({
    database,
    history: { candlesBefore: () => Promise.resolve([]) },
    run: { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 },
  });
  const { entriesToday } = await reads.activity(sent.strategy_id, WRITTEN_AT);
  expect(entriesToday).toEqual([]);
});
