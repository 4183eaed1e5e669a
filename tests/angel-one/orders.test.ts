import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AngelOneBroker } from '../../src/backend/brokers/angel-one/angel-one-broker.ts';
import type { BrokerOrder, BrokerOrderRef, OrderUrgency } from '../../src/backend/brokers/broker.ts';
import { seededRandom } from '../../src/engine/random.ts';
import type { AngelOneServer } from './angel-one-server.ts';
import {
  accountOf,
  type Connected,
  connect,
  HASTY_TIMING,
  orderOf,
  SHORT_PATIENCE,
  until,
} from './connected.ts';
import { type Fault, type Mood, MOODS } from './script.ts';

let connected: Connected;
let server: AngelOneServer;
let broker: AngelOneBroker;
beforeEach(async () => {
  connected = await connect();
  ({ server } = connected);
  broker = connected.account.broker(connected.session);
});
afterEach(async () => {
  broker.close();
  await server.close();
});

const placed = async (order: BrokerOrder): Promise<BrokerOrderRef> => {
  const placement = await broker.place(order, 'entry');
  if (placement.outcome !== 'accepted') throw new Error(JSON.stringify(placement));
  return { brokerOrderId: placement.brokerOrderId, order };
};
/** Soon gives up waiting. */
const hasty = (): AngelOneBroker => accountOf(server, SHORT_PATIENCE).broker(connected.session);
const sentOrders = () => server.seen.filter(({ endpoint }) => endpoint === 'placeOrder');

