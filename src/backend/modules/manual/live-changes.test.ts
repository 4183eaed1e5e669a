import { describe, expect, it } from 'vitest';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { until } from '../../../../tests/support/until.ts';
import { entryDenial } from '../../broker-accounts/entry-guard.ts';
import { readInstrument } from '../../broker-accounts/held-position.ts';
import { readOrder } from '../../trading/order-book.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';

const trader = liveTrader(TERMS);
const { account, clock, move, second, orderNow, placed, restart } = trader;

/** Ten ITC to buy at 390 rest at the broker. */
const rest = async (order: Partial<InputOf<typeof manual.placeLive>> = {}) => {
  const { orderId } = await placed({ type: 'limit', price: 390_00, ...order });
  await move(trader.last);
  return orderId;
};
const change = (orderId: number, terms: { quantity?: number; price?: number }) =>
  trader.user.ask('manual.changeLive', {
    orderId,
    quantity: 10,
    price: 390_00,
    isUnderstood: true,
    ...terms,
  });
const says = async (...of: Parameters<typeof change>) => {
  const { status, body } = await change(...of);
  return [status, body.message] as const;
};
const sent = () =>
  trader.links.broker.truth.map(({ quantity, price, state }) => [quantity, price, state] as const);
/** Seconds pass until an order is cancelled: nothing waits for what is held on its way. */
const cancelled = (orderId: number) =>
  until('the cancellation', async () => {
    await second(1);
    return (await orderNow(orderId)).state === 'cancelled';
  });
const held = async () =>
  (await trader.user.call('positions.open', { type: 'live' })).list.map(({ quantity }) => quantity);
const lifeOf = async (orderId: number) =>
  (
    await trader.server.backend.parts.database.read
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', orderId)
      .where('event', 'like', '%-change')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
/** Words of the guards about another entry like one that rests. */
const guardSays = async (orderId: number, { quantity, price }: { quantity: number; price: number }) => {
  const { database } = trader.server.backend.parts;
  const order = await readOrder(database.read, orderId);
  const instrument = readInstrument(order.instrument_json)!;
  const other = { ...order, id: 0, decision_price: price };
  const ticket = { instrument, side: 'buy', quantity, product: 'intraday', price, trigger: null } as const;
  return database.write(trader.userId, (tx) =>
    entryDenial(tx, other, ticket, {
      now: clock.now(),
      dayResult: () => Promise.resolve(0),
      money: null,
      session: { now: true },
    }),
  );
};
/** A gate at which changes wait on their way to the broker. */
const holdChanges = () => {
  const gate = Promise.withResolvers<void>();
  trader.links.broker.changesOnTheWay = gate.promise;
  trader.isHeld = true;
  return () => {
    trader.isHeld = false;
    gate.resolve();
  };
};

const UNANSWERED =
  'The broker has not answered yet; TrickDesk asks until it knows whether the order in ITC was changed. Until then it may fill as it was or as it is to be.';

describe('a resting live order by hand', () => {
  it('is still the one of its mark after it was changed, and is not sent again', async () => {
    const mark = 'changed-and-sent-again';
    const orderId = await rest({ mark });
    expect((await says(orderId, { quantity: 15, price: 392_00 }))[0]).toBe(200);
    expect(await rest({ mark })).toBe(orderId);
    expect(sent()).toEqual([[15, 392_00, 'open']]);
    const other = await trader.user.ask('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'sell', size: { by: 'quantity', amount: 10 }, type: 'limit', price: 390_00 },
      ...{ product: 'intraday', mark, isUnderstood: true },
    });
    expect(other.body.message).toBe('This order was already sent with other values. Start again.');
  });

  it('gets another limit and quantity at the broker, as the same order', async () => {
    const orderId = await rest({ stopLoss: 385_00 });
    expect(await says(orderId, { quantity: 15, price: 392_00 })).toEqual([
      200,
      'The order in ITC is changed.',
    ]);
    expect(sent()).toEqual([[15, 392_00, 'open']]);
    expect(await orderNow(orderId)).toMatchObject({ quantity: 15, limitPrice: 392_00 });
    expect(await lifeOf(orderId)).toEqual(['ask-change', 'take-change']);
    await move(392_00);
    expect(await held()).toEqual([15]);
  });

  it('that is lowered and raised back keeps its money from the next', async () => {
    trader.links.broker.available = 1_00_000_00;
    const other = { type: 'limit', price: 390_00, size: { by: 'quantity', amount: 200 } } as const;
    const ofItc = { symbol: 'ITC', side: 'buy', product: 'intraday' } as const;
    await trader.user.call('manual.previewLive', { ...ofItc, ...other });
    const orderId = await rest({ price: 395_00, size: { by: 'quantity', amount: 100 } });
    for (const price of [394_95, 395_00]) await says(orderId, { quantity: 100, price });
    expect((await trader.saysOf(other))[1]).toMatch(/free; the broker blocks/);
  });

  it('is changed only when that is said of this very change, and by nobody else', async () => {
    const orderId = await rest();
    const input = { orderId, quantity: 5, price: 390_00 };
    expect((await trader.user.ask('manual.changeLive', input)).status).toBe(400);
    const other = await trader.server.register('another-changer');
    expect((await other.ask('manual.changeLive', { ...input, isUnderstood: true })).status).toBe(404);
    expect(sent()).toEqual([[10, 390_00, 'open']]);
  });

  it('of which part is filled keeps that: never to less, the rest follows', async () => {
    trader.links.broker.partly = 1;
    const orderId = await rest();
    await move(390_00);
    expect(await held()).toEqual([5]);
    trader.last = 395_00;
    const less = await change(orderId, { quantity: 5, price: 388_00 });
    expect([less.status, less.body.message, less.body.fields]).toEqual([
      400,
      '5 of this order are filled already. Choose more, or cancel the rest of it.',
      { quantity: 'must be more than 5' },
    ]);
    expect((await says(orderId, { quantity: 7, price: 391_00 }))[0]).toBe(200);
    trader.links.broker.partly = 0;
    await move(391_00);
    expect([await held(), sent()]).toEqual([[7], [[7, 391_00, 'filled']]]);
  });

  it('is not changed where it is over, in doubt, at the market or the same', async () => {
    const done = await rest({ price: 400_00 });
    expect(await says(done, { price: 401_00 })).toEqual([
      409,
      'This order is done already; there is nothing to change.',
    ]);
    trader.links.broker.moods.set('ITC', 'lost');
    const lost = await rest({ price: 391_00 });
    trader.links.broker.moods.clear();
    expect(await says(lost, { price: 392_00 })).toEqual([
      409,
      'Nobody knows yet whether this order is at the broker. Settle that first.',
    ]);
    const same = await rest();
    expect(await says(same, {})).toEqual([400, 'The order has these terms already.']);
    expect(await says(same, { price: 390_02 })).toEqual([400, expect.stringMatching(/between two prices/)]);
    const market = await trader.user.call('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 1 }, type: 'market' },
      ...{ product: 'delivery', mark: 'market-change', isUnderstood: true },
    });
    expect(await says(market.order.orderId, { quantity: 2 })).toEqual([
      422,
      'A market order is taken back after a minute. It is not changed.',
    ]);
  });

  it('that the broker will not change stays as it was, and says why', async () => {
    const orderId = await rest();
    const release = holdChanges();
    const asked = says(orderId, { price: 395_00 });
    await until('the question', async () => (await lifeOf(orderId)).length === 1);
    // All of it fills before the change arrives.
    await move(390_00);
    release();
    expect(await asked).toEqual([200, 'The order in ITC is filled; it was not changed.']);
    expect([await held(), sent()]).toEqual([[10], [[10, 390_00, 'filled']]]);
    const { state, quantity } = await orderNow(orderId);
    expect([state, quantity]).toEqual(['filled', 10]);
  });
});

