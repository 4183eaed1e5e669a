import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { istDate } from '../../../shared/time.ts';
import { chargePaise, totalCharges } from '../../../engine/charges/charges.ts';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { findManualAccount } from '../../manual/manual-account.ts';
import { standingOf } from '../../manual/manual-funds.ts';
import type { TradingRun } from '../../trading/trading-run.ts';
import { readCharges } from '../../trading/position-charges.ts';

let server: TestBackend;
let run: TradingRun;
let user: TestUser;
let userId = 0;
let people = 0;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  await server.backend.parts.marketRuns.whenOpen();
  run = server.backend.parts.marketRuns.simulated;
  run.session.pause();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  user = await server.register(`hand-${++people}`);
  userId = (await user.call('profile.mine')).id;
});

const last = (symbol: string): number => run.shownPrice(symbol)!.ltp;
/** Market time of the next tick: after all that was ordered. */
let seconds = 0;
const tick = (symbol: string, price: number, isGap = false) =>
  run.execution.onTicks({
    time: run.session.now + ++seconds * 1_000,
    ticks: [{ symbol, price, volume: 1_000_000, isGap }],
  });
let marks = 0;
const buy = {
  symbol: 'ITC',
  side: 'buy',
  size: { by: 'quantity', amount: 10 },
  type: 'market',
  product: 'intraday',
} as const;
const place = (order: object = {}, of = user) =>
  of.ask('manual.place', { ...buy, ...order, mark: `mark-${++marks}-of-a-test` });
const placed = async (order: object = {}) => {
  const { status, body } = await place(order);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data!.order;
};
const positions = async () => (await user.call('positions.open', {})).list;
const orderNow = async (orderId: number) =>
  (await user.call('positions.orders', { isTest: 1 })).test_orderhistory!.find(
    (order) => order.orderId === orderId,
  )!;
const saysOf = async (order: object) => {
  const { status, body } = await place(order);
  return [status, body.message] as const;
};
const onTick = (price: number, step = 5) => Math.round(price / step) * step;

/** Reads of a database, with some work before one of them: the first is 0. */
const before = <T extends object>(read: T, number: number, work: () => Promise<void>): T => {
  let count = 0;
  const wrapped = <O extends object>(inner: O): O =>
    new Proxy(inner, {
      get: (_target, name) => {
        const value: unknown = Reflect.get(inner, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          const answer = (): unknown => Reflect.apply(value, inner, args);
          if (String(name).startsWith('execute'))
            return (count++ === number ? work() : Promise.resolve()).then(answer);
          return wrapped(answer() as object);
        };
      },
    });
  return wrapped(read);
};