describe('an order', () => {
  it('rests, is changed, fills in parts, and the book says what became of it', async () => {
    const ref = await placed(orderOf({ quantity: 133, price: 81_000 }));
    expect(await broker.modify(ref, { quantity: 133, price: 81_245, trigger: null })).toEqual({
      outcome: 'accepted',
    });
    const [resting] = await broker.orderBook();
    expect(resting).toMatchObject({ state: 'open', price: 81_245, filledQuantity: 0, tag: ref.order.tag });
    expect(server.orders()[0]).toMatchObject({ status: 'modified', orderstatus: 'open' });
    server.price('3045', 81_240, 100);
    expect((await broker.orderBook())[0]).toMatchObject({
      state: 'open',
      filledQuantity: 100,
      filledValue: 8_124_000,
    });
    server.price('3045', 81_245);
    expect((await broker.orderBook())[0]).toEqual({
      brokerOrderId: ref.brokerOrderId,
      tag: ref.order.tag,
      tradingSymbol: 'SBIN-EQ',
      side: 'buy',
      state: 'filled',
      filledQuantity: 133,
      filledValue: 8_124_000 + 33 * 81_245,
      quantity: 133,
      price: 81_245,
      trigger: null,
      reason: '',
      at: expect.any(Number) as number,
    });
    expect(await broker.trades()).toMatchObject([
      {
        brokerOrderId: ref.brokerOrderId,
        tradeId: expect.stringMatching(/^\d+$/) as string,
        exchange: 'NSE',
        tradingSymbol: 'SBIN-EQ',
        side: 'buy',
        product: 'intraday',
        quantity: 100,
        price: 81_240,
      },
      { quantity: 33, price: 81_245 },
    ]);
    expect(await broker.positions()).toMatchObject([
      { token: '3045', product: 'intraday', quantity: 133, averagePrice: 81_241 },
    ]);
  });

  it('to stop a loss waits for its trigger, and is cancelled under its own variety', async () => {
    server.price('3045', 81_300);
    const stop = { side: 'sell' as const, trigger: 81_000, price: 80_500 };
    const first = await placed(orderOf(stop));
    const second = await placed(orderOf(stop));
    expect(await broker.cancel(second)).toEqual({ outcome: 'accepted' });
    expect((await broker.orderBook()).map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    server.price('3045', 80_995);
    expect((await broker.orderBook())[0]).toMatchObject({
      brokerOrderId: first.brokerOrderId,
      state: 'filled',
      trigger: 81_000,
    });
    expect(sentOrders()[0]?.body).toMatchObject({
      variety: 'STOPLOSS',
      ordertype: 'STOPLOSS_LIMIT',
      triggerprice: '810.00',
    });
    expect(server.seen.find(({ endpoint }) => endpoint === 'cancelOrder')?.body).toEqual({
      variety: 'STOPLOSS',
      orderid: second.brokerOrderId,
    });
  });

  it('to stop a loss that was triggered follows the market as a plain limit order, and takes no trigger again', async () => {
    server.price('3045', 81_300);
    const ref = await placed(orderOf({ side: 'sell', trigger: 81_000, price: 80_990 }));
    server.price('3045', 80_900);
    expect((await broker.orderBook())[0]).toMatchObject({ state: 'open', filledQuantity: 0 });
    const old = { quantity: 10, price: 80_900, trigger: 81_000 };
    expect(await broker.modify(ref, old, 'exit')).toMatchObject({ outcome: 'refused' });
    expect(await broker.modify(ref, { ...old, trigger: null }, 'exit')).toEqual({ outcome: 'accepted' });
    expect((await broker.orderBook())[0]).toMatchObject({ state: 'filled', filledValue: 809_000 });
  });

  it('that is accepted may be rejected afterwards, with the reason in the book', async () => {
    const dear = await placed(orderOf({ quantity: 100_000, product: 'delivery' }));
    const offTick = await placed(orderOf({ price: 81_251 }));
    const beyond = await placed(orderOf({ price: 99_000 }));
    server.script.nextOrder('accepted-then-rejected');
    await placed(orderOf());
    expect((await broker.orderBook()).map(({ state }) => state)).toContain('pending');
    await until(() => server.orders().every(({ status }) => status === 'rejected'));
    const book = await broker.orderBook();
    expect(book.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(book.find((row) => row.brokerOrderId === dear.brokerOrderId)?.reason).toContain(
      'Insufficient Funds',
    );
    expect(book.find((row) => row.brokerOrderId === offTick.brokerOrderId)?.reason).toContain('tick size');
    expect(book.find((row) => row.brokerOrderId === beyond.brokerOrderId)?.reason).toContain(
      'Limit Price Protection',
    );
  });
});

describe('an order whose answer leaves a doubt is unknown, is sent once, and is in the book if it was taken', () => {
  const cases: readonly (readonly [Mood, taken: number, words: string])[] = [
    ['time-out-accepted', 1, 'did not answer in time'],
    ['time-out-rejected', 1, 'did not answer in time'],
    ['time-out-lost', 0, 'did not answer in time'],
    ['drop-accepted', 1, 'connection to Angel One broke'],
    ['drop-lost', 0, 'connection to Angel One broke'],
    ['html-accepted', 1, 'a web page instead of data'],
    ['garbled-accepted', 1, 'something that cannot be read'],
    ['server-error-accepted', 1, 'Something went wrong at Angel One'],
    ['html', 0, 'a web page instead of data'],
    ['empty', 0, 'an empty answer (HTTP 200)'],
    ['empty-400', 0, 'an empty answer (HTTP 400)'],
    ['garbled', 0, 'cannot be read'],
    ['server-error', 0, 'Something went wrong at Angel One'],
    ['status-false', 0, 'Something went wrong at Angel One'],
    ['bare-403', 0, 'without saying why'],
  ];
  it.each(cases)('%s', async (mood, accepted, words) => {
    server.script.nextOrder(mood);
    const order = orderOf();
    const placement = await (mood.startsWith('time-out') ? hasty() : broker).place(order, 'entry');
    expect(placement).toEqual({ outcome: 'unknown', reason: expect.stringContaining(words) as unknown });
    // A code of the network is no word of the broker's.
    if (mood.startsWith('time-out'))
      expect(placement).toMatchObject({ reason: 'Angel One did not answer in time.' });
    expect(sentOrders()).toHaveLength(1);
    expect(await broker.orderBook()).toMatchObject(accepted === 1 ? [{ tag: order.tag }] : []);
  });

  it('an order that the broker takes long after we stopped waiting', async () => {
    server.script.nextOrder({ answer: 'none', effectAfterMs: 2_000 } satisfies Fault);
    const order = orderOf();
    expect(await hasty().place(order, 'entry')).toMatchObject({ outcome: 'unknown' });
    expect(await broker.orderBook()).toEqual([]);
    await until(() => server.orders().length > 0);
    expect(await broker.orderBook()).toMatchObject([{ tag: order.tag, state: 'open' }]);
    expect(sentOrders()).toHaveLength(1);
  });

  it('an order that is taken at once and answered too late', async () => {
    server.script.nextOrder({ answerAfterMs: 1_500 });
    expect(await hasty().place(orderOf(), 'entry')).toMatchObject({ outcome: 'unknown' });
    expect(server.orders()).toHaveLength(1);
  });

  it('a yes without a number', async () => {
    server.script.nextOrder({
      answer: { text: '{"status":true,"message":"SUCCESS","errorcode":"","data":null}' },
    });
    expect(await broker.place(orderOf(), 'entry')).toMatchObject({ outcome: 'unknown' });
  });
});

it('whatever happens on the way: accepted is in the book once, refused is not, and nothing is there twice', async () => {
  const random = seededRandom('moods');
  const moods = Object.keys(MOODS) as Mood[];
  const hurried = accountOf(server, { patienceMs: 100, timing: HASTY_TIMING }).broker(connected.session);
  const outcomes = new Map<string, string>();
  for (let number = 0; number < 150; number++) {
    const mood = moods[Math.floor(random.uniform() * (moods.length + 6))];
    if (mood) server.script.nextOrder(mood);
    const order = orderOf();
    outcomes.set(order.tag, (await hurried.place(order, 'entry')).outcome);
  }
  const times = (tag: string): number => server.orders().filter(({ ordertag }) => ordertag === tag).length;
  const seen = (outcome: string): number[] =>
    [...new Set([...outcomes].filter(([, said]) => said === outcome).map(([tag]) => times(tag)))].sort();
  expect(seen('accepted')).toEqual([1]);
  expect(seen('refused')).toEqual([0]);
  // Both happen: that is what the word is for.
  expect(seen('unknown')).toEqual([0, 1]);
  const tags = sentOrders().map(({ body }) => body['ordertag']);
  expect(new Set(tags).size).toBe(tags.length);
});

describe('an order that the broker has said no to was not taken', () => {
  it.each([
    ['session', 'session', 'Log in again'],
    ['rate', 'rate', 'too often'],
    ['address', 'address', 'not registered'],
  ] as const)('%s', async (mood, kind, words) => {
    server.script.nextOrder(mood);
    const placement = await broker.place(orderOf(), 'entry');
    expect(placement).toEqual({
      outcome: 'refused',
      kind,
      reason: expect.stringContaining(words) as unknown,
    });
    expect(sentOrders()).toHaveLength(1);
    expect(server.orders()).toEqual([]);
  });

  it('an unregistered address, which may read all the same', async () => {
    server.accounts.isAddressRegistered = false;
    const placement = await broker.place(orderOf(), 'entry');
    expect(placement).toMatchObject({ outcome: 'refused', kind: 'address' });
    expect(placement).toHaveProperty('reason', expect.stringContaining('Unregistered IP address'));
    expect(await broker.orderBook()).toEqual([]);
  });

  it('an instrument that the broker does not know', async () => {
    const instrument = { ...orderOf().instrument, token: '1' };
    expect(await broker.place(orderOf({ instrument }), 'entry')).toMatchObject({
      outcome: 'refused',
      kind: 'order',
    });
  });

  it('a broker that cannot be reached: nothing can have been sent', async () => {
    await server.close();
    const placement = await broker.place(orderOf(), 'entry');
    expect(placement).toMatchObject({ outcome: 'refused', kind: 'unreachable' });
    connected = await connect();
    ({ server } = connected);
  });
});

it('an order that cannot be one is refused here, and never sent', async () => {
  const ref = await placed(orderOf());
  expect(await broker.place(orderOf({ price: 0 }), 'entry')).toMatchObject({
    outcome: 'refused',
    kind: 'order',
  });
  expect(await broker.place(orderOf({ tag: 'a tag "too" far' }), 'exit')).toMatchObject({
    outcome: 'refused',
  });
  const change = { quantity: 0.5, price: 81_000, trigger: null };
  expect(await broker.modify(ref, change)).toMatchObject({ outcome: 'refused', kind: 'order' });
  expect(server.seen.filter(({ endpoint }) => endpoint.endsWith('Order'))).toHaveLength(1);
});

describe('a change or cancellation', () => {
  it('of an order that has come to its end is gone', async () => {
    server.price('3045', 81_200);
    const ref = await placed(orderOf());
    expect(await broker.cancel(ref)).toMatchObject({
      outcome: 'gone',
      reason: expect.stringContaining('complete') as unknown,
    });
    const change = { quantity: 10, price: 81_300, trigger: null };
    expect(await broker.modify(ref, change)).toMatchObject({ outcome: 'gone' });
  });

  it('of an order that the broker does not find is refused: that is not evidence of its end', async () => {
    const ref = { brokerOrderId: '1', order: orderOf() };
    expect(await broker.cancel(ref)).toMatchObject({ outcome: 'refused', kind: 'order' });
  });

  it.each(['time-out-accepted', 'drop-lost', 'html', 'empty-400', 'server-error'] as const)(
    'with %s is unknown, and sent once',
    async (mood) => {
      const ref = await placed(orderOf());
      server.script.next('cancelOrder', mood);
      const cancelled = (mood === 'time-out-accepted' ? hasty() : broker).cancel(ref);
      expect(await cancelled).toMatchObject({ outcome: 'unknown' });
      expect(server.seen.filter(({ endpoint }) => endpoint === 'cancelOrder')).toHaveLength(1);
    },
  );
});

it('nothing that leaves is a market order or ends at once; each order has its tag and goes out with the headers', async () => {
  const ref = await placed(orderOf());
  await placed(orderOf({ trigger: 81_400, price: 81_500, product: 'delivery' }));
  await broker.modify(ref, { quantity: 5, price: 81_000, trigger: null });
  await broker.cancel(ref);
  const bodies = server.seen
    .filter(({ endpoint }) => endpoint.endsWith('Order'))
    .map(({ body }) => JSON.stringify(body));
  expect(bodies).toHaveLength(4);
  for (const body of bodies) expect(body).not.toMatch(/MARKET|IOC/);
  expect(sentOrders()[0]).toMatchObject({
    body: { ordertag: ref.order.tag, price: '812.50', quantity: '10', variety: 'NORMAL', duration: 'DAY' },
    headers: {
      authorization: `Bearer ${connected.session.jwt}`,
      'x-privatekey': server.client.apiKey,
      'x-usertype': 'USER',
      'x-sourceid': 'WEB',
      'x-clientlocalip': expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) as unknown,
      'x-macaddress': expect.stringMatching(/^[0-9a-f:]{17}$/) as unknown,
    },
  });
});

it('a redirect is not followed: that would be a second order', async () => {
  const elsewhere = await connect();
  server.script.nextOrder({ effect: 'none', answer: { status: 307, text: '' } });
  expect(await broker.place(orderOf(), 'entry')).toMatchObject({ outcome: 'unknown' });
  expect(elsewhere.server.seen.filter(({ endpoint }) => endpoint === 'placeOrder')).toEqual([]);
  await elsewhere.server.close();
});

describe('with the limits of the broker', () => {
  it('twenty exits and twenty entries at once: never ten in a second, every exit is sent, and an entry that was not is refused here', async () => {
    const strict = await connect({ hasRateLimits: true });
    const account = accountOf(strict.server);
    const hurried = account.broker(strict.session);
    const twenty = (urgency: OrderUrgency) =>
      Promise.all(Array.from({ length: 20 }, () => hurried.place(orderOf(), urgency)));
    const [exits, entries] = await Promise.all([twenty('exit'), twenty('entry')]);
    expect(exits.map(({ outcome }) => outcome)).toEqual(Array(20).fill('accepted'));
    const refused = entries.filter(({ outcome }) => outcome === 'refused');
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.every((answer) => answer.outcome === 'refused' && answer.kind === 'rate')).toBe(true);
    const sent = 40 - refused.length;
    const times = strict.server.seen.filter(({ endpoint }) => endpoint === 'placeOrder').map(({ at }) => at);
    expect(times).toHaveLength(sent);
    for (const time of times)
      expect(times.filter((at) => at >= time && at < time + 1_000).length).toBeLessThan(10);
    expect(strict.server.orders()).toHaveLength(sent);
    await strict.server.close();
  });

  it('an entry that is withdrawn while it waits is refused at once, and was never sent', async () => {
    const strict = await connect({ hasRateLimits: true });
    const hurried = accountOf(strict.server).broker(strict.session);
    const abort = new AbortController();
    const waiting = Array.from({ length: 10 }, () => hurried.place(orderOf(), 'entry', abort.signal));
    await until(() => strict.server.orders().length === 6);
    const began = performance.now();
    abort.abort();
    const outcomes = await Promise.all(waiting);
    expect(performance.now() - began).toBeLessThan(200);
    expect(outcomes.slice(6)).toMatchObject(Array(4).fill({ outcome: 'refused', kind: 'withdrawn' }));
    expect(strict.server.orders()).toHaveLength(6);
    await strict.server.close();
  });

  it('a 403 pushes everything back, and exits go on after it', async () => {
    server.script.nextOrder('rate');
    expect(await broker.place(orderOf(), 'entry')).toMatchObject({ outcome: 'refused', kind: 'rate' });
    const start = performance.now();
    expect(await broker.place(orderOf(), 'exit')).toMatchObject({ outcome: 'accepted' });
    expect(performance.now() - start).toBeGreaterThan(900);
  });
});
