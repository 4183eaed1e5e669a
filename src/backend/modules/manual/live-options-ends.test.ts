import { beforeEach, describe, expect, it } from 'vitest';
import { PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import {
  BUY_CALL,
  CALL,
  LAST_DAY,
  listedOption,
  LOT,
  optionTrader,
  PREMIUM,
  TO_SQUARE_OFF_MS,
} from '../../../../tests/support/option-trader.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

/** Its name says Tuesday; the list says that it ends today, as when a holiday is declared. */
const MOVED = 'NIFTY 2026-11-24 26000 CE';
/** Of another lot at the broker than in our own table. */
const OTHER_LOT = 'NIFTY 2026-12-01 26100 CE';

const options = optionTrader();
const { trader, priced, atBroker, days } = options;
const { move, second, orderNow, place, placed, saysOf, sent, positions, restart } = trader;

describe('the last day of an option is that of the broker’s list, which a holiday moves', () => {
  beforeEach(async () => {
    trader.links.contracts = [listedOption(CALL), listedOption(MOVED, { expiry: '2026-11-20' })];
    await priced(MOVED);
  });

  it('what was bought is squared off, and a resting limit taken back', async () => {
    await placed({ symbol: MOVED });
    await priced(MOVED);
    const { orderId } = await placed({ symbol: MOVED, type: 'limit', price: 60_00 });
    trader.passed += TO_SQUARE_OFF_MS;
    await second(10);
    expect(await atBroker(MOVED)).toBe(0);
    expect((await orderNow(orderId)).state).toBe('cancelled');
  });

  it('nothing of it is opened after that, nor made larger', async () => {
    const { orderId } = await placed({ symbol: MOVED, type: 'limit', price: 60_00 });
    trader.passed += TO_SQUARE_OFF_MS;
    await second(1);
    const changed = await trader.user.ask('manual.changeLive', {
      ...{ orderId, price: 90_00, quantity: LOT, isUnderstood: true },
    });
    expect(changed.status).not.toBe(200);
    expect((await saysOf({ symbol: MOVED }))[0]).toBe(422);
    expect(sent()).toHaveLength(1);
  });
});

it('what is held is squared off on the last day that today’s list names, moved since it was bought', async () => {
  await placed();
  await priced(CALL);
  await second(3);
  const moved = listedOption(CALL, { expiry: '2026-11-23' });
  trader.links.relisted.set(CALL, moved.instrument);
  trader.links.contracts = [moved];
  await days(3);
  await second(5);
  trader.passed += TO_SQUARE_OFF_MS;
  await second(10);
  expect(await atBroker()).toBe(0);
});

it('an order at the market before square-off opens nothing after it', async () => {
  trader.links.contracts = [listedOption(LAST_DAY)];
  await priced(LAST_DAY);
  trader.passed += TO_SQUARE_OFF_MS - 85_000;
  await priced(LAST_DAY);
  await placed({ symbol: LAST_DAY });
  await priced(LAST_DAY, 200_00);
  await second(25);
  await priced(LAST_DAY);
  await second(10);
  expect(await atBroker(LAST_DAY)).toBe(0);
  expect(sent().every(({ filled }) => filled === 0)).toBe(true);
});

it('nothing of an expired option is opened while the list of before is in use', async () => {
  trader.links.contracts = [listedOption(CALL), listedOption(LAST_DAY)];
  await days(3);
  await priced(LAST_DAY);
  expect(await saysOf({ symbol: LAST_DAY })).toEqual([422, `${LAST_DAY} has expired.`]);
  expect(sent()).toEqual([]);
});

it('a program that begins after square-off of the last day squares off then', async () => {
  trader.links.contracts = [listedOption(LAST_DAY)];
  await priced(LAST_DAY);
  await placed({ symbol: LAST_DAY, stopLoss: 100_00 });
  await priced(LAST_DAY);
  await second(3);
  const { orderId } = await placed({ symbol: LAST_DAY, type: 'limit', price: 60_00 });
  await restart(() => (trader.passed += TO_SQUARE_OFF_MS + 9 * MINUTE_MS));
  await second(10);
  expect(await atBroker(LAST_DAY)).toBe(0);
  expect((await orderNow(orderId)).state).toBe('cancelled');
});

it('a cancellation that is lost at square-off leaves nothing held', async () => {
  trader.links.contracts = [listedOption(LAST_DAY)];
  await priced(LAST_DAY);
  await placed({ symbol: LAST_DAY, type: 'limit', price: 60_00 });
  trader.links.broker.lost.add('cancel');
  trader.passed += TO_SQUARE_OFF_MS;
  await second(10);
  await priced(LAST_DAY, 59_00);
  await second(10);
  expect(await atBroker(LAST_DAY)).toBe(0);
  expect(await positions()).toEqual([]);
});

describe('an option that has expired while the program was closed', () => {
  it.each([0, 5, 500_00])('is booked at its settlement of %i paise', async (price) => {
    await options.closedOverLastDay();
    expect(sent()).toEqual([]);
    const { differences } = await trader.user.call('live.differences', {});
    expect(differences).toMatchObject([
      { symbol: LAST_DAY, kind: 'gone', status: 'open', ours: LOT, theirs: 0 },
    ]);
    await trader.user.call('live.settleDifference', {
      ...{ differenceId: differences[0]!.differenceId, resolution: 'take-over', price },
    });
    expect(await positions()).toEqual([]);
    const { live_tradehistory: trades } = await trader.user.call('positions.trades', { isTest: 0 });
    expect(trades).toMatchObject([
      { symbol: LAST_DAY, quantity: LOT, entryPrice: PREMIUM, exitPrice: price },
    ]);
  });

  it('holds up nothing else', async () => {
    await options.closedOverLastDay();
    await placed();
    await priced(CALL);
    expect(await atBroker()).toBe(LOT);
  });
});

describe('lots are those of today’s list', () => {
  beforeEach(async () => {
    trader.links.contracts = [listedOption(CALL), listedOption(OTHER_LOT, { lotSize: 130 })];
    await priced(OTHER_LOT);
  });

  it('a part is sold in them, and one that is refused stands in nobody’s way', async () => {
    const units = (amount: number) => ({ symbol: OTHER_LOT, size: { by: 'quantity', amount } }) as const;
    await placed({ ...units(260), stopLoss: 100_00 });
    await priced(OTHER_LOT);
    await second(3);
    expect(await saysOf({ ...units(65), side: 'sell' })).toEqual([
      400,
      `65 is not a multiple of the broker's lot of 130 for ${OTHER_LOT}.`,
    ]);
    await placed({ ...units(130), side: 'sell' });
    await second(10);
    expect(await atBroker(OTHER_LOT)).toBe(130);
    expect(sent().filter(({ quantity }) => quantity % 130 !== 0)).toEqual([]);
  });

  it('a position is closed in those of today, and not in those of the day it was bought', async () => {
    await placed({ size: { by: 'lots', amount: 4 } });
    await priced(CALL);
    await second(3);
    const today = listedOption(CALL, { lotSize: 130 });
    trader.links.contracts = [today];
    trader.links.relisted.set(CALL, today.instrument);
    await days(3);
    await second(5);
    const [position] = await positions();
    const close = { positionId: position!.positionId, quantity: LOT };
    expect((await trader.user.ask('manual.close', close)).status).toBe(400);
  });
});

describe('two positions are closed together', () => {
  const net = async () => (await positions()).map(({ positionId }) => positionId);
  const lots = (amount: number) => ({ size: { by: 'lots', amount } }) as const;
  const close = async (quantity: number) => {
    const { status, body } = await trader.user.ask('manual.closeNet', { positionIds: await net(), quantity });
    return [status, body.message] as const;
  };
  beforeEach(async () => {
    for (const amount of [1, 3]) {
      await placed(lots(amount));
      await priced(CALL);
    }
    await second(3);
  });

  it('in whole lots, the oldest first', async () => {
    expect((await saysOf({ size: { by: 'quantity', amount: 100 }, side: 'sell' }))[0]).toBe(400);
    expect((await close(100))[0]).toBe(400);
    await placed({ ...lots(2), side: 'sell' });
    await second(6);
    expect((await positions()).map(({ quantity }) => quantity)).toEqual([2 * LOT]);
    expect(sent().filter(({ quantity }) => quantity % LOT !== 0)).toEqual([]);
  });

  it('in the lots of today, of which one that was bought in others is left whole', async () => {
    const today = listedOption(CALL, { lotSize: 2 * LOT });
    trader.links.contracts = [today];
    trader.links.relisted.set(CALL, today.instrument);
    await days(3);
    await second(5);
    const sentence = `This would close ${LOT} of ${3 * LOT} ${CALL} in one position, which is not a whole number of lots of ${2 * LOT}. Close each position by itself.`;
    expect(await close(2 * LOT)).toEqual([400, sentence]);
    expect(await saysOf({ ...lots(2), side: 'sell' })).toEqual([400, sentence]);
    expect((await close(3 * LOT))[0]).toBe(200);
    await second(6);
    expect((await positions()).map(({ quantity }) => quantity)).toEqual([LOT]);
    expect((await close(LOT))[0]).toBe(200);
    await second(6);
    expect([await positions(), await atBroker()]).toEqual([[], 0]);
  });
});

describe('a position larger than the exchange takes in one order since today', () => {
  const held = async (stopLoss: number | null) => {
    await placed({ size: { by: 'quantity', amount: 27 * LOT }, stopLoss });
    await priced(CALL);
    await second(3);
    const today = listedOption(CALL, { freezeQuantity: 1_200 });
    const { broker, relisted } = trader.links;
    trader.links.contracts = [today];
    relisted.set(CALL, today.instrument);
    broker.refuse(({ quantity }) => quantity > 1_200, 1_000, 'Quantity freeze.', true);
    await days(3);
    await second(5);
  };

  it('is left in several', async () => {
    await held(null);
    await placed({ side: 'sell', size: { by: 'lots', amount: 27 } });
    await second(30);
    expect(await atBroker()).toBe(0);
    expect(await positions()).toEqual([]);
  });

  it('has a stop for as much as may rest, and the rest is sold once the price is there', async () => {
    await held(100_00);
    await second(30);
    expect(sent().filter(({ state }) => state === 'waiting')).toMatchObject([{ quantity: 18 * LOT }]);
    expect((await positions())[0]?.protection).toMatchObject({
      state: 'watched',
      why: 'A stop rests for 1170 of 1755: the exchange takes no more in one order.',
    });
    await priced(CALL, 80_00);
    await second(60);
    expect(await atBroker()).toBe(0);
    expect(await positions()).toEqual([]);
  });
});

it.each([9_00, 50_90])('a preview at a premium of %i paise says what sending it would', async (premium) => {
  await trader.user.call('manual.endLive', {});
  await trader.user.call('manual.acceptLive', { ...TERMS, capital: 10_000_00 });
  await priced(CALL, premium);
  for (let lots = 17; lots > 0; lots--) {
    const order = { size: { by: 'lots', amount: lots } } as const;
    const { problems } = await trader.user.call('manual.previewLive', { ...BUY_CALL, ...order });
    if (problems.length > 0) continue;
    expect((await placed(order)).state).toBe('accepted');
    return;
  }
  throw new Error('Not a single lot could be bought.');
});

describe('beside others', () => {
  it('sales at once, in both products, sell what is held and no more', async () => {
    await placed({ size: { by: 'lots', amount: 2 }, stopLoss: 100_00 });
    await placed({ product: 'intraday', stopLoss: 100_00 });
    await priced(CALL);
    await second(3);
    const sale = (amount: number, product: 'intraday' | 'delivery') =>
      place({ side: 'sell', size: { by: 'lots', amount }, product });
    await Promise.all([
      ...[sale(2, 'intraday'), sale(1, 'intraday'), sale(1, 'intraday')],
      ...[sale(2, 'delivery'), sale(1, 'delivery'), sale(1, 'delivery')],
    ]);
    await priced(CALL, 99_00);
    await second(10);
    expect(await atBroker()).toBe(0);
    expect(await trader.links.broker.account(CALL, 'intraday')).toBe(0);
    expect(await positions()).toEqual([]);
  });

  it('a held option without any price holds up no share', async () => {
    await placed({ stopLoss: 100_00 });
    await priced(CALL);
    await second(3);
    trader.others.delete(CALL);
    trader.links.broker.prices.delete(CALL);
    await restart();
    await move(PRICE);
    await placed({ symbol: 'ITC', size: { by: 'quantity', amount: 1 } });
    await move(PRICE);
    expect(await positions()).toHaveLength(2);
  });
});