describe('an order by hand', () => {
  it('fills at the next price, opens a position of its own and ends as a row of the journal', async () => {
    const price = last('ITC');
    const order = await placed();
    expect(order).toMatchObject({ strategyName: 'Manual', state: 'open', quantity: 10, limitPrice: null });
    await tick('ITC', price);
    const [position] = await positions();
    expect(position).toMatchObject({ strategyName: 'Manual', isManual: true, symbol: 'ITC', quantity: 10 });
    await user.call('manual.close', { positionId: position!.positionId });
    await tick('ITC', price + 100);
    expect(await positions()).toEqual([]);
    const trades = await user.call('positions.trades', { isTest: 1 });
    expect(trades.test_tradehistory).toMatchObject([{ strategyName: 'Manual', symbol: 'ITC', quantity: 10 }]);
    const profit = await user.call('strategies.profit', {});
    expect(profit.test.byStrategy).toMatchObject([
      { name: 'Manual', net: trades.test_tradehistory![0]!.net },
    ]);
    expect((await user.call('manual.account', {})).funds.today).toBe(trades.test_tradehistory![0]!.net);
  });

  it('has a stop-loss in percent of its price where it opens, and is the same order with its mark', async () => {
    const price = last('ITC');
    const stopped = { ...buy, stopLossPercent: 1, mark: 'stopped-in-percent' };
    const { stopLoss } = await user.call('manual.preview', { ...buy, stopLossPercent: 1 });
    expect(Math.abs(stopLoss! - price * 0.99)).toBeLessThanOrEqual(5);
    const { order } = await user.call('manual.place', stopped);
    expect(order.terms).toMatchObject({ stopLoss });
    await tick('ITC', price + 50);
    expect((await user.call('manual.place', stopped)).order.orderId).toBe(order.orderId);
    expect(await positions()).toMatchObject([{ stopLoss }]);
    const closing = { ...buy, side: 'sell', stopLossPercent: 1 } as const;
    expect(await user.call('manual.preview', closing)).toMatchObject({ effect: 'close', stopLoss: null });
    await placed(closing);
    await tick('ITC', price + 50);
    expect(await positions()).toEqual([]);
  });

  it('is one, however often it is sent with its mark', async () => {
    const mark = 'clicked-twice';
    const both = await Promise.all([
      user.ask('manual.place', { ...buy, mark }),
      user.ask('manual.place', { ...buy, mark }),
    ]);
    const ids = both.map(({ body }) => body.data?.order.orderId);
    expect(ids[0]).toBe(ids[1]);
    await tick('ITC', last('ITC'));
    expect((await user.call('manual.place', { ...buy, mark })).order.state).toBe('filled');
    expect(await positions()).toHaveLength(1);
    const other = await user.ask('manual.place', { ...buy, side: 'sell', mark });
    expect(other.body).toMatchObject({ code: 'conflict' });
    // Another person's order may have the same mark.
    const second = await server.register(`hand-${++people}`);
    expect((await second.call('manual.place', { ...buy, mark })).order.orderId).not.toBe(ids[0]);
  });

  it('with a limit rests until the market comes to it, and never fills worse', async () => {
    const price = onTick(last('ITC'), 10);
    const limit = price - 200;
    const order = await placed({ type: 'limit', price: limit });
    expect(order).toMatchObject({ state: 'open', limitPrice: limit });
    await tick('ITC', price);
    await tick('ITC', limit + 10);
    expect(await positions()).toEqual([]);
    await tick('ITC', limit - 50);
    expect((await positions())[0]).toMatchObject({ averagePrice: limit });
  });

  it('with a limit beyond the market fills at the market', async () => {
    const price = onTick(last('ITC'), 10);
    const before = await user.call('manual.preview', { ...buy, type: 'limit', price: price + 1_000 });
    await placed({ type: 'limit', price: price + 1_000 });
    await tick('ITC', before.lastPrice);
    const averagePrice = (await positions())[0]!.averagePrice;
    expect(averagePrice).toBe(before.price);
    expect(averagePrice).toBeGreaterThan(price - 10);
    expect(averagePrice).toBeLessThan(price + 100);
  });

  it('with a stop waits for its trigger and is then a limit order', async () => {
    const price = onTick(last('ITC'), 10);
    const order = await placed({ type: 'stop', triggerPrice: price + 200, price: price + 210 });
    expect(order.state).toBe('waiting');
    await tick('ITC', price + 100);
    expect((await orderNow(order.orderId)).state).toBe('waiting');
    // It jumps over the limit: triggered, and not filled.
    await tick('ITC', price + 500);
    expect((await orderNow(order.orderId)).state).toBe('triggered');
    expect(await positions()).toEqual([]);
    const changed = await user.ask('manual.change', {
      ...{ orderId: order.orderId, quantity: 10, price: price + 810, triggerPrice: price + 800 },
    });
    expect([changed.status, changed.body.message]).toEqual([
      409,
      'The trigger of this order was reached: it is a limit order in the market now. Look at it again.',
    ]);
    await tick('ITC', price + 200);
    expect((await orderNow(order.orderId)).state).toBe('filled');
    expect((await positions())[0]?.averagePrice).toBeLessThanOrEqual(price + 210);
  });

  it.each([
    ['stop', -500, 'Stop-loss hit'],
    ['target', 500, 'Target reached'],
  ])('leaves at its %s, and the other level goes with it', async (_level, move, reason) => {
    const price = onTick(last('ITC'), 10);
    await placed({ stopLoss: price - 300, target: price + 300 });
    await tick('ITC', price);
    expect((await positions())[0]).toMatchObject({ stopLoss: price - 300, target: price + 300 });
    await tick('ITC', price + move);
    expect(await positions()).toEqual([]);
    await tick('ITC', price - move);
    const { test_tradehistory: trades } = await user.call('positions.trades', { isTest: 1 });
    expect(trades).toMatchObject([{ exitReason: reason, quantity: 10 }]);
  });

  it('can be changed and cancelled while it works', async () => {
    const price = onTick(last('ITC'), 10);
    const order = await placed({ type: 'limit', price: price - 500 });
    const { order: changed } = await user.call('manual.change', {
      ...{ orderId: order.orderId, quantity: 4, price: price - 300, stopLoss: price - 900 },
    });
    expect(changed).toMatchObject({ quantity: 4, limitPrice: price - 300, state: 'open' });
    await tick('ITC', price - 300);
    expect((await positions())[0]).toMatchObject({ quantity: 4, stopLoss: price - 900 });
    expect(
      (await user.ask('manual.change', { orderId: order.orderId, quantity: 5, price: price - 300 })).body
        .message,
    ).toBe('This order is done already; there is nothing to change.');
    const second = await placed({ type: 'limit', price: price - 500 });
    await user.call('positions.cancelOrder', { orderId: second.orderId });
    await tick('ITC', price - 600);
    expect((await orderNow(second.orderId)).state).toBe('cancelled');
  });

  it('that was changed in another window since it was seen is left as it is', async () => {
    const price = onTick(last('ITC'), 10);
    const { orderId } = await placed({ type: 'limit', price: price - 500 });
    const before = { quantity: 10, price: price - 500, triggerPrice: null };
    await user.call('manual.change', { orderId, quantity: 10, price: price - 300, before });
    const late = await user.ask('manual.change', { orderId, quantity: 20, price: price - 500, before });
    expect([late.status, late.body.message]).toEqual([
      409,
      'This order has changed in the meantime. Look at it again.',
    ]);
    expect(await orderNow(orderId)).toMatchObject({ quantity: 10, limitPrice: price - 300 });
  });

  it('on the other side closes what is held by hand, and never turns it around', async () => {
    const price = last('ITC');
    await placed();
    await tick('ITC', price);
    await placed({ side: 'sell', size: { by: 'quantity', amount: 4 } });
    await tick('ITC', price);
    expect((await positions()).map(({ quantity }) => quantity)).toEqual([6]);
    expect(await saysOf({ side: 'sell' })).toEqual([
      422,
      'You hold 6 ITC by hand, and this order would close 10. Close what you hold first.',
    ]);
    expect(
      await saysOf({
        side: 'sell',
        size: { by: 'quantity', amount: 6 },
        type: 'limit',
        price: onTick(price, 10),
      }),
    ).toEqual([422, 'You hold ITC by hand. Close it with a market order, or set its stop-loss and target.']);
  });

  it('leaves what a strategy holds in the same share alone', async () => {
    const { strategyId } = await user.call('strategies.add', {
      ...{
        url: 'add',
        name: 'Beside',
        document: (await import('../../../../tests/support/rule-samples.ts')).RSI_RULES,
      },
    });
    await server.backend.parts.database.write(userId, (tx) =>
      tx.query.updateTable('strategies').set({ status: 1 }).where('id', '=', strategyId!).execute(),
    );
    const price = last('ITC');
    await run.execution.place({
      ...{ userId, strategyId: strategyId!, positionId: null, symbol: 'ITC', ...run.identity, side: 'buy' },
      ...{ slot: 'entry', purpose: 'entry', quantity: 7, reason: 'Entry rule', key: `beside:${userId}` },
      at: run.session.now,
    });
    await tick('ITC', price);
    await placed({ side: 'sell', size: { by: 'quantity', amount: 5 } });
    await tick('ITC', price);
    const held = await positions();
    expect(held.map(({ strategyName, quantity }) => [strategyName, quantity])).toEqual([
      ['Manual', -5],
      ['Beside', 7],
    ]);
    const beside = held.find(({ isManual }) => !isManual)!;
    expect((await user.ask('manual.close', { positionId: beside.positionId })).status).toBe(404);
    expect((await user.ask('manual.protect', { positionId: beside.positionId, stopLoss: 100 })).status).toBe(
      404,
    );
  });

  it('of an option is in its lots, and its position leaves at its stop', async () => {
    const { expiries } = await user.call('options.chain', {});
    const spot = last('NIFTY');
    const symbol = symbolOf({
      ...{ exchange: 'NSE', underlying: 'NIFTY', expiry: expiries[1]!.day, kind: 'option', right: 'call' },
      strike: Math.round(spot / 10_000) * 10_000,
    });
    const premium = last(symbol);
    const preview = await user.call('manual.preview', {
      ...buy,
      ...{ symbol, size: { by: 'lots', amount: 2 }, product: 'delivery' },
    });
    expect(preview).toMatchObject({ kind: 'option', quantity: 2 * preview.lotSize });
    expect(preview.margin).toBe(preview.quantity * preview.lastPrice);
    expect(preview.risk.most).toBe(preview.value + preview.charges.total + preview.charges.leaving);
    expect(await saysOf({ symbol, size: { by: 'quantity', amount: 7 } })).toEqual([
      400,
      `7 is not a whole number of lots: ${symbol} trades in lots of ${preview.lotSize}.`,
    ]);
    await placed({ symbol, size: { by: 'lots', amount: 2 }, stopLoss: onTick(premium * 0.8) });
    await tick(symbol, premium);
    expect((await positions())[0]).toMatchObject({ symbol, quantity: 2 * preview.lotSize });
    const sold = await user.call('manual.preview', {
      ...{ ...buy, symbol: symbol.replace(' CE', ' PE'), side: 'sell', size: { by: 'lots', amount: 1 } },
    });
    expect(sold.margin).toBeGreaterThan(sold.value);
    expect(sold.risk.most).toBeNull();
    await tick(symbol, onTick(premium * 0.7));
    expect(await positions()).toEqual([]);
  });
});

