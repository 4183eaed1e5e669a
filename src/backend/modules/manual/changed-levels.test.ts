import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import type { TradingRun } from '../../trading/trading-run.ts';

let server: TestBackend;
let run: TradingRun;
let user: TestUser;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  await server.backend.parts.marketRuns.whenOpen();
  run = server.backend.parts.marketRuns.simulated;
  run.session.pause();
  user = await server.register('hand-of-levels');
});
afterAll(() => server.dispose());

it('levels of an order on paper that another window has set are not taken away by a change of older terms', async () => {
  const price = Math.round(run.shownPrice('ITC')!.ltp / 10) * 10 - 500;
  const { order } = await user.call('manual.place', {
    ...{
      symbol: 'ITC',
      side: 'buy',
      size: { by: 'quantity', amount: 10 },
      type: 'limit',
      product: 'intraday',
    },
    ...{ price, mark: 'levels-in-two-windows' },
  });
  const { orderId } = order;
  const before = { quantity: 10, price, triggerPrice: null, stopLoss: null, target: null };
  await user.call('manual.change', {
    orderId,
    quantity: 10,
    price,
    stopLoss: price - 1_000,
    target: null,
    before,
  });
  // The other window still shows the order without a stop-loss.
  await user.ask('manual.change', { orderId, quantity: 12, price, stopLoss: null, target: null, before });
  const { test_orderhistory: orders } = await user.call('positions.orders', { isTest: 1 });
  expect(orders!.find((one) => one.orderId === orderId)!.terms).toMatchObject({ stopLoss: price - 1_000 });
});
