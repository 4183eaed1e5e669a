import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isHoldingOf } from '../../src/backend/brokers/match-holding.ts';
import type { AngelOneBroker } from '../../src/backend/brokers/angel-one/angel-one-broker.ts';
import type { BrokerInstrument, OrderReport } from '../../src/backend/brokers/broker.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import { type Connected, connect, orderOf, SBIN, until } from './connected.ts';

const NIFTY: BrokerInstrument = {
  ...SBIN,
  symbol: 'NIFTY',
  exchange: 'NFO',
  token: '35002',
  tradingSymbol: 'NIFTY29DEC26FUT',
  lotSize: 65,
  tickSize: 10,
  expiry: '2026-12-29',
};

let connected: Connected;
let server: AngelOneServer;
let broker: AngelOneBroker;
const signIn = async (): Promise<void> => {
  const { account } = connected;
  const { code: clientCode, pin, totpSecret: secret } = server.client;
  broker = account.broker(await account.logIn({ clientCode, pin, totp: { secret } }));
};
beforeEach(async () => {
  connected = await connect();
  ({ server } = connected);
  await signIn();
  server.price('3045', 81_200);
  server.price('35002', 2_420_000, undefined, 'NFO');
});
afterEach(async () => {
  broker.close();
  await server.close();
});

const night = async (): Promise<void> => {
  server.nextDay();
  await signIn();
};

describe('after a night', () => {
  it('the books are empty, delivery is held, futures are carried on, and intraday is gone', async () => {
    await broker.place(orderOf({ product: 'delivery' }), 'entry');
    await broker.place(orderOf({ product: 'intraday', quantity: 3 }), 'entry');
    const future = { instrument: NIFTY, quantity: 65, product: 'carry-forward', price: 2_421_000 } as const;
    await broker.place(orderOf(future), 'entry');
    await broker.place(
      orderOf({ side: 'sell', trigger: 80_500, price: 80_000, product: 'delivery' }),
      'exit',
    );
    expect(await broker.trades()).toHaveLength(3);
    await night();
    expect([await broker.orderBook(), await broker.trades()]).toEqual([[], []]);
    expect(await broker.positions()).toMatchObject([
      { exchange: 'NFO', token: '35002', product: 'carry-forward', quantity: 65, averagePrice: 2_420_000 },
    ]);
    const holdings = await broker.holdings();
    expect(holdings).toMatchObject([{ token: '3045', quantity: 10, averagePrice: 81_200 }]);
    expect(holdings.some((holding) => isHoldingOf(holding, SBIN))).toBe(true);
  });

  it('what was sold of a holding is not held any more, and a carried future that was closed is gone', async () => {
    await broker.place(orderOf({ product: 'delivery' }), 'entry');
    const future = { instrument: NIFTY, quantity: 65, product: 'carry-forward', price: 2_421_000 } as const;
    await broker.place(orderOf(future), 'entry');
    await night();
    await broker.place(orderOf({ side: 'sell', quantity: 4, product: 'delivery', price: 81_000 }), 'exit');
    await broker.place(orderOf({ ...future, side: 'sell', price: 2_419_000 }), 'exit');
    expect(await broker.positions()).toMatchObject([{ quantity: 0 }, { product: 'delivery', quantity: -4 }]);
    await night();
    expect(await broker.positions()).toEqual([]);
    expect(await broker.holdings()).toMatchObject([{ quantity: 6, averagePrice: 81_200 }]);
  });

  it('with a split more shares are held, each for less', async () => {
    await broker.place(orderOf({ product: 'delivery' }), 'entry');
    await night();
    server.split('3045', 5);
    expect(await broker.holdings()).toMatchObject([{ quantity: 50, averagePrice: 16_240 }]);
    const [quote] = await broker.quotes([SBIN]);
    expect(quote).toMatchObject({ price: 16_175, close: 16_175 });
  });
});

describe('orders of the account holder by hand', () => {
  it('are in the order book, the trade book, the positions and on the order socket, without a tag', async () => {
    const reports: OrderReport[] = [];
    broker.onReport((report) => reports.push(report));
    await until(() => server.streams.connections.orders === 1);
    const bought = server.owner.place({ token: '3045', side: 'BUY', quantity: 7, price: 81_300 });
    const resting = server.owner.place({ token: '3045', side: 'SELL', quantity: 7, price: 82_000 });
    await until(() => reports.some(({ brokerOrderId }) => brokerOrderId === resting));
    expect(reports.find(({ state }) => state === 'filled')).toMatchObject({
      brokerOrderId: bought,
      tag: null,
    });
    expect(await broker.orderBook()).toMatchObject([
      { brokerOrderId: bought, tag: null, state: 'filled' },
      { brokerOrderId: resting, tag: null, state: 'open' },
    ]);
    expect(await broker.trades()).toMatchObject([{ brokerOrderId: bought, quantity: 7, price: 81_200 }]);
    expect(await broker.positions()).toMatchObject([{ quantity: 7 }]);
    server.owner.cancel(resting);
    await until(() => reports.some(({ state }) => state === 'cancelled'));
    expect(() => server.owner.cancel(resting)).toThrow(/already cancelled/);
  });
});