describe('what it costs', () => {
  it('is said before to the paisa as it is booked after, and nothing is written by asking', async () => {
    const price = onTick(last('SBIN'), 10);
    const order = {
      ...buy,
      symbol: 'SBIN',
      type: 'limit',
      price,
      size: { by: 'quantity', amount: 137 },
    } as const;
    const before = await user.call('manual.preview', order);
    expect((await user.call('manual.account', {})).working).toEqual([]);
    expect(
      await server.backend.parts.database.read
        .selectFrom('strategies')
        .select('id')
        .where('owner_id', '=', userId)
        .execute(),
    ).toEqual([]);
    await placed(order);
    await tick('SBIN', price + 50);
    await tick('SBIN', price - 50);
    const row = await server.backend.parts.database.read
      .selectFrom('positions')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.entry_value).toBe(before.value);
    expect(chargePaise(totalCharges(readCharges(row)))).toBe(before.charges.total);
    expect(before.charges.total).toBeGreaterThan(0);
  });

  it.each(['market', 'limit'] as const)(
    'is the loss at the stop: of a %s order by risk no more than was said, charges and slippage included',
    async (type) => {
      const price = onTick(last('ITC'), 10);
      const stopLoss = price - 200;
      const of = { ...buy, type, price: type === 'limit' ? price : null, stopLoss };
      const risk = async (amount: number) =>
        user.call('manual.preview', { ...of, size: { by: 'risk', amount } });
      const preview = await risk(50_000);
      expect(preview.risk.atStop).toBeLessThanOrEqual(50_000);
      expect(preview.risk.left).toBe(20_000_00);
      // Not one that is far smaller than it may be.
      const more = Math.ceil(preview.quantity * 1.1);
      const larger = await user.call('manual.preview', { ...of, size: { by: 'quantity', amount: more } });
      expect(larger.risk.atStop).toBeGreaterThan(50_000);
      // Charges alone take it: nothing of it is left for a share.
      expect((await saysOf({ ...of, size: { by: 'risk', amount: 100 } }))[1]).toMatch(/less than one share/);
    },
  );

  it('is stopped by the limit of the day, and exits are not', async () => {
    const price = onTick(last('ITC'), 10);
    await user.call('manual.setAccount', { capital: 50_00_000_00, maxLossPerDay: 1_000_00 });
    await placed({ size: { by: 'quantity', amount: 1_000 } });
    await placed({ size: { by: 'quantity', amount: 10 }, product: 'delivery' });
    await tick('ITC', price);
    const [small, large] = await positions();
    await user.call('manual.close', { positionId: large!.positionId });
    await tick('ITC', price - 300);
    expect(await saysOf({})).toEqual([422, "The day's loss limit of ₹1,000.00 was reached."]);
    await user.call('manual.close', { positionId: small!.positionId });
    await tick('ITC', price);
    expect(await positions()).toEqual([]);
  });

  it('opens nothing once the limit of the day is reached, also what rests or waits since before', async () => {
    const price = onTick(last('SBIN'), 10);
    await user.call('manual.setAccount', { capital: 10_00_000_00, maxLossPerDay: 1_000_00 });
    await placed({ symbol: 'SBIN', size: { by: 'quantity', amount: 100 } });
    await tick('SBIN', price);
    const rests = await placed({ symbol: 'SBIN', type: 'limit', price: price - 4_500 });
    const other = await placed({ symbol: 'SBIN', type: 'limit', price: price - 4_700 });
    await user.call('manual.close', { positionId: (await positions())[0]!.positionId });
    await tick('SBIN', price - 4_000);
    await tick('SBIN', price - 4_500);
    for (const { orderId } of [rests, other]) {
      const { state, reason } = await orderNow(orderId);
      expect([state, reason]).toEqual(['cancelled', "The day's loss limit of ₹1,000.00 was reached."]);
    }
    expect(await positions()).toEqual([]);
  });

  it('is not ordered twice with the same money', async () => {
    const price = last('ITC');
    await user.call('manual.setAccount', { capital: Math.round(price * 15), maxLossPerDay: null });
    const both = await Promise.all([place(), place()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.body.message).toMatch(
      /^Insufficient funds\. Available/,
    );
  });
});

