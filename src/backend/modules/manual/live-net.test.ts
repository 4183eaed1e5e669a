import { describe, expect, it, vi } from 'vitest';
import { BUY, liveTrader, PRICE } from '../../../../tests/support/live-trader.ts';

const trader = liveTrader({ maxLossPerDay: 5_000_00 });
const { account, logIn, move, place, placed, positions, restart, saysOf, second, sent } = trader;

const units = (amount: number) => ({ size: { by: 'quantity', amount } }) as const;
const SELL = { side: 'sell' } as const;

/** Positions by hand, the oldest first. */
const held = async () => (await positions()).toSorted((a, b) => a.positionId - b.positionId);
const quantities = async () => (await held()).map(({ quantity }) => quantity);
const atBroker = (product: 'intraday' | 'delivery' = 'intraday') =>
  trader.links.broker.account('ITC', product);
const sales = () => sent().filter(({ order }) => order.side === 'sell' && order.trigger === null);
const soldOf = () => sales().map(({ order }) => order.quantity);
const stops = () =>
  sent()
    .filter(({ order, state }) => order.trigger !== null && state === 'waiting')
    .map(({ quantity }) => quantity);
const exits = () =>
  trader.server.backend.parts.database.read
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', trader.userId)
    .where('slot', '=', 'leaving')
    .orderBy('id')
    .execute();

/** Buys so many in as many orders. Each is held when the next is sent. */
const bought = async (...amounts: readonly number[]) => {
  for (const amount of amounts) {
    await placed(units(amount));
    await move(PRICE);
  }
  await second(2);
  expect(await quantities()).toEqual(amounts);
  return (await held()).map(({ positionId }) => positionId);
};

const ask = (positionIds: readonly number[], quantity?: number, key = crypto.randomUUID()) =>
  trader.user.ask(
    'manual.closeNet',
    { positionIds: [...positionIds], ...(quantity !== undefined && { quantity }) },
    { 'idempotency-key': key },
  );

const closed = async (...of: Parameters<typeof ask>) => {
  const { status, body } = await ask(...of);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return { orders: body.data!.orders, says: body.message };
};

/** The same without the answers that are kept for a key. */
const closeNet = (positionIds: readonly number[], quantity: number | undefined, key: string) =>
  trader.server.backend.parts.liveByHand.closeNet(trader.userId, positionIds, quantity, key);