describe('a change whose answer is late or lost', () => {
  it('takes a fill in part on its way, at whichever price it was', async () => {
    trader.links.broker.partly = 1;
    const orderId = await rest();
    const release = holdChanges();
    const asked = says(orderId, { quantity: 20, price: 395_00 });
    await until('the question', async () => (await lifeOf(orderId)).length === 1);
    await move(390_00);
    expect(await held()).toEqual([5]);
    expect(await says(orderId, { price: 391_00 })).toEqual([
      409,
      'A change of this order is not answered yet. Wait for that, or cancel the order.',
    ]);
    release();
    expect(await asked).toEqual([200, 'The order in ITC is changed.']);
    trader.links.broker.partly = 0;
    await move(394_00);
    expect([await held(), sent()]).toEqual([[20], [[20, 395_00, 'filled']]]);
  });

  it('is done once a report says that what is filled is all, though its fills were told before', async () => {
    const orderId = await rest();
    trader.links.broker.lost.add('answer');
    await says(orderId, { quantity: 4, price: 390_00 });
    const { brokerOrderId } = trader.links.broker.truth[0]!;
    const { tag } = await readOrder(trader.server.backend.parts.database.read, orderId);
    const { orders } = account().run.execution;
    const told = {
      ...{ brokerOrderId, tag, tradingSymbol: 'ITC-EQ', side: 'buy' as const, price: 390_00 },
      ...{ trigger: null, filledQuantity: 4, filledValue: 4 * 390_00, reason: '', at: clock.now() },
    };
    await orders.onReport({ ...told, state: 'open', quantity: 10 });
    await orders.onReport({ ...told, state: 'filled', quantity: 4, at: clock.now() + 1_000 });
    expect(await orderNow(orderId)).toMatchObject({ state: 'filled', quantity: 4, filledQuantity: 4 });
    expect(orders.all()).toEqual([]);
    const logged = await trader.server.backend.parts.database.read
      .selectFrom('logs')
      .select('text')
      .where('topic', '=', 'fill')
      .execute();
    expect(logged.map(({ text }) => text)).toEqual([expect.stringMatching(/^Bought 4 ITC at ₹390\.00/)]);
  });

  it('lost on its way leaves the order as it was; it is not sent again by itself', async () => {
    const orderId = await rest();
    trader.links.broker.lost.add('change');
    expect(await says(orderId, { quantity: 20, price: 395_00 })).toEqual([200, UNANSWERED]);
    const { requests } = trader.links.broker;
    trader.links.broker.lost.clear();
    await until('that it is settled', async () => {
      await second(2);
      return (await lifeOf(orderId)).includes('refuse-change');
    });
    await second(20);
    expect(trader.links.broker.requests).toBe(requests);
    expect(await orderNow(orderId)).toMatchObject({ quantity: 10, limitPrice: 390_00, state: 'open' });
    // What may have happened counts as money that is taken.
    expect((await says(orderId, { quantity: 2_500, price: 399_00 }))[1]).toMatch(
      /^The order in ITC is changed/,
    );
    expect(sent()).toEqual([[2_500, 399_00, 'open']]);
  });

  it('that happened though its answer was lost is believed from the book', async () => {
    const orderId = await rest();
    trader.links.broker.lost.add('answer');
    expect(await says(orderId, { quantity: 20, price: 395_00 })).toEqual([200, UNANSWERED]);
    trader.last = 395_00;
    await until('the fill', async () => {
      await second(1);
      return (await orderNow(orderId)).state === 'filled';
    });
    expect([await held(), await orderNow(orderId)]).toMatchObject([
      [20],
      { quantity: 20, limitPrice: 395_00 },
    ]);
    expect(sent()).toEqual([[20, 395_00, 'filled']]);
  });

  it('of an order that is larger counts in what another may take', async () => {
    const orderId = await rest();
    trader.links.broker.lost.add('change');
    await change(orderId, { quantity: 2_000, price: 390_00 });
    const another = await trader.user.ask('manual.placeLive', {
      ...{
        symbol: 'ITC',
        side: 'buy',
        size: { by: 'quantity', amount: 1_000 },
        type: 'limit',
        price: 390_00,
      },
      ...{ product: 'intraday', mark: 'beside-a-change', isUnderstood: true },
    });
    expect([another.status, another.body.message]).toEqual([
      422,
      expect.stringMatching(/^Insufficient funds/),
    ]);
  });

  it.each([false, true])(
    'of an order that is dearer counts in what another may take, after a restart: %s',
    async (isAfterRestart) => {
      const orderId = await rest({ size: { by: 'quantity', amount: 2_000 } });
      trader.links.broker.lost.add('change');
      expect(await says(orderId, { quantity: 2_000, price: 430_00 })).toEqual([200, UNANSWERED]);
      if (isAfterRestart) await restart();
      await move(trader.last);
      const another = { quantity: 450, price: 380_00 };
      const { body } = await trader.user.ask('manual.previewLive', {
        ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: another.quantity } },
        ...{ type: 'limit', price: another.price, product: 'intraday' },
      });
      expect(body.data?.problems).toEqual([expect.stringMatching(/^Insufficient funds/)]);
      expect(await guardSays(orderId, another)).toMatch(/^Manual has ₹8,60,000\.00 of its capital in use/);
      // As soon as another is taken, it is no doubt any more.
      trader.links.broker.lost.clear();
      await until('that another may be asked for', async () => {
        await second(2);
        return (await change(orderId, { quantity: 2_000, price: 391_00 })).status === 200;
      });
      expect(await guardSays(orderId, another)).toBeNull();
    },
  );

  it('goes on after a restart as the book has it', async () => {
    const [kept, lost] = [await rest(), await rest({ price: 389_00 })];
    trader.links.broker.lost.add('answer');
    await change(kept, { quantity: 20, price: 391_00 });
    trader.links.broker.lost.delete('answer');
    trader.links.broker.lost.add('change');
    await change(lost, { quantity: 30, price: 389_00 });
    trader.links.broker.lost.clear();
    const { requests } = trader.links.broker;
    await restart();
    await until('that both are settled', async () => {
      await second(2);
      const pending = await trader.server.backend.parts.database.read
        .selectFrom('orders')
        .select('id')
        .where('pending', 'is not', null)
        .execute();
      return pending.length === 0;
    });
    expect(trader.links.broker.requests).toBe(requests);
    expect(await orderNow(kept)).toMatchObject({ quantity: 20, limitPrice: 391_00 });
    expect(await orderNow(lost)).toMatchObject({ quantity: 10, limitPrice: 389_00 });
    await move(389_00);
    await second();
    expect((await held()).toSorted((a, b) => a - b)).toEqual([10, 20]);
  });
});

