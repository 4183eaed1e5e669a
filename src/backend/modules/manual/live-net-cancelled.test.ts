import { describe, expect, it } from 'vitest';
import { liveTrader, PRICE } from '../../../../tests/support/live-trader.ts';

const trader = liveTrader({ maxLossPerDay: 5_000_00 });
const { move, place, placed, positions, saysOf, second, sent } = trader;

const BEING_CLOSED =
  'Some of ITC is being closed already, so nothing more was ordered. Wait for that order, or cancel it.';

const units = (amount: number) => ({ size: { by: 'quantity', amount } }) as const;
const SELL = { side: 'sell' } as const;
const held = async () => (await positions()).toSorted((a, b) => a.positionId - b.positionId);
const quantities = async () => (await held()).map(({ quantity }) => quantity);
const soldOf = () =>
  sent()
    .filter(({ order }) => order.side === 'sell' && order.trigger === null)
    .reduce((sum, { filled }) => sum + filled, 0);

const bought = async (...amounts: readonly number[]) => {
  for (const amount of amounts) {
    await placed(units(amount));
    await move(PRICE);
  }
  await second(2);
  expect(await quantities()).toEqual(amounts);
  return (await held()).map(({ positionId }) => positionId);
};

/** An exit of a position that rests at the broker; its owner takes it back, and the broker does not answer. */
const takenBack = async (positionId: number, quantity?: number) => {
  const { broker } = trader.links;
  const { place: original } = broker;
  broker.place = (order) => original.call(broker, { ...order, price: 420_00 });
  const { order } = await trader.user.call('manual.close', {
    ...{ positionId, ...(quantity !== undefined && { quantity }) },
  });
  broker.place = original;
  broker.lost.add('cancel');
  const answer = await trader.user.ask('positions.cancelOrder', { orderId: order.orderId });
  expect([200, 202]).toContain(answer.status);
  return order.orderId;
};

describe('an order with real money on the other side, of what an exit that was taken back may still sell', () => {
  it('is refused with nothing written, and is an order of its own once it is asked for again', async () => {
    const ids = await bought(10, 5, 20);
    await takenBack(ids[0]!);
    const order = { ...SELL, ...units(12), mark: 'sells-of-what-was-taken-back' };
    expect(await saysOf(order)).toEqual([409, BEING_CLOSED]);
    // The exit that was taken back has filled after all.
    await move(421_00);
    await second(3);
    await move(PRICE);
    await second(3);
    expect([soldOf(), await quantities()]).toEqual([10, [5, 20]]);
    expect((await place(order)).status).toBe(200);
    await second(8);
    await move(PRICE);
    expect((await place(order)).status).toBe(200);
    await second(3);
    expect([soldOf(), await quantities()]).toEqual([22, [13]]);
  });

  it('answers with its own orders, not with the one that was taken back', async () => {
    const ids = await bought(10, 5);
    const takenBackId = await takenBack(ids[0]!);
    const { status, body } = await place({ ...SELL, ...units(12) });
    expect([status, body.data?.order.orderId]).not.toEqual([200, takenBackId]);
  });

  it('closed as a net position by the same key is refused, and then closed once', async () => {
    const ids = await bought(10, 20);
    await takenBack(ids[0]!);
    const close = () =>
      trader.server.backend.parts.liveByHand.closeNet(trader.userId, ids, 10, 'once-beside-a-taken-back');
    await expect(close()).rejects.toThrow(BEING_CLOSED);
    await move(421_00);
    await second(3);
    await move(PRICE);
    await second(3);
    expect(soldOf()).toBe(10);
    await close();
    await second(3);
    await move(PRICE);
    await close();
    await second(3);
    await move(PRICE);
    expect([soldOf(), await quantities()]).toEqual([20, [10]]);
  });

  it('sells no units beside those that the one taken back may be selling', async () => {
    const ids = await bought(10, 5);
    await takenBack(ids[0]!, 6);
    const { status, body } = await trader.user.ask('manual.closeNet', { positionIds: ids, quantity: 6 });
    await move(421_00);
    await second(3);
    await move(PRICE);
    await second(8);
    const answer = [status, body.message];
    expect({ answer, sold: soldOf() }).toEqual({ answer, sold: 6 });
  });

  it('of one position sells nothing once it is refused', async () => {
    const ids = await bought(10);
    await takenBack(ids[0]!);
    const { status, body } = await place({ ...SELL, ...units(10) });
    trader.links.broker.lost.delete('cancel');
    await second(60);
    await move(PRICE);
    await second(3);
    const answer = [status, body.message];
    expect({ answer, sold: soldOf() }).toEqual({ answer, sold: status === 200 ? 10 : 0 });
  });
});
