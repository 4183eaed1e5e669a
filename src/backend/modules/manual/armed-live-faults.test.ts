import { describe, expect, it } from 'vitest';
import { armedPresses, OFF, PRESET } from '../../../../tests/support/armed-presses.ts';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

const trader = liveTrader(TERMS);
const { move, sent } = trader;

const { arm, press, says } = armedPresses(trader);
/** Money that orders opened, or may open at their limit, paise. */
const opened = () =>
  sent().reduce((sum, { value, filled, quantity, price }) => sum + value + (quantity - filled) * price, 0);

describe('armed keys with real money', () => {
  it.each([
    [
      'they were disarmed',
      async (arming: string) => void (await trader.user.call('manual.disarmLive', { arming })),
    ],
    ['they were armed anew', async () => void (await arm())],
    [
      'a restart',
      async () => {
        await trader.restart();
        await trader.logIn();
        await move(PRICE);
      },
    ],
  ])('say of a press whose order was sent never that nothing was sent, also after %s', async (_, then) => {
    const arming = await arm();
    const mark = 'promise-lost-answer';
    const first = await press(arming, 'buy', { mark });
    expect(first.status).toBe(200);
    await then(arming);
    // The answer was lost, and the same press is sent again with its mark.
    const again = await press(arming, 'buy', { mark });
    expect(again.body.message).not.toContain('Nothing was sent');
    expect(sent()).toHaveLength(1);
  });

  it('sell short at a limit below the market for no more money than agreed', async () => {
    const mostMoney = 3_900_00;
    const arming = await arm({ type: 'limit', mostMoney });
    await press(arming, 'sell', { price: 389_00 });
    await move(PRICE);
    expect(opened()).toBeLessThanOrEqual(mostMoney);
  });

  it('buy for no more money than agreed where the price rises while the order is checked', async () => {
    const { execution } = trader.account().run;
    const begin = execution.begin.bind(execution);
    execution.begin = (...args) => {
      // A tick of the feed, between the consent and the ticket.
      trader.links.feed.tick('ITC', 408_00);
      return begin(...args);
    };
    const mostMoney = 10 * 404_00;
    const arming = await arm({ mostMoney });
    const { status, body } = await press(arming);
    expect(opened()).toBeLessThanOrEqual(mostMoney);
    if (status === 200) expect(mostMoney - body.data!.left.money).toBe(opened());
  });

  it('are off where real money was switched off while they were being armed', async () => {
    const { liveByHand } = trader.server.backend.parts;
    const whileOn = liveByHand.whileOn.bind(liveByHand);
    const end = liveByHand.end.bind(liveByHand);
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>();
    liveByHand.end = (userId) => {
      reach(undefined);
      return end(userId);
    };
    let ending: Promise<unknown> = Promise.resolve();
    liveByHand.whileOn = async (userId, act) =>
      whileOn(userId, async (on) => {
        ending = trader.user.call('manual.endLive', {});
        await reached;
        return act(on);
      });
    const { body } = await trader.user.ask('manual.armLive', PRESET);
    await ending;
    await trader.user.call('manual.acceptLive', TERMS);
    expect(body.data === undefined ? OFF : await says(body.data.arming)).toEqual(OFF);
    expect(sent()).toEqual([]);
  });

  it('do not stay on for longer where the clock is put back', async () => {
    const arming = await arm();
    trader.passed -= 60 * MINUTE_MS;
    trader.passed += 30 * MINUTE_MS;
    await move(PRICE);
    expect(await says(arming)).toEqual(OFF);
  });

  it('of one mark pressed many times at once send one order', async () => {
    const arming = await arm({ mostOrders: 2 });
    const mark = 'promise-one-mark';
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(arming, 'buy', { mark })));
    expect(new Set(answers.map(({ body }) => body.data?.order.orderId)).size).toBe(1);
    expect(sent()).toHaveLength(1);
    expect((await press(arming, 'buy', { mark })).body.data?.left.orders).toBe(1);
  });

  it('open no more than agreed with lost answers', async () => {
    trader.links.broker.moods.set('ITC', 'unanswered');
    const arming = await arm({ mostOrders: 2 });
    for (let time = 0; time < 4; time++) await press(arming);
    await move(PRICE);
    await trader.second(10);
    expect(sent().length).toBeLessThanOrEqual(2);
  });

  it('armed at a limit close nothing, and say how it is closed', async () => {
    const arming = await arm({ type: 'limit' });
    expect(await says(arming, 'buy', { price: 401_00 })).toMatchObject([200, expect.any(String)]);
    await move(PRICE);
    expect(await says(arming, 'sell', { price: 405_00 })).toEqual([
      422,
      'You hold ITC by hand. Close it with a market order, or set its stop-loss and target.',
    ]);
    expect(sent()).toHaveLength(1);
  });

  it('close what is left of a partial fill, and nothing beyond it', async () => {
    trader.links.broker.partly = 1;
    const arming = await arm();
    await press(arming);
    await move(PRICE);
    await press(arming, 'sell');
    await move(PRICE);
    await trader.second(3);
    expect(trader.links.broker.net).toBeGreaterThanOrEqual(0);
  });

  it('send nothing where they are disarmed while the order is checked', async () => {
    const arming = await arm();
    const { run } = trader.account();
    const bring = run.bringPriceOf.bind(run);
    run.bringPriceOf = async (symbol) => {
      await trader.user.call('manual.disarmLive', { arming });
      return bring(symbol);
    };
    expect(await says(arming)).toEqual(OFF);
    expect(sent()).toEqual([]);
  });

  it('send nothing where all is stopped after the consent was asked', async () => {
    const arming = await arm();
    const { execution } = trader.account().run;
    const begin = execution.begin.bind(execution);
    execution.begin = async (...args) => {
      await trader.user.call('live.killSwitch', { action: 'stop' });
      return begin(...args);
    };
    await press(arming);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['symbol', { symbol: "ITC'; DROP TABLE orders;--" }],
    ['symbol', { symbol: '__proto__' }],
    ['price', { price: Number.MAX_SAFE_INTEGER }],
    ['price', { price: -1 }],
    ['arming', { arming: 'x' }],
    ['mark', { mark: '../../etc/passwd' }],
  ])('refuse a bad %s', async (_, more) => {
    const arming = await arm();
    const { status } = await press(arming, 'buy', more);
    expect(status).toBe(400);
    expect(sent()).toEqual([]);
  });
});