describe('a net position with real money', () => {
  it('is closed with all of its parts, each by an order of its own', async () => {
    const ids = await bought(10, 5);
    const { orders, says } = await closed(ids);
    expect(orders.map(({ quantity, positionId }) => [positionId, quantity])).toEqual([
      [ids[0], 10],
      [ids[1], 5],
    ]);
    expect(says).toBe('The exit of 15 ITC is at the broker.');
    await move(PRICE);
    expect(await held()).toEqual([]);
    expect([await atBroker(), soldOf()]).toEqual([0, [10, 5]]);
  });

  it('is closed in part, the oldest first; what is left keeps its stop', async () => {
    await placed({ ...units(10), stopLoss: 390_00 });
    await move(PRICE);
    await placed({ ...units(5), stopLoss: 380_00 });
    await move(PRICE);
    await second(3);
    expect(stops()).toEqual([10, 5]);
    const ids = (await held()).map(({ positionId }) => positionId);
    await closed(ids.toReversed(), 12);
    await second(8);
    expect(await held()).toMatchObject([{ positionId: ids[1], quantity: 3, stopLoss: 380_00 }]);
    expect([await atBroker(), stops()]).toEqual([3, [3]]);
  });

  it('that was sold short is bought back', async () => {
    for (const amount of [4, 6]) {
      await placed({ ...SELL, ...units(amount) });
      await move(PRICE);
    }
    await second(2);
    await closed(
      (await held()).map(({ positionId }) => positionId),
      7,
    );
    await second(3);
    expect(await held()).toMatchObject([{ side: 'short', quantity: -3 }]);
    expect(await atBroker()).toBe(-3);
  });

  it('is closed once for a key, also by two calls at once and long after', async () => {
    const ids = await bought(10, 20);
    const both = await Promise.all([closeNet(ids, 10, 'once'), closeNet(ids, 10, 'once')]);
    await second(3);
    expect(await quantities()).toEqual([20]);
    both.push(await closeNet(ids, 10, 'once'));
    const first = both[0][0]!;
    expect(both.map((orders) => orders.map(({ id }) => id))).toEqual([[first.id], [first.id], [first.id]]);
    await second(3);
    expect([await quantities(), soldOf()]).toEqual([[20], [10]]);
    const all = await closeNet(ids, undefined, 'all');
    await second(3);
    expect((await closeNet(ids, undefined, 'all')).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    await second(3);
    expect([await atBroker(), soldOf()]).toEqual([0, [10, 20]]);
  });

  it('is left as it was where its orders cannot be written, and closed by the same key later', async () => {
    const ids = await bought(10, 5);
    const { database } = trader.server.backend.parts;
    const original = database.write.bind(database);
    const write = vi.spyOn(database, 'write').mockImplementation((concern, work, ...rest) =>
      original(
        concern,
        async (tx) => {
          const answer = await work(tx);
          const { count } = await tx.query
            .selectFrom('orders')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('user_id', '=', trader.userId)
            .where('slot', '=', 'leaving')
            .executeTakeFirstOrThrow();
          if (Number(count) > 0) throw new Error('The disk is full.');
          return answer;
        },
        ...rest,
      ),
    );
    await expect(closeNet(ids, 12, 'later')).rejects.toThrow('The disk is full.');
    write.mockRestore();
    expect(await exits()).toEqual([]);
    await second(3);
    expect([await quantities(), soldOf()]).toEqual([[10, 5], []]);
    await closeNet(ids, 12, 'later');
    await second(3);
    expect([await quantities(), await atBroker()]).toEqual([[3], 3]);
  });

  it('without a session is written and goes out with the next, also after a restart', async () => {
    const ids = await bought(10, 5);
    account().run.disconnect();
    const orders = await closeNet(ids, 12, 'kept');
    expect(orders.map(({ state }) => state)).toEqual(['intended', 'intended']);
    expect((await closed(ids)).says).toBe(
      "ITC is closed as soon as there is a session with the broker: log in, or close it in the broker's app.",
    );
    await restart();
    expect((await closeNet(ids, 12, 'kept')).map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
    await logIn();
    await second(6);
    expect([await held(), await atBroker()]).toEqual([[], 0]);
    expect(soldOf().toSorted((a, b) => a - b)).toEqual([2, 3, 10]);
  });

  it('is closed whatever is switched off or locked', async () => {
    const ids = await bought(10, 5);
    await trader.user.call('manual.endLive', {});
    await trader.user.call('live.killSwitch', { action: 'stop' });
    await closed(ids);
    await second(3);
    expect([await held(), await atBroker()]).toEqual([[], 0]);
  });

  it('that its stop has closed some of is closed of the rest, and so many units only where they are left', async () => {
    await placed({ ...units(10), stopLoss: 398_00 });
    await move(PRICE);
    await placed(units(5));
    await move(PRICE);
    await second(3);
    const ids = (await held()).map(({ positionId }) => positionId);
    await move(397_50);
    await second(3);
    expect(await quantities()).toEqual([5]);
    const tooMany = await ask(ids, 12);
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      'The position has 5, and no more can be closed.',
    ]);
    expect((await closed(ids)).orders.map(({ positionId }) => positionId)).toEqual([ids[1]]);
    await second(3);
    expect([await held(), await atBroker()]).toEqual([[], 0]);
    expect((await ask(ids)).status).toBe(404);
  });

  it('that is being closed in part already is closed of the rest, and not of so many units', async () => {
    const ids = await bought(10, 5, 4);
    account().run.disconnect();
    await trader.user.call('manual.close', { positionId: ids[0]! });
    await trader.user.call('manual.close', { positionId: ids[1]!, quantity: 2 });
    const some = await ask(ids, 12);
    expect([some.status, some.body.message]).toEqual([
      409,
      'Some of ITC is being closed already, so nothing more was ordered. Wait for that order, or cancel it.',
    ]);
    expect(await exits()).toHaveLength(2);
    const { orders } = await closed(ids);
    expect(orders.map(({ positionId, quantity }) => [positionId, quantity])).toEqual([
      [ids[0], 10],
      [ids[1], 3],
      [ids[2], 4],
    ]);
    // All of it leaves already: that is what was wanted.
    expect((await closed(ids)).orders).toHaveLength(3);
    await logIn();
    await second(8);
    expect([await held(), await atBroker()]).toEqual([[], 0]);
    expect(soldOf().reduce((sum, amount) => sum + amount, 0)).toBe(19);
  });

  it('of which the broker refuses one order is closed of the others, and the answer says which', async () => {
    const ids = await bought(10, 5);
    trader.links.broker.refuse(({ quantity }) => quantity === 10, 2, 'Blocked for surveillance');
    const { says } = await closed(ids);
    expect(says).toBe(
      'Orders that close ITC and are on their way: 1 of 2. 10 ITC cannot be closed yet. The last exit was not taken. Blocked for surveillance.',
    );
    await move(PRICE);
    expect([await quantities(), await atBroker()]).toEqual([[10], 10]);
    // It is tried again by itself, as any exit.
    await second(8);
    expect([await held(), await atBroker()]).toEqual([[], 0]);
  });

  it('waits for all answers no longer than for one, and says which has none', async () => {
    const ids = await bought(10, 5, 4);
    const { broker } = trader.links;
    const original = broker.place.bind(broker);
    const late = Promise.withResolvers<void>();
    broker.place = async (order) => {
      if (order.quantity !== 4) await late.promise;
      return original(order);
    };
    const began = performance.now();
    const { orders, says } = await closed(ids);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(orders.map(({ state }) => state)).toEqual(['submitted', 'submitted', 'accepted']);
    expect(says).toBe(
      'Orders that close ITC and are on their way: 1 of 3. The broker has not answered yet; TrickDesk asks until it knows what became of the exit of ITC. Look into Order history before you close it elsewhere.',
    );
    late.resolve();
    await second(3);
    expect([await held(), await atBroker(), soldOf().length]).toEqual([[], 0, 3]);
  });

  it('that differs from the account is never sold beyond what is there', async () => {
    const ids = await bought(10, 5);
    const { broker } = trader.links;
    const { instrument } = sent()[0]!.order;
    broker.tradeByHand(instrument, 'sell', 10, PRICE);
    await closed(ids);
    await second(60);
    const sold = sales().filter(({ order }) => order.tag !== '');
    expect(sold.reduce((sum, { filled }) => sum + filled, 0)).toBeLessThanOrEqual(5);
    expect(await atBroker()).toBeGreaterThanOrEqual(0);
  });

  it('of which some is on paper, or another product, is not closed together', async () => {
    const ids = await bought(10);
    await trader.user.call('manual.place', {
      ...{ ...BUY, price: null, triggerPrice: null, stopLoss: null, target: null },
      mark: 'on-paper-beside',
    });
    const { marketRuns, database } = trader.server.backend.parts;
    const { session, execution } = marketRuns.runOf(trader.userId);
    const ticks = [
      { symbol: 'ITC', price: session.lastPrice('ITC')!.price, volume: 10_000_000, isGap: false },
    ];
    await execution.onTicks({ time: session.now + 1_000, ticks });
    const { id: onPaper } = await database.read
      .selectFrom('positions')
      .select('id')
      .where('user_id', '=', trader.userId)
      .where('mode', '=', 'test')
      .executeTakeFirstOrThrow();
    const mixed = await ask([...ids, onPaper]);
    expect([mixed.status, mixed.body.message]).toEqual([
      400,
      'Positions on paper and positions with real money are not closed together.',
    ]);
    await placed({ product: 'delivery' });
    await move(PRICE);
    const all = await ask((await held()).map(({ positionId }) => positionId));
    expect([all.status, all.body.message]).toEqual([
      400,
      'Only positions of one symbol, side and product are closed together.',
    ]);
    expect(soldOf()).toEqual([]);
  });

  it("is nobody else's", async () => {
    const ids = await bought(10, 5);
    const stranger = await trader.server.register(`stranger-${trader.userId}`);
    expect((await stranger.ask('manual.closeNet', { positionIds: ids })).status).toBe(404);
    expect(soldOf()).toEqual([]);
  });
});

