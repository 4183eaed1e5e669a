import { describe, expect, it } from 'vitest';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { until } from '../../../../tests/support/until.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';

const trader = liveTrader(TERMS);
const { move, orderNow, place, placed, positions, restart, saysOf, second, sent } = trader;

/** Ten ITC are bought once the price is at 405. */
const STOP = { type: 'stop', triggerPrice: 405_00, price: 406_00 } as const;

const rest = async (order: Partial<InputOf<typeof manual.placeLive>> = {}) => {
  const { orderId } = await placed({ ...STOP, ...order });
  await move(trader.last);
  return orderId;
};
type Change = Partial<Omit<InputOf<typeof manual.changeLive>, 'orderId'>>;
const says = async (orderId: number, terms: Change) => {
  const { status, body } = await trader.user.ask('manual.changeLive', {
    ...{ orderId, quantity: 10, price: 406_00, triggerPrice: 405_00, isUnderstood: true },
    ...terms,
  });
  return [status, body.message] as const;
};
/** Orders as the broker has them, its own stops left out. */
const entries = () =>
  sent()
    .filter(({ order }) => order.side === 'buy')
    .map(({ trigger, price, quantity, state }) => ({ trigger, price, quantity, state }));
const cancelled = (orderId: number) =>
  until('its cancellation', async () => {
    await second(1);
    return (await orderNow(orderId)).state === 'cancelled';
  });

