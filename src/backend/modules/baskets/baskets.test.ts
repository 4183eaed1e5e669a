import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { midday as middayOf } from '../../../../tests/support/basket-sample.ts';
import { istDate } from '../../../shared/time.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
let user: TestUser;
/** Wall time of the backend: previews grow old by it. */
let ahead = 0;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => Date.now() + ahead } });
  user = await server.register('basketeer');
  await user.call('market.pace', { speed: 600 });
});
afterAll(() => server.dispose());

const offers = async () => (await user.call('baskets.list', {})).listBasket;
const idOf = async (name: string) => (await offers()).find((offer) => offer.name === name)!.basketId;
const held = async (basketId: number) =>
  (await user.call('baskets.mine', {})).myBaskets.find((basket) => basket.basketId === basketId);
const details = async (basketId: number) => (await user.call('baskets.details', { basketId })).detailsBasket;
const midday = () => middayOf(user);
const settled = (basketId: number) =>
  until('filled orders', async () => {
    const basket = await held(basketId);
    return basket && basket.state !== 'working' && basket;
  });

describe('what is on offer', () => {
  it('is five baskets of the house whose figures are worked out', async () => {
    const list = await offers();
    expect(list.map(({ name }) => name)).toEqual([
      'Bank Five',
      'Nifty by Sector',
      'Low Volatility Ten',
      'Momentum Eight',
      'Technology Five',
    ]);
    for (const offer of list) {
      expect(offer).toMatchObject({ isMine: false, isHeld: false, source: 'simulated' });
      expect(offer.minimumAmount).toBeGreaterThan(1_000_00);
      expect(offer.levels[0]).toBeCloseTo(100, 9);
      const last = offer.levels.at(-1) ?? 0;
      expect(offer.returnPercent).toBeCloseTo(last - 100, 6);
      const { constituents, history } = await details(offer.basketId);
      expect(constituents.reduce((sum, each) => sum + Math.round(each.targetWeight * 100), 0)).toBe(10_000);
      expect(history.length).toBeGreaterThan(200);
    }
  });

  it('has the index that its constituents had', async () => {
    const basketId = await idOf('Bank Five');
    const { history, constituents } = await details(basketId);
    // Before the first rebalance it is the mean of five price relatives.
    const [first, second] = [history[0]!.day, history[1]!.day];
    let mean = 0;
    for (const { symbol } of constituents) {
      const { time, close: closes } = await user.call('market.candles', {
        symbol,
        timeframe: '1d',
        limit: 400,
      });
      const close = (day: string) => closes[time.findIndex((at) => istDate(at) === day)]!;
      mean += close(second) / close(first) / constituents.length;
    }
    expect(history[1]!.level).toBeCloseTo(100 * mean, 6);
  });
});

