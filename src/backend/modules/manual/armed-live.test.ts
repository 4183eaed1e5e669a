import { describe, expect, it } from 'vitest';
import { ownLink } from '../../../../tests/support/live-sample.ts';
import { armedPresses, OFF, PRESET } from '../../../../tests/support/armed-presses.ts';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { ARMED_MINUTES } from '../../../shared/armed-keys.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

const trader = liveTrader(TERMS);
const { move, positions, restart, second, sent } = trader;

const { arm, press, says } = armedPresses(trader);
const entries = () => sent().filter(({ order }) => order.side === 'buy');

describe('armed keys with real money', () => {
  it('send what was agreed to, and say how much of it is left', async () => {
    const armed = await trader.user.call('manual.armLive', PRESET);
    expect(armed.left).toMatchObject({ orders: 3, money: 50_000_00 });
    const { status, body } = await press(armed.arming);
    expect([status, body.data?.order]).toMatchObject([200, { symbol: 'ITC', side: 'buy', quantity: 10 }]);
    // At the limit that it goes out with, not at the price that it may fill at.
    const price = entries()[0]?.price ?? Number.NaN;
    expect(body.data?.left).toMatchObject({ orders: 2, money: 50_000_00 - 10 * price });
    await move(PRICE);
    expect(await positions()).toMatchObject([{ symbol: 'ITC', quantity: 10, side: 'long' }]);
  });

  it('open no more orders than agreed, and close what is held all the same', async () => {
    const arming = await arm({ mostOrders: 1 });
    expect(await says(arming)).toMatchObject([200, expect.any(String)]);
    await move(PRICE);
    expect(await says(arming)).toEqual([
      422,
      'No more orders may be opened by these keys. Arm them again to open more.',
    ]);
    expect(entries()).toHaveLength(1);
    expect(await says(arming, 'sell')).toMatchObject([200, expect.any(String)]);
    await move(PRICE);
    expect(await positions()).toEqual([]);
  });

  it('give all that they open the agreed stop-loss, at the broker too, and none to what closes', async () => {
    const arming = await arm({ stopLossPercent: 0.5 });
    expect(await says(arming)).toMatchObject([200, expect.any(String)]);
    await move(PRICE);
    await second(3);
    expect(await positions()).toMatchObject([{ side: 'long', stopLoss: 398_00 }]);
    expect(sent().find(({ order }) => order.trigger !== null)).toMatchObject({
      ...{ trigger: 398_00, quantity: 10, order: { side: 'sell' } },
    });
    expect(await says(arming, 'sell')).toMatchObject([200, expect.any(String)]);
    await second(3);
    await move(PRICE);
    expect(await positions()).toEqual([]);
    expect(await says(arming, 'sell')).toMatchObject([200, expect.any(String)]);
    await move(PRICE);
    await second(3);
    expect(await positions()).toMatchObject([{ side: 'short', stopLoss: 402_00 }]);
  });

  it.each([0, 0.01, 51])('are not armed with a stop-loss of %s percent', async (stopLossPercent) => {
    const { status, body } = await trader.user.ask('manual.armLive', { ...PRESET, stopLossPercent });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['stopLossPercent']]);
  });

  it('open for no more money than agreed', async () => {
    const arming = await arm({ mostMoney: 6_000_00 });
    expect(await says(arming)).toMatchObject([200, expect.any(String)]);
    const [status, sentence] = await says(arming);
    expect([status, sentence]).toEqual([
      422,
      expect.stringMatching(/^₹1,9\d\d\.\d\d of the money for these keys are left; this order takes ₹4,0/),
    ]);
    expect(entries()).toHaveLength(1);
  });

  it('tell the windows of their person which of them are off: armed anew, disarmed, switched off', async () => {
    const told: string[] = [];
    const leave = trader.server.backend.parts.hub.subscribe(trader.userId, ({ event }) => {
      if (event.type === 'disarmed') told.push(event.arming);
    });
    const first = await arm();
    const second = await arm();
    expect(told).toEqual([first]);
    // One that is over ends no other.
    await trader.user.call('manual.disarmLive', { arming: first });
    expect(told).toEqual([first]);
    await trader.user.call('manual.disarmLive', { arming: second });
    expect(told).toEqual([first, second]);
    const third = await arm();
    await trader.user.call('manual.endLive', {});
    expect(told).toEqual([first, second, third]);
    leave();
    await trader.user.call('manual.acceptLive', TERMS);
  });

  it('are off some minutes after the last use, and a use begins the time anew', async () => {
    const arming = await arm();
    trader.passed += (ARMED_MINUTES - 1) * MINUTE_MS;
    await move(PRICE);
    expect(await says(arming)).toMatchObject([200, expect.any(String)]);
    trader.passed += (ARMED_MINUTES - 1) * MINUTE_MS;
    await move(PRICE);
    expect(await says(arming)).toMatchObject([200, expect.any(String)]);
    trader.passed += ARMED_MINUTES * MINUTE_MS;
    await move(PRICE);
    expect(await says(arming)).toEqual(OFF);
    expect(entries()).toHaveLength(2);
  });

  it('are off after a restart, once armed anew elsewhere, once disarmed, and with real money by hand', async () => {
    const first = await arm();
    const second = await arm();
    expect(await says(first)).toEqual(OFF);
    // The window that was disarmed by another ends nothing of that.
    await trader.user.call('manual.disarmLive', { arming: first });
    expect(await says(second)).toMatchObject([200, expect.any(String)]);
    await trader.user.call('manual.disarmLive', { arming: second });
    expect(await says(second)).toEqual(OFF);
    const third = await arm();
    await trader.user.call('manual.endLive', {});
    await trader.user.call('manual.acceptLive', TERMS);
    expect(await says(third)).toEqual(OFF);
    const fourth = await arm();
    await restart();
    await trader.logIn();
    await move(PRICE);
    expect(await says(fourth)).toEqual(OFF);
    expect(entries()).toHaveLength(1);
  });

  it('are off once another account is linked', async () => {
    const arming = await arm();
    await trader.user.call('live.unlink', {});
    await trader.user.call('live.link', { ...ownLink(), clientCode: 'B654321' });
    await move(PRICE);
    expect(await says(arming)).toEqual(OFF);
    expect(sent()).toEqual([]);
  });

  it('are of the person who armed them', async () => {
    const arming = await arm();
    const stranger = await trader.server.register('armed-stranger');
    const { status, body } = await stranger.ask('manual.placeArmed', {
      ...{ arming, symbol: 'ITC', side: 'buy', price: null, mark: 'armed-stranger' },
    });
    expect([status, body.message]).toEqual(OFF);
    expect(sent()).toEqual([]);
  });

  it('answer the same press again with the same order, and use it up once', async () => {
    const arming = await arm({ mostOrders: 1 });
    const mark = 'armed-pressed-twice';
    const [one, two] = [await press(arming, 'buy', { mark }), await press(arming, 'buy', { mark })];
    expect(two.body.data?.order.orderId).toBe(one.body.data?.order.orderId);
    expect(two.body.data?.left.orders).toBe(0);
    expect(entries()).toHaveLength(1);
  });

  it('of many presses at once open no more than agreed', async () => {
    const arming = await arm({ mostOrders: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(arming)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(entries()).toHaveLength(2);
  });

  it('give back what an order that was refused would have used', async () => {
    const arming = await arm({ type: 'limit', mostOrders: 1 });
    const [status, sentence] = await says(arming, 'buy', { price: 400_03 });
    expect([status, sentence]).toEqual([400, expect.stringContaining('is between two prices')]);
    expect(await says(arming, 'buy', { price: 399_00 })).toMatchObject([200, expect.any(String)]);
  });

  it('order at no price that may be a slip of the hand, nor at one that they need and do not have', async () => {
    const arming = await arm({ type: 'limit' });
    expect(await says(arming, 'buy', { price: 380_00 })).toEqual([
      422,
      '₹380.00 is far from the last price, ₹400.00. Nothing was sent: use the ticket, which asks.',
    ]);
    expect(await says(arming)).toEqual([400, 'Enter the limit price.']);
    const market = await arm();
    expect(await says(market, 'buy', { price: 399_00 })).toEqual([400, 'A market order has no limit price.']);
    expect(sent()).toEqual([]);
  });

  it('meet what every real order by hand meets', async () => {
    const arming = await arm();
    await trader.user.call('live.killSwitch', { action: 'stop' });
    const [status] = await says(arming);
    expect(status).toBe(422);
    expect(sent()).toEqual([]);
  });
});

describe('arming keys with real money', () => {
  it('is refused while real money by hand is off', async () => {
    await trader.user.call('manual.endLive', {});
    const { status, body } = await trader.user.ask('manual.armLive', PRESET);
    expect([status, body.message]).toEqual([422, 'Trading by hand with real money is switched off.']);
  });

  it('is refused for more money than the capital by hand', async () => {
    const { status, body } = await trader.user.ask('manual.armLive', {
      ...PRESET,
      mostMoney: TERMS.capital + 1,
    });
    expect([status, body.message]).toEqual([
      400,
      'The capital by hand is ₹10,00,000.00. Keys can open for that at most.',
    ]);
  });

  it('is refused without the consent', async () => {
    const { status } = await trader.user.ask('manual.armLive', { ...PRESET, isUnderstood: false as true });
    expect(status).toBe(400);
  });

  it('is refused while something is missing for real money', async () => {
    await trader.user.call('live.unlink', {});
    const { status, body } = await trader.user.ask('manual.armLive', PRESET);
    expect([status, body.message]).toEqual([422, expect.stringContaining('Not yet:')]);
  });
});