describe('money that is taken', () => {
  const far = async (strike: number, right: 'call' | 'put') => {
    const { expiries } = await user.call('options.chain', {});
    return symbolOf({
      ...{ exchange: 'NSE', underlying: 'NIFTY', expiry: expiries[1]!.day, kind: 'option', right, strike },
    });
  };

  it('is no less for an order that may never fill', async () => {
    const atTheMoney = Math.round(last('NIFTY') / 10_000) * 10_000;
    const sold = {
      ...buy,
      symbol: await far(atTheMoney, 'call'),
      side: 'sell',
      product: 'delivery',
      size: { by: 'lots', amount: 1 },
    } as const;
    const alone = await user.call('manual.preview', sold);
    await placed({
      ...{ symbol: await far(atTheMoney + 20_000, 'call'), product: 'delivery', type: 'limit', price: 5 },
      size: { by: 'lots', amount: 1 },
    });
    expect((await user.call('manual.preview', sold)).margin).toBe(alone.margin);
  });

  it('is that of the order, where one is changed beside a position of the same size', async () => {
    const price = onTick(last('ITC'), 10);
    await user.call('manual.setAccount', { capital: 20 * price - 10_000, maxLossPerDay: null });
    await placed();
    await tick('ITC', price);
    const order = await placed({ type: 'limit', price: price - 1_500 });
    const dearer = await user.ask('manual.change', {
      ...{ orderId: order.orderId, quantity: 10, price: price - 50 },
    });
    expect(dearer.body.message).toMatch(/^Insufficient funds\. Available/);
    expect((await orderNow(order.orderId)).limitPrice).toBe(price - 1_500);
  });

  it.each([0, 1, 2, 3, 4])('is taken also where its order fills before read %i', async (moment) => {
    const price = onTick(last('ITC'), 10);
    const capital = 15 * price;
    await user.call('manual.setAccount', { capital, maxLossPerDay: null });
    await placed();
    const { database } = server.backend.parts;
    const account = await findManualAccount(database.read, userId);
    const read = before(database.read, moment, () => tick('ITC', price));
    const { funds } = await standingOf({ ...database, read }, account, run);
    expect(funds.available).toBeLessThan(capital - 9 * price);
    await tick('ITC', price);
    expect(await positions()).toHaveLength(1);
  });
});