describe('an order with real money on the other side', () => {
  it('closes of several positions, the oldest first, and is one for a mark', async () => {
    await bought(5, 10);
    const order = { ...SELL, ...units(12), mark: 'sells-of-two' };
    const { orderId, quantity } = await placed(order);
    expect(quantity).toBe(5);
    await second(3);
    expect([await quantities(), await atBroker(), soldOf()]).toEqual([[3], 3, [5, 7]]);
    expect((await placed(order)).orderId).toBe(orderId);
    await second(3);
    expect([await quantities(), soldOf()]).toEqual([[3], [5, 7]]);
  });

  it('sent twice at once is one', async () => {
    await bought(5, 10, 20);
    const order = { ...SELL, ...units(12), mark: 'sells-of-two-at-once' };
    const [one, two] = await Promise.all([placed(order), placed(order)]);
    expect(one.orderId).toBe(two.orderId);
    await second(3);
    expect([await quantities(), soldOf()]).toEqual([
      [3, 20],
      [5, 7],
    ]);
  });

  it('for more than is held is refused, and says how many there are', async () => {
    await bought(5, 10);
    const { status, body } = await place({ ...SELL, ...units(16) });
    expect([status, body.message, body.fields]).toEqual([
      422,
      'You hold 15 ITC by hand, and this order would close 16. Close what you hold first.',
      { size: 'must be at most 15' },
    ]);
    expect(soldOf()).toEqual([]);
  });

  it('that needs what is being closed already is refused, and nothing of it is sent', async () => {
    const ids = await bought(5, 10);
    trader.links.broker.refuse(() => true, 100, 'Not now');
    await trader.user.call('manual.close', { positionId: ids[1]!, quantity: 2 });
    expect(await saysOf({ ...SELL, ...units(14) })).toEqual([
      409,
      'Some of ITC is being closed already, so nothing more was ordered. Wait for that order, or cancel it.',
    ]);
    expect((await exits()).every(({ position_id: id }) => id === ids[1])).toBe(true);
  });

  it('is previewed with the charges of each of its orders', async () => {
    await bought(500, 500);
    const preview = (amount: number) =>
      trader.user.call('manual.previewLive', { ...BUY, ...SELL, ...units(amount) });
    const [one, both] = [await preview(500), await preview(1_000)];
    expect(both).toMatchObject({ effect: 'close', quantity: 1_000, problems: [] });
    const brokerage = ({ charges }: typeof one) =>
      charges.items.find(({ item }) => item === 'Brokerage')!.amount;
    expect(brokerage(both)).toBe(2 * brokerage(one));
  });
});
