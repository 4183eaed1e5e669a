import { beforeEach, describe, expect, it } from 'vitest';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { shareOf } from '../../../../tests/support/live-world.ts';
import { until } from '../../../../tests/support/until.ts';

const trader = liveTrader(TERMS);
const { move, orderNow, place, placed, positions, second, sent } = trader;

const database = () => trader.server.backend.parts.database.read;
const attention = () =>
  database()
    .selectFrom('strategies')
    .select('attention')
    .where('kind', '=', 'manual')
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow();
const link = () =>
  database().selectFrom('alerts').select('link').where('title', '=', 'Manual needs you').execute();
const agenda = async () =>
  (await trader.user.call('home.summary', {})).agenda.filter(({ kind }) => kind === 'needs-attention');
const tradedAtBroker = (side: 'buy' | 'sell'): string => {
  trader.links.broker.tradeByHand(shareOf('ITC'), side, 10, PRICE);
  return sent().at(-1)!.brokerOrderId;
};
const settle = (orderId: number, brokerOrderId?: string) =>
  trader.user.ask('live.resolve', {
    orderId,
    ...(brokerOrderId === undefined ? { decision: 'not-placed' } : { decision: 'is', brokerOrderId }),
  });
const ORDERS = '/order-history?mode=live&status=open';

describe('an entry by hand of which nobody knows', () => {
  let orderId = 0;
  beforeEach(async () => {
    trader.links.broker.moods.set('ITC', 'lost');
    ({ orderId } = await placed());
    trader.links.broker.moods.clear();
    await second();
    expect(await orderNow(orderId)).toMatchObject({ state: 'unknown', isManual: true });
  });

  it('is told of with the way to where it is settled', async () => {
    expect(await link()).toEqual([{ link: ORDERS }]);
    expect(await agenda()).toMatchObject([{ link: ORDERS }]);
    const { live_orderhistory: open } = await trader.user.call('positions.orders', {
      ...{ isTest: 0, status: 'open' },
    });
    expect(open).toMatchObject([{ orderId }]);
  });

  it('was not placed: nothing is held, and the next one is taken', async () => {
    expect((await settle(orderId)).body.data).toMatchObject({ orderId, state: 'written-off' });
    expect(await attention()).toEqual({ attention: null });
    expect(await agenda()).toEqual([]);
    await placed();
    await move(PRICE);
    expect(await positions()).toMatchObject([{ quantity: 10 }]);
  });

  it('is one of the broker’s: what that bought is held by hand', async () => {
    const answer = await settle(orderId, tradedAtBroker('buy'));
    expect(answer.body.data).toMatchObject({ state: 'filled' });
    expect(await positions()).toMatchObject([{ symbol: 'ITC', quantity: 10, strategyName: 'Manual' }]);
    expect(await attention()).toEqual({ attention: null });
  });
});

describe('an exit by hand of which nobody knows', () => {
  let orderId = 0;
  beforeEach(async () => {
    await place();
    await move(PRICE);
    trader.links.broker.moods.set('ITC', 'lost');
    const [held] = await positions();
    await trader.user.ask('manual.close', { positionId: held!.positionId });
    trader.links.broker.moods.clear();
    await second(1);
    const { live_orderhistory: orders } = await trader.user.call('positions.orders', { isTest: 0 });
    const exit = orders!.find(({ side }) => side === 'sell');
    expect(exit).toMatchObject({ state: 'unknown', isManual: true });
    orderId = exit!.orderId;
  });

  it('was not placed: it is sent anew, and once', async () => {
    expect((await settle(orderId)).body.data).toMatchObject({ state: 'written-off' });
    await until('the end of it', async () => {
      await second(1);
      return (await positions()).length === 0;
    });
    expect(sent().map(({ order }) => order.side)).toEqual(['buy', 'sell']);
  });

  it('is one of the broker’s: the position is closed, and nothing else is sent', async () => {
    const answer = await settle(orderId, tradedAtBroker('sell'));
    expect(answer.body.data).toMatchObject({ state: 'filled' });
    await second();
    expect(await positions()).toEqual([]);
    expect(sent().map(({ order }) => order.side)).toEqual(['buy', 'sell']);
    expect(await attention()).toEqual({ attention: null });
  });
});