describe('an order that is changed while it fills', () => {
  it('takes money for what is left of it only', async () => {
    const price = onTick(last('ITC'), 10);
    await user.call('manual.setAccount', { capital: 105 * price, maxLossPerDay: null });
    const order = await placed({
      type: 'limit',
      price,
      size: { by: 'quantity', amount: 100 },
      product: 'delivery',
    });
    await run.execution.onTicks({
      time: run.session.now + ++seconds * 1_000,
      ticks: [{ symbol: 'ITC', price, volume: 200, isGap: false }],
    });
    expect((await orderNow(order.orderId)).filledQuantity).toBe(50);
    const changed = await user.ask('manual.change', {
      orderId: order.orderId,
      quantity: 100,
      price: price + 10,
    });
    expect(changed.body.message).toBe('The order is changed.');
  });
});

describe('levels of an order of which part is filled', () => {
  it('are those of its position: to change them with the order is refused, and changes nothing', async () => {
    const price = onTick(last('SBIN'), 10);
    const terms = { price, stopLoss: price - 1_000, target: null };
    const order = await placed({
      ...{ symbol: 'SBIN', type: 'limit', product: 'delivery', ...terms },
      size: { by: 'quantity', amount: 100 },
    });
    await run.execution.onTicks({
      time: run.session.now + ++seconds * 1_000,
      ticks: [{ symbol: 'SBIN', price, volume: 200, isGap: false }],
    });
    const change = { orderId: order.orderId, quantity: 80, ...terms };
    const refused = await user.ask('manual.change', { ...change, stopLoss: price - 500 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Part of this order is filled, so its stop-loss and target are those of the position. Set them there.',
    ]);
    expect(await orderNow(order.orderId)).toMatchObject({ quantity: 100, filledQuantity: 50 });
    expect(await positions()).toMatchObject([{ stopLoss: price - 1_000 }]);
    expect((await user.call('manual.change', change)).order.quantity).toBe(80);
    await user.call('positions.cancelOrder', { orderId: order.orderId });
  });
});

