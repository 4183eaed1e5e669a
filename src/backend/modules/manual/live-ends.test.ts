import { describe, expect, it } from 'vitest';
import { liveTrader, PRICE } from '../../../../tests/support/live-trader.ts';
import { until } from '../../../../tests/support/until.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';

/** Below the loss limit of a test once ten are held. */
const LOST = PRICE - 30_00;

const trader = liveTrader({ maxLossPerDay: 250_00 });
const { clock, move, second, restart } = trader;

const place = async (order: Partial<InputOf<typeof manual.placeLive>> = {}) => {
  const { orderId } = await trader.placed(order);
  await move(trader.last);
  return orderId;
};
/** Ten are held; ten more rest. Their limit is not reached. */
const holdAndRest = async () => {
  await place();
  return place({ type: 'limit', price: 361_00 });
};
const stateOf = async (orderId: number) =>
  (await trader.user.call('positions.orders', { isTest: 0 })).live_orderhistory!.find(
    (order) => order.orderId === orderId,
  )!.state;
/** Prices of the orders that rest at the broker in truth. */
const resting = () =>
  trader.links.broker.truth
    .filter(({ state }) => state !== 'filled' && state !== 'cancelled' && state !== 'rejected')
    .map(({ price }) => price);
const change = async (orderId: number, price: number) => {
  const { body } = await trader.user.ask('manual.changeLive', {
    orderId,
    quantity: 10,
    price,
    isUnderstood: true,
  });
  return body.message;
};
const asked = async (orderId: number, event: string) =>
  (
    await trader.server.backend.parts.database.read
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', orderId)
      .where('event', '=', event)
      .execute()
  ).length;
/** The limit of the day is reached. The broker does not hear of the cancellation. */
const loseUnheard = async (orderId: number) => {
  trader.links.broker.lost.add('cancel');
  await move(LOST);
  await until('the cancellation', async () => {
    await second(1);
    return (await asked(orderId, 'ask-cancel')) > 0;
  });
};

describe('an order that a limit of the day was to cancel', () => {
  it('is cancelled, although the loss has recovered before the broker heard of it', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    trader.last = PRICE;
    await second(6);
    expect([await stateOf(orderId), resting()]).toEqual([expect.stringMatching(/accepted|open/), [361_00]]);
    trader.links.broker.lost.clear();
    await second(40);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is cancelled, although the program was ended and the loss has recovered meanwhile', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    trader.last = PRICE;
    await second(6);
    await restart();
    trader.links.broker.lost.clear();
    await second(40);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is cancelled once it turns up, although nobody knew whether it was there', async () => {
    await place();
    trader.links.broker.moods.set('ITC', 'unanswered');
    trader.links.broker.silentSince = clock.now();
    const { order } = await trader.user.call('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'limit', price: 361_00 },
      ...{ product: 'intraday', mark: 'in-doubt-at-the-limit', isUnderstood: true },
    });
    trader.last = LOST;
    await second(10);
    expect(await stateOf(order.orderId)).toBe('unknown');
    trader.last = PRICE;
    await second(6);
    trader.links.broker.silentSince = null;
    await second(10);
    expect([await stateOf(order.orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('does not wait because its changes were refused', async () => {
    const orderId = await holdAndRest();
    await second(6);
    trader.links.broker.modify = () =>
      Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not in these minutes.' });
    for (let number = 1; number <= 6; number++)
      expect(await change(orderId, 361_00 + number * 5)).toMatch(/^The order in ITC is not changed/);
    trader.last = LOST;
    await second(7);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is not changed meanwhile', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    trader.last = PRICE;
    await second(8);
    expect(await change(orderId, 362_00)).toBe('This order is being cancelled already.');
  });
});

it('an order that its owner has cancelled is cancelled, although the broker did not hear of it', async () => {
  const orderId = await place({ type: 'limit', price: 361_00 });
  trader.links.broker.lost.add('cancel');
  await trader.user.call('positions.cancelOrder', { orderId });
  await second(8);
  trader.links.broker.lost.clear();
  await second(40);
  expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
});

it('an order that the kill switch has found on its way is cancelled once it is there', async () => {
  trader.links.broker.moods.set('ITC', 'unanswered');
  trader.links.broker.silentSince = clock.now();
  const { order } = await trader.user.call('manual.placeLive', {
    ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'limit', price: 361_00 },
    ...{ product: 'intraday', mark: 'in-doubt-at-the-switch', isUnderstood: true },
  });
  await trader.user.call('live.killSwitch', { action: 'stop' });
  await trader.server.backend.parts.database.write(trader.userId, (tx) =>
    tx.query.deleteFrom('live_locks').where('user_id', '=', trader.userId).execute(),
  );
  await second(6);
  trader.links.broker.silentSince = null;
  await second(10);
  expect([await stateOf(order.orderId), resting()]).toEqual(['cancelled', []]);
});
