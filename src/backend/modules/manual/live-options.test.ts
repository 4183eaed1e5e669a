import { describe, expect, it } from 'vitest';
import { PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import {
  BUY_CALL,
  CALL,
  HOUR_MS,
  LAST_DAY,
  listedOption,
  LOT,
  optionTrader,
  PREMIUM,
  TO_SQUARE_OFF_MS,
} from '../../../../tests/support/option-trader.ts';
import { until } from '../../../../tests/support/until.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

const options = optionTrader();
const { trader, priced, atBroker, days } = options;
const { move, second, orderNow, placed, saysOf, sent, positions, restart } = trader;

describe('an option on an index, with real money by hand', () => {
  it('is previewed in lots, with the premium as its need', async () => {
    const preview = await trader.user.call('manual.previewLive', BUY_CALL);
    expect(preview).toMatchObject({ effect: 'open', quantity: LOT, marginBy: 'broker', problems: [] });
    // The limit of a market order has room: three percent of a premium from ₹100.
    expect(preview.margin).toBe(LOT * 122_40);
  });

  it('is bought once, protected at the broker and sold whole', async () => {
    await placed({ stopLoss: 100_00, target: 150_00 });
    await priced(CALL);
    expect(sent()[0]).toMatchObject({
      quantity: LOT,
      order: { side: 'buy', product: 'carry-forward', trigger: null },
    });
    await until('the stop at the broker', async () => {
      await second(1);
      return sent().some(({ order, state }) => order.trigger !== null && state !== 'cancelled');
    });
    expect(sent()[1]).toMatchObject({ quantity: LOT, trigger: 100_00, order: { side: 'sell' } });
    const [position] = await positions();
    expect(position).toMatchObject({ symbol: CALL, quantity: LOT, stopLoss: 100_00, target: 150_00 });
    await trader.user.call('manual.protect', {
      ...{ positionId: position!.positionId, stopLoss: 110_00, target: null },
    });
    await second();
    expect(sent()[1]).toMatchObject({ trigger: 110_00 });
    await placed({ side: 'sell' });
    await second(10);
    expect(await positions()).toEqual([]);
    expect(await atBroker()).toBe(0);
    expect(sent().filter(({ state }) => state === 'pending' || state === 'open')).toEqual([]);
  });

  it('is sold by its stop while nobody looks', async () => {
    await placed({ stopLoss: 100_00 });
    await priced(CALL);
    await second(3);
    await priced(CALL, 99_00);
    await second(3);
    expect(await positions()).toEqual([]);
    expect(await atBroker()).toBe(0);
  });

  it('is not sold to open a position, nor more of it than is held', async () => {
    expect(await saysOf({ side: 'sell' })).toEqual([
      422,
      `You hold no ${CALL} by hand. With real money an option is sold by hand only where it was bought so.`,
    ]);
    await placed();
    await priced(CALL);
    expect((await saysOf({ side: 'sell', size: { by: 'lots', amount: 2 } }))[0]).toBe(422);
    expect(sent()).toHaveLength(1);
  });

  it.each(['NIFTY', 'NIFTY 2026-12-01 FUT', 'RELIANCE 2026-12-01 1400 CE'])(
    'is none: %s is refused, and nothing is sent',
    async (symbol) => {
      expect(await saysOf({ symbol })).toEqual([
        422,
        expect.stringMatching(
          /^With real money, shares are ordered by hand and options on NIFTY and BANKNIFTY are bought\./,
        ),
      ]);
      expect(sent()).toEqual([]);
    },
  );

  it('is of whole lots, of the broker’s own, and of what the broker lists', async () => {
    expect((await saysOf({ size: { by: 'quantity', amount: 30 } }))[0]).toBe(400);
    trader.links.contracts = [listedOption('NIFTY 2026-12-01 26100 CE', { lotSize: 75 })];
    trader.others.set('NIFTY 2026-12-01 26100 CE', PREMIUM);
    await move(PRICE);
    expect((await saysOf({ symbol: 'NIFTY 2026-12-01 26100 CE' }))[1]).toBe(
      "65 is not a multiple of the broker's lot of 75 for NIFTY 2026-12-01 26100 CE.",
    );
    expect((await saysOf({ symbol: 'NIFTY 2026-12-01 99000 CE' }))[0]).not.toBe(200);
    expect(sent()).toEqual([]);
  });

  it('is sold from several positions beyond what the exchange takes in one order, each by its own', async () => {
    for (const amount of [20, 20]) {
      await placed({ size: { by: 'lots', amount } });
      await priced(CALL);
    }
    await second(3);
    expect((await positions()).map(({ quantity }) => quantity)).toEqual([20 * LOT, 20 * LOT]);
    await placed({ size: { by: 'lots', amount: 40 }, side: 'sell' });
    await second(6);
    expect(sent().flatMap(({ quantity, order }) => (order.side === 'sell' ? quantity : []))).toEqual([
      20 * LOT,
      20 * LOT,
    ]);
    expect(await atBroker()).toBe(0);
  });

  it('counts with its premium against the capital by hand', async () => {
    await trader.user.call('manual.endLive', {});
    await trader.user.call('manual.acceptLive', { ...TERMS, capital: 10_000_00 });
    await placed();
    await priced(CALL);
    expect((await saysOf())[1]).toMatch(/^Insufficient funds\. Available ₹2,/);
    expect(sent()).toHaveLength(1);
  });

  it('rests at a limit, is changed there, and is cancelled', async () => {
    const { orderId } = await placed({ type: 'limit', price: 100_00 });
    const changed = await trader.user.call('manual.changeLive', {
      orderId,
      price: 105_00,
      quantity: 2 * LOT,
      isUnderstood: true,
    });
    expect(changed.order.orderId).toBe(orderId);
    expect(sent()).toMatchObject([{ price: 105_00, quantity: 2 * LOT }]);
    const odd = await trader.user.ask('manual.changeLive', {
      orderId,
      price: 105_00,
      quantity: LOT + 1,
      isUnderstood: true,
    });
    expect(odd.status).toBe(400);
    await trader.user.call('positions.cancelOrder', { orderId });
    await second();
    expect((await orderNow(orderId)).state).toBe('cancelled');
  });

  it('holds up no order in a share while the index has no price', async () => {
    await placed();
    await priced(CALL);
    await placed({ symbol: 'ITC', size: { by: 'quantity', amount: 1 } });
    await move(PRICE);
    expect(await positions()).toHaveLength(2);
  });

  it('keeps its stop and is known after a restart', async () => {
    await placed({ stopLoss: 100_00 });
    await priced(CALL);
    await second(3);
    const before = sent().map(({ order }) => order.tag);
    await restart();
    await second(10);
    expect(sent().map(({ order }) => order.tag)).toEqual(before);
    expect(await positions()).toMatchObject([{ symbol: CALL, quantity: LOT, stopLoss: 100_00 }]);
    await placed({ side: 'sell' });
    await second(10);
    expect(await positions()).toEqual([]);
    expect(await atBroker()).toBe(0);
  });
});

it('an option that is held overnight is protected anew each day, and squared off on its last', async () => {
  await placed({ stopLoss: 100_00 });
  await priced(CALL);
  await second(3);
  // To Monday.
  await days(3);
  await until('the stop of the day', async () => {
    await second(1);
    return sent().some(({ order, state }) => order.trigger === 100_00 && state !== 'cancelled');
  });
  expect(await positions()).toMatchObject([{ symbol: CALL, quantity: LOT }]);
  await days(8);
  trader.passed += 5 * HOUR_MS;
  await second(10);
  expect(await atBroker()).toBe(LOT);
  trader.passed += 11 * MINUTE_MS;
  await second(10);
  expect(await positions()).toEqual([]);
  expect(await atBroker()).toBe(0);
});

it('an option on its last day is squared off, however it is held, and its resting limit is taken back', async () => {
  trader.links.contracts = [listedOption(CALL), listedOption(LAST_DAY)];
  trader.others.set(LAST_DAY, PREMIUM);
  await priced(CALL);
  await placed({ symbol: LAST_DAY });
  await placed();
  await priced(CALL);
  const resting = await placed({ symbol: LAST_DAY, type: 'limit', price: 60_00 });
  const other = await placed({ type: 'limit', price: 60_00 });
  expect(await positions()).toHaveLength(2);
  trader.passed += TO_SQUARE_OFF_MS;
  await second(10);
  expect(await positions()).toMatchObject([{ symbol: CALL, quantity: LOT }]);
  expect(await trader.links.broker.account(LAST_DAY, 'carry-forward')).toBe(0);
  expect((await orderNow(resting.orderId)).state).toBe('cancelled');
  expect((await orderNow(other.orderId)).state).toMatch(/accepted|open/);
  expect(await saysOf({ symbol: LAST_DAY })).toEqual([
    422,
    `${LAST_DAY} is squared off at 15:10 on its last day, so none is opened after that.`,
  ]);
});