describe('what is said of an order by hand', () => {
  it('is that it is one, with its terms as they are now; one that closes has none', async () => {
    const price = onTick(last('ITC'), 10);
    const order = await placed({ type: 'limit', price: price - 500, stopLoss: price - 1_500 });
    expect(order).toMatchObject({
      isManual: true,
      terms: { type: 'limit', product: 'intraday', stopLoss: price - 1_500, target: null },
    });
    await user.call('manual.change', {
      ...{ orderId: order.orderId, quantity: 20, price: price - 400, target: price + 2_000 },
    });
    const terms = { type: 'limit', product: 'intraday', stopLoss: null, target: price + 2_000 };
    expect(await orderNow(order.orderId)).toMatchObject({ isManual: true, quantity: 20, terms });
    expect((await user.call('manual.account', {})).working).toMatchObject([{ isManual: true, terms }]);
    await placed({ side: 'sell' });
    await tick('ITC', price);
    const { positionId } = (await positions())[0]!;
    expect((await user.call('manual.close', { positionId })).order).toMatchObject({
      isManual: true,
      terms: null,
    });
  });

  it('stands among the positions by hand, which are counted', async () => {
    await placed();
    await tick('ITC', last('ITC'));
    const { list, counts } = await user.call('positions.open', { place: 'by-hand' });
    expect([list.map(({ symbol }) => symbol), counts.byHand, counts.all]).toEqual([['ITC'], 1, 1]);
    expect((await user.call('positions.open', { place: 'baskets' })).list).toEqual([]);
    const stranger = await server.register(`hand-${++people}`);
    expect((await stranger.call('positions.open', { place: 'by-hand' })).counts.byHand).toBe(0);
  });

  it('is said of its rows in the log and among the holdings', async () => {
    await placed({ product: 'delivery' });
    await tick('ITC', last('ITC'));
    const { log_list: rows } = await user.call('logs.trading', {});
    expect(rows.filter(({ strategyName }) => strategyName === 'Manual')).not.toEqual([]);
    expect(rows.every(({ strategyName, isManual }) => isManual === (strategyName === 'Manual'))).toBe(true);
    const { listHoldings } = await user.call('baskets.holdings', {});
    expect(listHoldings.flatMap(({ parts }) => parts.map(({ name, kind }) => [name, kind]))).toEqual([
      ['Manual', 'manual'],
    ]);
  });
});

