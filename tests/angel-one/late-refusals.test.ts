import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AngelOneBroker } from '../../src/backend/brokers/angel-one/angel-one-broker.ts';
import type { BrokerOrder, OrderReport } from '../../src/backend/brokers/broker.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import { connect, orderOf, until } from './connected.ts';

let server: AngelOneServer;
let broker: AngelOneBroker;
let reports: OrderReport[];
beforeEach(async () => {
  const connected = await connect();
  ({ server } = connected);
  broker = connected.account.broker(connected.session);
  reports = [];
  broker.onReport((report) => reports.push(report));
  await until(() => server.streams.connections.orders === 1);
  server.price('3045', 81_200);
});
afterEach(async () => {
  broker.close();
  await server.close();
});

/** The report that ends an order which was accepted. */
const rejectionOf = async (order: BrokerOrder): Promise<OrderReport> => {
  const began = performance.now();
  expect(await broker.place(order, 'exit')).toMatchObject({ outcome: 'accepted' });
  expect(performance.now() - began).toBeLessThan(90);
  const isIt = ({ tag, state }: OrderReport): boolean => tag === order.tag && state === 'rejected';
  expect(reports.some(isIt)).toBe(false);
  await until(() => reports.some(isIt));
  return reports.find(isIt)!;
};

const STOP = { side: 'sell', trigger: 80_500, price: 80_000 } as const;

describe('an order that is accepted is rejected a moment later', () => {
  it('when its price or its trigger is off the tick of its share', async () => {
    server.setTick('3045', 10);
    const { reason } = await rejectionOf(orderOf({ ...STOP, trigger: 80_505 }));
    expect(reason).toContain('not multiple of the tick size');
  });

  it('when the market is closed', async () => {
    server.script.market = 'closed';
    expect((await rejectionOf(orderOf(STOP))).reason).toContain('market is closed');
  });

  it('when its limit is too far from the last price, or from its trigger', async () => {
    server.script.priceProtectionPercent = 1;
    expect((await rejectionOf(orderOf({ side: 'sell', price: 80_000 }))).reason).toContain(
      'Limit Price Protection',
    );
    expect((await rejectionOf(orderOf({ ...STOP, price: 79_000 }))).reason).toContain('trigger price');
    expect(await broker.place(orderOf(STOP), 'exit')).toMatchObject({ outcome: 'accepted' });
    await until(() => reports.some(({ state }) => state === 'waiting'));
  });

  it('when the risk check of the broker says so, until it does not', async () => {
    server.script.riskText = 'RMS:Rule: Blocked for all products';
    expect((await rejectionOf(orderOf())).reason).toContain('RMS:Rule');
    server.script.riskText = null;
    await broker.place(orderOf(), 'entry');
    await until(() => reports.some(({ state }) => state === 'filled'));
  });

  it('when it sells delivered shares that nobody has let go; those of today need nobody', async () => {
    server.script.asksDepository = true;
    const sale = { side: 'sell', product: 'delivery', quantity: 10, price: 81_000 } as const;
    expect((await rejectionOf(orderOf(sale))).reason).toContain('eDIS');
    await broker.place(orderOf({ product: 'delivery' }), 'entry');
    await broker.place(orderOf({ ...sale }), 'exit');
    await until(() => reports.filter(({ state }) => state === 'filled').length === 2);
    server.script.depository = 'authorised';
    await broker.place(orderOf(sale), 'exit');
    await until(() => reports.filter(({ state }) => state === 'filled').length === 3);
  });

  it('and rests nowhere meanwhile: it is pending, and does not fill', async () => {
    server.script.rejectsAfterMs = 300;
    server.setTick('3045', 10);
    await broker.place(orderOf({ price: 81_255 }), 'entry');
    server.price('3045', 81_000);
    expect(await broker.orderBook()).toMatchObject([{ state: 'pending', filledQuantity: 0 }]);
  });
});