describe('a stop order by hand with real money', () => {
  it('waits at the broker for its trigger, fills from there, and its position is protected', async () => {
    const { body } = await place({ ...STOP, stopLoss: 400_00 });
    expect(body.message).toBe('The order in ITC waits for its trigger at the broker.');
    await move(402_00);
    expect(entries()).toEqual([{ trigger: 405_00, price: 406_00, quantity: 10, state: 'waiting' }]);
    const { orderId } = body.data!.order;
    expect(await orderNow(orderId)).toMatchObject({
      state: 'waiting',
      triggerPrice: 405_00,
      limitPrice: 406_00,
    });
    expect(await positions()).toEqual([]);
    await move(405_00);
    expect(await positions()).toMatchObject([{ quantity: 10, stopLoss: 400_00 }]);
    await until('the stop of its position', async () => {
      await second(1);
      return sent().some(({ order, state }) => order.side === 'sell' && state === 'waiting');
    });
  });

  it.each([
    ['without a trigger', { triggerPrice: null }, 'Enter the trigger price.'],
    ['without a limit', { price: null }, 'Enter the limit price.'],
    [
      'whose trigger is reached already',
      { triggerPrice: 400_00 },
      'The trigger of a stop order to buy must be above the last price, ₹400.00.',
    ],
    [
      'whose limit lies below its trigger',
      { price: 404_95 },
      'The limit price must not be below the trigger price, or the order could not fill.',
    ],
  ])('is refused %s, and nothing is sent', async (_name, terms, sentence) => {
    expect(await saysOf({ ...STOP, ...terms })).toEqual([400, sentence]);
    expect(sent()).toEqual([]);
  });

  it('is previewed at its limit, with what the broker blocks for it', async () => {
    const order = { ...STOP, symbol: 'ITC', side: 'buy', product: 'intraday' } as const;
    const preview = await trader.user.call('manual.previewLive', {
      ...order,
      size: { by: 'quantity', amount: 10 },
    });
    expect(preview).toMatchObject({ price: 406_00, value: 4_060_00, marginBy: 'broker', problems: [] });
  });

  it('rests for longer than an entry at the market, and through a restart', async () => {
    const orderId = await rest();
    trader.passed += 5 * MINUTE_MS;
    await second(3);
    expect(await orderNow(orderId)).toMatchObject({ state: 'waiting' });
    await restart();
    await trader.logIn();
    await move(PRICE);
    await second(3);
    expect(await orderNow(orderId)).toMatchObject({ state: 'waiting' });
    await move(405_00);
    expect(await positions()).toMatchObject([{ quantity: 10 }]);
    expect(entries()).toHaveLength(1);
  });

  it('gets another trigger and limit, and those are what it waits for', async () => {
    const orderId = await rest();
    expect(await says(orderId, { triggerPrice: 410_00, price: 411_00 })).toEqual([
      200,
      'The order in ITC is changed.',
    ]);
    expect(entries()).toEqual([{ trigger: 410_00, price: 411_00, quantity: 10, state: 'waiting' }]);
    await move(406_00);
    expect(await positions()).toEqual([]);
    await move(410_00);
    expect(await positions()).toMatchObject([{ quantity: 10 }]);
  });

  it('is changed only to terms that it could have been placed with', async () => {
    const orderId = await rest();
    expect(await says(orderId, {})).toEqual([400, 'The order has these terms already.']);
    expect(await says(orderId, { triggerPrice: null })).toEqual([400, 'Enter the trigger price.']);
    expect(await says(orderId, { triggerPrice: 399_00 })).toEqual([
      400,
      'The trigger of a stop order to buy must be above the last price, ₹400.00.',
    ]);
    const limit = await placed({ type: 'limit', price: 390_00 });
    expect(await says(limit.orderId, { price: 391_00 })).toEqual([
      400,
      'Only a stop order has a trigger price.',
    ]);
    expect(entries().map(({ trigger }) => trigger)).toEqual([405_00, null]);
  });

  it('whose trigger was reached is a limit order: it is changed and cancelled as one', async () => {
    const orderId = await rest();
    // Past trigger and limit at once.
    await move(420_00);
    expect(await orderNow(orderId)).toMatchObject({ state: 'triggered' });
    expect((await says(orderId, { price: 407_00, triggerPrice: null }))[1]).toBe(
      'The order in ITC is changed.',
    );
    expect((await says(orderId, { price: 408_00, triggerPrice: null }))[1]).toBe(
      'The order in ITC is changed.',
    );
    expect(entries()).toEqual([{ trigger: null, price: 408_00, quantity: 10, state: 'open' }]);
    await trader.user.call('positions.cancelOrder', { orderId });
    await cancelled(orderId);
    expect(entries()).toMatchObject([{ state: 'cancelled' }]);
  });

  it('whose trigger was reached since its dialog opened is not sent a limit that fills at once', async () => {
    const orderId = await rest();
    // Past trigger and limit.
    await move(407_00);
    expect(await says(orderId, { triggerPrice: 410_00, price: 411_00 })).toEqual([
      409,
      'The trigger of this order was reached: it is a limit order in the market now. Look at it again.',
    ]);
    await move(407_00);
    expect([await positions(), entries()]).toMatchObject([[], [{ price: 406_00, state: 'open' }]]);
  });

  it('that was changed in another window since it was seen is left as it is', async () => {
    const orderId = await rest();
    const before = { quantity: 10, price: 406_00, triggerPrice: 405_00 };
    expect(await says(orderId, { price: 407_00, before })).toMatchObject([200, expect.any(String)]);
    for (const change of [{ quantity: 20 }, { triggerPrice: 406_00, price: 407_00 }])
      expect(await says(orderId, { ...change, before })).toEqual([
        409,
        'This order has changed in the meantime. Look at it again.',
      ]);
    expect(entries()).toMatchObject([{ trigger: 405_00, price: 407_00, quantity: 10 }]);
    const seen = { ...before, price: 407_00 };
    expect(
      await says(orderId, { quantity: 20, price: 407_00, before: { ...seen, triggerPrice: 404_00 } }),
    ).toEqual([409, 'This order has changed in the meantime. Look at it again.']);
    expect(await says(orderId, { quantity: 20, price: 407_00, before: seen })).toMatchObject([
      200,
      expect.any(String),
    ]);
  });

  it('that triggers while its change is judged is left as it is', async () => {
    const orderId = await rest();
    const { run } = trader.account();
    const bring = run.bringPriceOf.bind(run);
    run.bringPriceOf = async (symbol) => {
      run.bringPriceOf = bring;
      await move(407_00);
      return bring(symbol);
    };
    expect(await says(orderId, { triggerPrice: 410_00, price: 411_00 })).toEqual([
      409,
      'This order has changed in the meantime. Look at it again.',
    ]);
    expect(entries()).toMatchObject([{ price: 406_00, trigger: 405_00, state: 'open' }]);
  });

  it.each(['as it was placed', 'with a nearer trigger'])('%s keeps its money from the next', async (how) => {
    trader.links.broker.available = 1_00_000_00;
    const other = { type: 'limit', price: 390_00, size: { by: 'quantity', amount: 200 } } as const;
    const ofItc = { symbol: 'ITC', side: 'buy', product: 'intraday' } as const;
    await trader.user.call('manual.previewLive', { ...ofItc, ...other });
    const orderId = await rest({ size: { by: 'quantity', amount: 100 } });
    if (how === 'with a nearer trigger')
      expect((await says(orderId, { quantity: 100, triggerPrice: 404_00 }))[0]).toBe(200);
    expect((await saysOf(other))[1]).toMatch(/free; the broker blocks/);
    expect(sent()).toHaveLength(1);
  });

  it('that would trigger sooner asks every guard again; one that is moved away asks none', async () => {
    const orderId = await rest();
    await trader.user.call('live.riskGuard', { maxTradesPerDay: 1 });
    expect(await says(orderId, { triggerPrice: 404_00 })).toEqual([
      422,
      'The limit of 1 live entries a day is reached.',
    ]);
    expect((await says(orderId, { triggerPrice: 405_50 }))[0]).toBe(200);
    expect(entries()).toMatchObject([{ trigger: 405_50 }]);
  });

  it('is cancelled by the kill switch', async () => {
    const orderId = await rest();
    await trader.user.call('live.killSwitch', { action: 'stop', flatten: false });
    await cancelled(orderId);
    await move(420_00);
    expect([await positions(), entries()]).toMatchObject([[], [{ state: 'cancelled' }]]);
  });
});