describe('two orders in one share', () => {
  it('are changed each for itself, also where the other one is held on the other side', async () => {
    const price = onTick(last('ITC'), 10);
    const order = await placed({ type: 'limit', price: price - 1_500 });
    await placed({ side: 'sell' });
    await tick('ITC', price);
    const { order: changed } = await user.call('manual.change', {
      ...{ orderId: order.orderId, quantity: 20, price: price - 1_400 },
    });
    expect(changed).toMatchObject({ quantity: 20, limitPrice: price - 1_400 });
    await user.call('manual.setAccount', { capital: 25 * price, maxLossPerDay: null });
    const dearer = await user.ask('manual.change', {
      ...{ orderId: order.orderId, quantity: 40, price: price - 1_400 },
    });
    expect(dearer.body.message).toMatch(/^Insufficient funds/);
  });
});

describe('two that close', () => {
  it('with two marks are two orders, or the second is refused', async () => {
    const price = last('ITC');
    await placed();
    await tick('ITC', price);
    const size = { by: 'quantity', amount: 4 };
    const both = await Promise.all([place({ side: 'sell', size }), place({ side: 'sell', size })]);
    const done = both.filter(({ status }) => status === 200);
    await tick('ITC', price);
    expect((await positions()).map(({ quantity }) => quantity)).toEqual([10 - 4 * done.length]);
    expect(new Set(done.map(({ body }) => body.data!.order.orderId)).size).toBe(done.length);
  });

  it('close no less than the second asked for, or it is refused', async () => {
    const price = last('ITC');
    await placed();
    await tick('ITC', price);
    const { positionId } = (await positions())[0]!;
    await user.call('manual.close', { positionId, quantity: 4 });
    const all = await user.ask('manual.close', { positionId });
    expect(all.body.message).toBe(
      '4 ITC of this position are being closed already. Wait for that order, or cancel it.',
    );
    // What is closed as a whole already, is.
    await tick('ITC', price);
    await user.call('manual.close', { positionId });
    expect((await user.call('manual.close', { positionId })).order.quantity).toBe(6);
  });
});

describe('all of a position that is still filling', () => {
  it('is closed, with what fills between the press and the order', async () => {
    const { execution } = run;
    const { exit } = execution;
    const price = onTick(last('INFY'), 10);
    await placed({
      symbol: 'INFY',
      type: 'limit',
      price,
      size: { by: 'quantity', amount: 100 },
      product: 'delivery',
    });
    const fillSome = () =>
      execution.onTicks({
        time: run.session.now + ++seconds * 1_000,
        ticks: [{ symbol: 'INFY', price, volume: 40, isGap: false }],
      });
    await fillSome();
    const { positionId } = (await positions())[0]!;
    // More of it fills while the close is on its way.
    const later = vi.spyOn(execution, 'exit').mockImplementationOnce(async (...of) => {
      await fillSome();
      return exit.apply(execution, of);
    });
    try {
      const { order } = await user.call('manual.close', { positionId });
      expect(order.quantity).toBe(20);
    } finally {
      later.mockRestore();
    }
    await tick('INFY', price);
    expect(await positions()).toEqual([]);
    expect((await user.call('manual.account', {})).working).toEqual([]);
  });
});

