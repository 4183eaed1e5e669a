import { expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/live-path.ts';
import { liveTrader, TERMS } from '../../../../tests/support/live-trader.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { intendOrder } from '../../trading/order-book.ts';

const trader = liveTrader(TERMS);

it('no GTT order buys beside an entry overnight that waits for the next open', async () => {
  const { strategyId } = await trader.user.call('strategies.add', {
    url: 'add',
    name: 'Buys at the open',
    document: { ...RSI_RULES, instruments: ['ITC'] },
  });
  const { database, hub } = trader.server.backend.parts;
  await database.write(trader.userId, async (tx) => {
    await tx.query
      .updateTable('strategies')
      .set({ product: 'delivery' })
      .where('id', '=', strategyId!)
      .execute();
    const wanted = { symbol: 'ITC', quantity: 10, key: 'at the open', at: trader.clock.now() };
    const { run } = trader.account();
    await intendOrder(
      tx,
      hub,
      entryOf(run.identity, { ...wanted, userId: trader.userId, strategyId: strategyId! }),
    );
  });
  const { problems } = await trader.user.call('gtt.preview', {
    ...{ symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00 },
  });
  expect(problems).toEqual([expect.stringContaining('may still fill')]);
});