describe('a basket of one’s own', () => {
  const add = (weights: number[], more: object = {}) => {
    const symbols = ['ITC', 'SBIN', 'INFY'];
    return user.ask('baskets.add', {
      name: 'My three',
      constituents: weights.map((weight, index) => ({ instrument: symbols[index], weight })),
      ...more,
    });
  };

  it.each([
    [
      'weights of 99.99 %',
      [33.33, 33.33, 33.33],
      {},
      'The weights come to 99.99%; they must come to exactly 100%.',
    ],
    ['one share', [100], {}, 'A basket holds 2 to 50 shares; this one has 1.'],
    [
      'a weight of three decimals',
      [33.334, 33.333, 33.333],
      {},
      'ITC has a weight of 33.334%; give at most two decimals.',
    ],
    [
      'a share twice',
      [],
      {
        constituents: [
          { instrument: 'ITC', weight: 50 },
          { instrument: 'ITC', weight: 50 },
        ],
      },
      'ITC is in the basket twice.',
    ],
    [
      'an unknown share',
      [],
      {
        constituents: [
          { instrument: 'ITC', weight: 50 },
          { instrument: 'NOSUCH', weight: 50 },
        ],
      },
      'NOSUCH is not a share that is known here.',
    ],
    [
      'an index',
      [],
      {
        constituents: [
          { instrument: 'ITC', weight: 50 },
          { instrument: 'NIFTY', weight: 50 },
        ],
      },
      'NIFTY is an index; a basket holds shares, so take its constituents.',
    ],
  ])('is refused with %s', async (_name, weights, more, message) => {
    const { status, body } = await add(weights, more);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('is listed for its owner alone, first', async () => {
    expect((await add([50, 30, 20])).status).toBe(200);
    expect((await add([50, 30, 20])).body.message).toBe('You have a basket called My three already.');
    const [mine] = (await user.call('baskets.list', { whose: 'mine' })).listBasket;
    expect(mine).toMatchObject({ name: 'My three', isMine: true, constituents: 3, rebalance: 'quarterly' });
    expect((await offers())[0]?.name).toBe('My three');
    const other = await server.register('other-basketeer');
    expect((await other.call('baskets.list', {})).total).toBe(5);
    expect((await other.ask('baskets.details', { basketId: mine!.basketId })).status).toBe(404);
  });
});

describe('a basket that is opened', () => {
  it('needs its minimum, and a broker for real money', async () => {
    const basketId = await idOf('Bank Five');
    const few = await user.ask('baskets.preview', { basketId, amount: 100_00 });
    expect(few.status).toBe(422);
    expect(few.body.message).toMatch(/^Bank Five needs at least ₹[\d,.]+ at these prices/);
    const live = await user.ask('baskets.open', { basketId, amount: 1_00_000_00, mode: 'live' });
    expect([live.status, live.body.message]).toEqual([
      422,
      'No broker is linked. Link Angel One in your profile first.',
    ]);
    expect((await user.ask('baskets.close', { basketId })).status).toBe(404);
  });

  it('buys exactly what was previewed, is rebalanced, added to and sold', async () => {
    await midday();
    const basketId = await idOf('Bank Five');
    const preview = await user.call('baskets.preview', { basketId, amount: 5_00_000_00 });
    expect(preview).toMatchObject({ kind: 'open', amount: 5_00_000_00, folded: [], problems: [] });
    expect(preview.bought + preview.charges + preview.cashLeft).toBe(5_00_000_00);
    expect(preview.cashLeft).toBeGreaterThanOrEqual(0);
    const opened = await user.call('baskets.open', {
      basketId,
      amount: 5_00_000_00,
      previewId: preview.previewId,
    });
    expect(opened.orders.map(({ symbol, quantity }) => [symbol, quantity])).toEqual(
      preview.orders.map(({ symbol, quantity }) => [symbol, quantity]),
    );
    const again = await user.ask('baskets.rebalance', { basketId, previewId: preview.previewId });
    expect([again.status, again.body.message]).toEqual([
      409,
      'This preview has been carried out already; it cannot be used again.',
    ]);
    expect((await user.ask('baskets.open', { basketId, amount: 5_00_000_00 })).status).toBe(409);
    const basket = await settled(basketId);
    expect(basket).toMatchObject({ state: 'held', invested: 5_00_000_00, isRebalanceDue: false });
    expect(basket.cash).toBeGreaterThanOrEqual(0);
    const { constituents, flows } = await details(basketId);
    expect(constituents.map(({ quantity }) => quantity)).toEqual(
      constituents.map(({ symbol }) => preview.orders.find((order) => order.symbol === symbol)!.quantity),
    );
    const shares = constituents.reduce((sum, { value }) => sum + value, 0);
    const now = await held(basketId);
    expect(Math.abs(now!.value - now!.cash - shares)).toBeLessThan(20_000_00);
    expect(flows).toMatchObject([{ kind: 'open', amount: 5_00_000_00 }]);

    await midday();
    const nothing = await user.call('baskets.preview', { basketId });
    expect(nothing.kind).toBe('rebalance');
    for (const { value } of nothing.orders) expect(value).toBeGreaterThanOrEqual(500_00);

    const more = await user.call('baskets.preview', { basketId, amount: 50_000_00 });
    expect(more.kind).toBe('add');
    expect(more.orders.every(({ side }) => side === 'buy')).toBe(true);
    await midday();
    const [first] = more.orders;
    const tooMany = [{ symbol: first!.symbol, quantity: first!.quantity + 1 }];
    expect(
      (await user.ask('baskets.rebalance', { basketId, previewId: more.previewId, edits: tooMany })).body
        .message,
    ).toContain('an edit can only make it fewer');
    const added = await user.call('baskets.rebalance', {
      basketId,
      previewId: more.previewId,
      edits: [{ symbol: first!.symbol, quantity: 0 }],
    });
    expect(added.orders.map(({ symbol }) => symbol)).toEqual(
      more.orders.slice(1).map(({ symbol }) => symbol),
    );
    await settled(basketId);
    expect((await held(basketId))!.invested).toBe(5_50_000_00);

    const { listHoldings } = await user.call('baskets.holdings', {});
    expect(listHoldings.map(({ symbol }) => symbol).sort()).toEqual(
      constituents.map(({ symbol }) => symbol).sort(),
    );
    expect(listHoldings[0]!.parts).toMatchObject([{ kind: 'basket', basketId, name: 'Bank Five' }]);

    const closed = await user.call('baskets.close', { basketId });
    expect(closed.left).toEqual([]);
    expect(new Set(closed.orders.map(({ symbol }) => symbol)).size).toBe(5);
    await until('everything sold', async () => !(await held(basketId)), 60_000);
    expect((await user.call('baskets.holdings', {})).listHoldings).toEqual([]);
    const { test_tradehistory, tradetotalProfit } = await user.call('positions.trades', {
      isTest: 1,
      pageSize: 100,
    });
    expect(test_tradehistory!.every(({ strategyName }) => strategyName === 'Bank Five')).toBe(true);
    const alerts = (await user.call('alerts.list', { categoryId: 6 })).notification_list;
    const sold = alerts.find(({ title }) => title === 'Bank Five is sold')!;
    expect(sold.body).toContain(`of ₹5,50,000.00 put in`);
    // What came back is what went in and what the trades made of it, to the paisa.
    const cameBack = Number(/^₹([\d,.]+)/.exec(sold.body)![1]!.replaceAll(/[,.]/g, ''));
    expect(cameBack - 5_50_000_00).toBe(tradetotalProfit);
  }, 200_000);

  it('stands in no list of strategies', async () => {
    await midday();
    const basketId = await idOf('Technology Five');
    const minimum = (await details(basketId)).offer.minimumAmount!;
    const { strategyId } = await user.call('baskets.open', { basketId, amount: 2 * minimum });
    expect((await user.call('strategies.mine', { strategyStatus: 0, pageType: 'All' })).total).toBe(0);
    expect((await user.ask('strategies.details', { strategyId })).status).toBe(404);
    expect((await user.ask('strategies.start', { strategyId })).status).toBe(404);
    const home = await user.call('home.summary', {});
    expect(home.test.running).toBe(0);
    expect(home.agenda.find(({ link }) => link === '/top-ten')?.isDone).toBe(false);
    await settled(basketId);
  }, 60_000);
});

describe('a preview', () => {
  /** For more than the least amount. That rises with the prices meanwhile. */
  const roomyPreview = async (basketId: number) => {
    const { amount } = await user.call('baskets.preview', { basketId });
    return user.call('baskets.preview', { basketId, amount: Math.ceil(amount / 100_000_00) * 120_000_00 });
  };

  it('that is more than five minutes old is not carried out; the answer has a new one', async () => {
    await midday();
    const basketId = await idOf('Momentum Eight');
    const old = await roomyPreview(basketId);
    ahead = 5 * 60_000 + 1_000;
    const late = await user.ask('baskets.open', {
      basketId,
      amount: old.amount,
      previewId: old.previewId,
    });
    ahead = 0;
    expect(late.status).toBe(409);
    expect(late.body.message).toBe(
      'This preview is more than five minutes old. Nothing was ordered. Look at the new preview first.',
    );
    const { preview } = late.body.details as { preview: typeof old };
    expect(preview.previewId).toBeGreaterThan(old.previewId);
    expect(await held(basketId)).toBeUndefined();
    const { orders } = await user
      .call('positions.orders', { isTest: 1, search: 'Momentum' })
      .then((answer) => ({
        orders: answer.test_orderhistory,
      }));
    expect(orders).toEqual([]);
  }, 60_000);

  it('whose prices have moved by more than one percent is not carried out', async () => {
    await midday();
    const basketId = await idOf('Momentum Eight');
    const preview = await roomyPreview(basketId);
    // As if the first share had been previewed two percent dearer.
    const { database } = server.backend.parts;
    const { orders_json } = await database.read
      .selectFrom('basket_previews')
      .select('orders_json')
      .where('id', '=', preview.previewId)
      .executeTakeFirstOrThrow();
    const orders = JSON.parse(orders_json) as { price: number }[];
    orders[0]!.price = Math.round(orders[0]!.price * 1.02);
    await writeForAll(database, (tx) =>
      tx.query
        .updateTable('basket_previews')
        .set({ orders_json: JSON.stringify(orders) })
        .where('id', '=', preview.previewId)
        .execute(),
    );
    const moved = await user.ask('baskets.open', {
      basketId,
      amount: preview.amount,
      previewId: preview.previewId,
    });
    expect(moved.status).toBe(409);
    expect(moved.body.message).toMatch(
      /has moved from ₹[\d,.]+ to ₹[\d,.]+ since, by more than 1%\. Nothing was ordered/,
    );
    expect(moved.body.details).toHaveProperty('preview.orders');
  }, 60_000);

  it("is nobody else's", async () => {
    const other = await server.register('third-basketeer');
    const basketId = await idOf('Momentum Eight');
    const { previewId } = await user.call('baskets.preview', { basketId });
    const theirs = await other.ask('baskets.rebalance', { basketId, previewId });
    expect([theirs.status, theirs.body.message]).toEqual([404, 'No such preview.']);
  });
});

describe('a SIP', () => {
  it('says what is missing, when it runs next, and pauses', async () => {
    const basketId = await idOf('Technology Five');
    const bare = await user.ask('baskets.setSip', { basketId, status: 'on' });
    expect(bare.status).toBe(400);
    expect(bare.body.fields).toEqual({ amount: 'is missing', frequency: 'is missing', day: 'is missing' });
    const sunday = await user.ask('baskets.setSip', {
      basketId,
      status: 'on',
      amount: 5_000_00,
      frequency: 'weekly',
      day: 6,
    });
    expect(sunday.body.message).toBe('Choose a weekday from Monday (1) to Friday (5).');
    const { sip } = await user.call('baskets.setSip', {
      basketId,
      status: 'on',
      amount: 5_000_00,
      frequency: 'monthly',
      day: 5,
    });
    expect(sip).toMatchObject({ status: 'on', amount: 5_000_00, frequency: 'monthly', day: 5 });
    expect(sip.nextDue).toMatch(/-05$/);
    expect(sip.nextRun! >= sip.nextDue!).toBe(true);
    expect((await user.call('baskets.setSip', { basketId, status: 'paused' })).sip).toMatchObject({
      status: 'paused',
      nextDue: null,
      amount: 5_000_00,
    });
    expect((await held(basketId))?.sip?.status).toBe('paused');
  });
});