describe('what cannot be', () => {
  it.each([
    ['an unknown symbol', { symbol: 'NOSUCH' }, 'There is no instrument NOSUCH in the market.'],
    ['a limit order without a limit', { type: 'limit' }, 'Enter the limit price.'],
    ['a market order with a limit', { price: 100 }, 'A market order has no limit price.'],
    ['no trigger', { type: 'stop', price: 100_00 }, 'Enter the trigger price.'],
    [
      'shares that are not held, for delivery',
      { side: 'sell', product: 'delivery' },
      'You hold no ITC by hand. Shares that are not held can be sold within the day only.',
    ],
    [
      'risk without a stop',
      { size: { by: 'risk', amount: 100_00 } },
      'To size an order by risk, enter its stop-loss.',
    ],
    ['too little money', { size: { by: 'money', amount: 100 } }, '₹1.00 come to less than one share of ITC.'],
  ])('is said of %s', async (_what, order, sentence) => {
    expect((await saysOf(order))[1]).toBe(sentence);
    expect((await user.call('manual.account', {})).working).toEqual([]);
  });

  it('is said of prices between ticks and outside of the band, and of quantities above the freeze', async () => {
    const price = onTick(last('ITC'), 10);
    expect((await saysOf({ type: 'limit', price: price + 1 }))[1]).toMatch(/between two prices/);
    expect((await saysOf({ type: 'limit', price: price * 2 }))[1]).toMatch(/outside of today's price band/);
    expect((await saysOf({ stopLoss: price + 500 }))[1]).toMatch(/must be below/);
    expect((await saysOf({ symbol: 'NIFTY', size: { by: 'quantity', amount: 65 * 100 } }))[1]).toMatch(
      /more than the exchange takes/,
    );
  });

  it("is another person's order or position", async () => {
    const price = onTick(last('ITC'), 10);
    const order = await placed({ type: 'limit', price: price - 500 });
    await placed();
    await tick('ITC', price);
    const { positionId } = (await positions())[0]!;
    const stranger = await server.register(`hand-${++people}`);
    await place({}, stranger);
    const tries = await Promise.all([
      stranger.ask('manual.change', { orderId: order.orderId, quantity: 1, price: price - 500 }),
      stranger.ask('manual.close', { positionId }),
      stranger.ask('manual.protect', { positionId, stopLoss: price - 500 }),
      stranger.ask('positions.cancelOrder', { orderId: order.orderId }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await orderNow(order.orderId)).state).toBe('open');
  });
});

it('opens nothing within the day after its positions are squared off, and says so before', async () => {
  const now = Date.parse(`${istDate(run.session.now)}T15:12:00+05:30`);
  const clock = vi.spyOn(run.session, 'now', 'get').mockReturnValue(now);
  try {
    const sentence =
      'Intraday positions are squared off at 15:10, so none is opened after that. Choose overnight.';
    expect((await user.call('manual.preview', buy)).problems).toContain(sentence);
    expect((await place()).status).not.toBe(200);
    expect((await user.call('manual.preview', { ...buy, product: 'delivery' })).problems).not.toContain(
      sentence,
    );
  } finally {
    clock.mockRestore();
  }
});

it('a mark that was sent with other figures is refused, and with the same ones it is the same order', async () => {
  const limit = {
    ...buy,
    type: 'limit' as const,
    price: onTick(last('ITC') * 0.97),
    mark: 'one-mark-of-a-test',
  };
  const { order } = await user.call('manual.place', limit);
  expect((await user.call('manual.place', limit)).order.orderId).toBe(order.orderId);
  for (const other of [
    { size: { by: 'quantity', amount: 11 } },
    { price: limit.price - 5 },
    { type: 'market', price: null },
    { product: 'delivery' },
    { stopLoss: limit.price - 1_000 },
    { target: limit.price + 1_000 },
    { size: { by: 'lots', amount: 11 } },
  ])
    expect((await user.ask('manual.place', { ...limit, ...other })).body.code).toBe('conflict');
  const inLots = { ...limit, size: { by: 'lots' as const, amount: 10 } };
  expect((await user.call('manual.place', inLots)).order.orderId).toBe(order.orderId);
});