describe('what guards an order guards its change', () => {
  it('more than the capital, the account’s money, the exchange’s day and the entries of a day', async () => {
    const orderId = await rest();
    expect((await says(orderId, { quantity: 3_000 }))[1]).toMatch(/^Insufficient funds/);
    trader.passed += 1_000;
    trader.links.broker.available = 500_00;
    expect(await says(orderId, { quantity: 12 })).toEqual([
      422,
      'The account has ₹500.00 free; the broker blocks ₹780.00 for this entry.',
    ]);
    trader.passed += 1_000;
    trader.links.broker.available = 1_00_000_00;
    await trader.user.call('live.riskGuard', { maxTradesPerDay: 1, maxLossPerDay: 20_000_00 });
    expect(await says(orderId, { quantity: 12 })).toEqual([
      422,
      'The limit of 1 live entries a day is reached.',
    ]);
    expect(await says(orderId, { quantity: 8 })).toEqual([200, 'The order in ITC is changed.']);
    expect(sent()).toEqual([[8, 390_00, 'open']]);
    expect(await lifeOf(orderId)).toEqual(['ask-change', 'take-change']);
    trader.passed += 330 * MINUTE_MS;
    await move(PRICE);
    expect((await says(orderId, { price: 391_00 }))[0]).toBe(422);
  });

  it('the switch and the loss of the day: nothing is made larger, and all of it is taken back', async () => {
    const orderId = await rest();
    trader.links.broker.lost.add('cancel');
    await trader.user.call('manual.endLive', {});
    expect(await says(orderId, { quantity: 12 })).toEqual([409, 'This order is being cancelled already.']);
    await until('that nobody waits for its answer any more', async () => {
      await second(1);
      const { pending } = account().run.execution.orders.get(orderId)!;
      return pending === null;
    });
    expect(await says(orderId, { quantity: 12 })).toEqual([409, 'This order is being cancelled already.']);
    trader.links.broker.lost.clear();
    await second(40);
    expect(sent()).toEqual([[10, 390_00, 'cancelled']]);
  });

  it.each([true, false])(
    'the kill switch during a change cancels the order, be it after the change: %s',
    async (isFirst) => {
      const orderId = await rest({ price: 390_00 });
      const release = holdChanges();
      const asked = says(orderId, { quantity: 20, price: 391_00 });
      await until('the question', async () => (await lifeOf(orderId)).length === 1);
      if (isFirst) release();
      await trader.user.call('live.killSwitch', { action: 'stop' });
      release();
      expect((await asked)[0]).toBe(200);
      await second();
      expect((await orderNow(orderId)).state).toBe('cancelled');
      expect(sent().map(([, , state]) => state)).toEqual(['cancelled']);
      await move(380_00);
      expect(await held()).toEqual([]);
    },
  );

  it('a limit of the day that is reached does not wait for the answer to a change', async () => {
    await rest({ price: 400_00 });
    const orderId = await rest({ price: 361_00 });
    const release = holdChanges();
    const asked = says(orderId, { price: 362_00 });
    await until('the question', async () => (await lifeOf(orderId)).length === 1);
    await trader.user.call('manual.acceptLive', { ...TERMS, maxLossPerDay: 250_00 });
    trader.last = PRICE - 30_00;
    await cancelled(orderId);
    release();
    expect((await asked)[1]).toMatch(/^The order in ITC is not changed/);
  });

  it('the end of the day does not wait for the answer to a change', async () => {
    const orderId = await rest();
    const release = holdChanges();
    const asked = says(orderId, { price: 391_00 });
    await until('the question', async () => (await lifeOf(orderId)).length === 1);
    trader.passed += 311 * MINUTE_MS;
    await cancelled(orderId);
    release();
    await asked;
  });

  it('closing what is filled takes the rest back, though a change of it is out', async () => {
    trader.links.broker.partly = 1;
    const orderId = await rest();
    await move(390_00);
    trader.links.broker.partly = 0;
    trader.last = 395_00;
    const release = holdChanges();
    const asked = says(orderId, { quantity: 20, price: 391_00 });
    await until('the question', async () => (await lifeOf(orderId)).length === 1);
    const { positionId } = (await trader.user.call('positions.open', { type: 'live' })).list[0]!;
    const closing = trader.user.ask('manual.close', { positionId });
    await until('the end of the rest, and of what is held', async () => {
      await second(1);
      return sent()[0]?.[2] === 'cancelled' && (await held()).length === 0;
    });
    release();
    await Promise.all([asked, closing]);
    expect(sent()).toHaveLength(2);
  });
});
