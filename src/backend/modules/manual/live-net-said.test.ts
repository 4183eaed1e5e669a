import { describe, expect, it } from 'vitest';
import { BUY, liveTrader, PRICE } from '../../../../tests/support/live-trader.ts';

const trader = liveTrader({ maxLossPerDay: 5_000_00 });
const { move, place, placed, positions, second, sent } = trader;

const units = (amount: number) => ({ size: { by: 'quantity', amount } }) as const;
const SELL = { side: 'sell' } as const;
const held = async () => (await positions()).toSorted((a, b) => a.positionId - b.positionId);
const ids = async () => (await held()).map(({ positionId }) => positionId);
const sales = () => sent().filter(({ order }) => order.side === 'sell' && order.trigger === null);

describe('what is said of a net position that is closed with real money', () => {
  it('names the units whose stop-loss at the broker makes no room', async () => {
    await placed({ ...units(10), stopLoss: 380_00 });
    await move(PRICE);
    await placed(units(5));
    await move(PRICE);
    await second(4);
    trader.links.broker.lost.add('cancel');
    trader.links.broker.lost.add('change');
    const { message } = await trader.user
      .ask('manual.closeNet', { positionIds: await ids() })
      .then(({ body }) => body);
    expect(sales().map(({ quantity }) => quantity)).toEqual([5]);
    expect(message).toBe(
      'Orders that close ITC and are on their way: 1 of 2. ITC is being closed: the exit goes out once a stop-loss at the broker has made room for it. See Order history.',
    );
  });

  it('previews an order as refused that is refused since some of it is being closed', async () => {
    await placed(units(10));
    await move(PRICE);
    await placed(units(5));
    await move(PRICE);
    await second(4);
    trader.links.broker.refuse(() => true, 1_000, 'Not now');
    const [first] = await ids();
    await trader.user.call('manual.close', { positionId: first!, quantity: 2 });
    const preview = await trader.user.call('manual.previewLive', { ...BUY, ...SELL, ...units(12) });
    const { status } = await place({ ...SELL, ...units(12) });
    expect({ status, problems: preview.problems.length > 0 }).toEqual({ status, problems: status !== 200 });
  });
});

it('of a stop-loss that is cancelled says that it is placed again, and how it is removed', async () => {
  await placed({ ...units(10), stopLoss: 380_00 });
  await move(PRICE);
  await second(4);
  const { live_orderhistory: orders } = await trader.user.call('positions.orders', { isTest: 0 });
  const stop = orders!.find(({ purpose }) => purpose === 'stop-loss')!;
  const { body } = await trader.user.ask('positions.cancelOrder', { orderId: stop.orderId });
  expect(body.message).toBe(
    'The order is being cancelled, and is placed again: the position still has its stop-loss. To remove that, empty it under SL/TGT in Open positions.',
  );
  await second(30);
  expect(sent().filter(({ order, state }) => order.trigger !== null && state !== 'cancelled')).toHaveLength(
    1,
  );
});

describe('what is said of one position that is closed with real money', () => {
  it('is how many units the broker has, or has sold', async () => {
    await placed(units(10));
    await move(PRICE);
    await second(4);
    const [positionId] = await ids();
    const { place: send } = trader.links.broker;
    trader.links.broker.place = (order) => send.call(trader.links.broker, { ...order, price: 420_00 });
    const part = await trader.user.ask('manual.close', { positionId: positionId!, quantity: 2 });
    expect(part.body.message).toBe('The exit of 2 ITC is at the broker.');
    trader.links.broker.place = send;
    trader.links.broker.refuse(() => true, 1, 'Not now');
    const refused = await trader.user.ask('manual.close', { positionId: positionId!, quantity: 3 });
    expect(refused.body.message).toMatch(/^The broker did not take the whole exit of 3 ITC\./);
  });

  it('does not say that it is being closed while its stop-loss at the broker makes no room', async () => {
    await placed({ ...units(10), stopLoss: 380_00 });
    await move(PRICE);
    await second(4);
    trader.links.broker.lost.add('cancel');
    trader.links.broker.lost.add('change');
    const [positionId] = await ids();
    const says = async (asked: Promise<{ readonly body: { readonly message: string } }>) =>
      (await asked).body.message;
    const NOT_SENT =
      'ITC is being closed: the exit goes out once a stop-loss at the broker has made room for it. See Order history.';
    expect(await says(place({ ...SELL, ...units(10) }))).toBe(NOT_SENT);
    expect(await says(trader.user.ask('manual.close', { positionId: positionId! }))).toBe(NOT_SENT);
    expect(await says(trader.user.ask('positions.exit', { positionId: positionId! }))).toBe(NOT_SENT);
    expect(await says(trader.user.ask('positions.exitAll', { type: 'all' }))).toBe(NOT_SENT);
    expect(sales()).toEqual([]);
  });
});
