import { beforeEach, describe, expect, it } from 'vitest';
import { liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { NO_RULE_FAULTS } from '../../../../tests/support/seeded-rules.ts';
import { addGttSample, ownLink } from '../../../../tests/support/live-sample.ts';
import { until } from '../../../../tests/support/until.ts';
import { SILENT } from '../../../../tests/angel-one/connected.ts';
import { movedOn, quietLive } from '../../backup/stand-down.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { gtt } from '../../../shared/contract/gtt.ts';
import { GttOrders } from '../../broker-accounts/gtt/gtt-orders.ts';
import { leaveGtt } from '../../broker-accounts/gtt/leave-gtt.ts';
import type { BrokerHolding, BrokerInstrument } from '../../brokers/broker.ts';

const trader = liveTrader(TERMS);
const { account, move, second } = trader;

type Placed = InputOf<typeof gtt.place>;
const BUY = { symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00 } as const;
const SELL = { symbol: 'ITC', side: 'sell', quantity: 10, triggerPrice: 420_00, price: 419_00 } as const;

let marks = 0;
const place = (order: Partial<Placed> = {}) =>
  trader.user.ask('gtt.place', { ...BUY, mark: `gtt-mark-${++marks}`, isUnderstood: true, ...order });
const placed = async (order: Partial<Placed> = {}) => {
  const { status, body } = await place(order);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data!.order;
};
const said = async (order: Partial<Placed> = {}) => {
  const { status, body } = await place(order);
  return [status, body.message] as const;
};
const list = () => trader.user.call('gtt.list', {});
/** The order once the list of the broker was read. */
const now = async (gttId: number) => {
  await list();
  await second(1);
  return (await list()).orders.find((one) => one.gttId === gttId)!;
};
const rules = () => trader.links.broker.rules;
const instrument = (): Promise<BrokerInstrument> => account().run.instrumentOf('ITC');
const holds = (quantity: number): void => {
  const held: BrokerHolding = {
    ...{ exchange: 'NSE', token: 'ITC', tradingSymbol: 'ITC-EQ', isin: '' },
    ...{ quantity, unsettledQuantity: 0, averagePrice: PRICE, lastPrice: PRICE },
  };
  trader.links.broker.delivered = [held];
};
const alerts = async () =>
  (await trader.user.call('alerts.list', {})).notification_list.map(({ title }) => title);

describe('a GTT order', () => {
  it('waits at the broker, counts against the capital by hand, and what it buys is no position of TrickDesk', async () => {
    const order = await placed();
    expect(order).toMatchObject({ state: 'accepted', mayTrigger: true, ruleId: '1' });
    expect(rules().truth).toMatchObject([{ state: 'waiting', rule: { quantity: 10, trigger: 390_00 } }]);
    // An answer makes nothing rest: the list does.
    expect(await now(order.gttId)).toMatchObject({ state: 'resting', isEnding: false });
    const preview = await trader.user.call('manual.previewLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 1 }, type: 'limit', price: 390_00 },
      product: 'delivery',
    });
    expect(preview.funds.available).toBe(TERMS.capital - 3_910_00);
    await move(389_00);
    expect(rules().truth).toMatchObject([{ state: 'sent' }]);
    await second(6);
    expect(await now(order.gttId)).toMatchObject({ state: 'sent', mayTrigger: false });
    expect(await alerts()).toContain('GTT order in ITC has triggered');
    expect((await trader.user.call('positions.open', { type: 'live' })).list).toEqual([]);
    expect((await trader.user.call('live.differences', {})).differences).toEqual([]);
    expect(trader.links.broker.truth.map(({ order: { side } }) => side)).toEqual(['buy']);
  });

  it('is one, however often it is sent with its mark, and another with other values is refused', async () => {
    const mark = 'clicked-twice-gtt';
    const [first, second] = await Promise.all([placed({ mark }), placed({ mark })]);
    expect(second.gttId).toBe(first.gttId);
    expect(rules().created).toBe(1);
    expect(await said({ mark, quantity: 11 })).toEqual([
      409,
      'This order was already sent with other values. Start again.',
    ]);
  });

  it('is the same by its mark after its owner has changed it in the app of the broker', async () => {
    const mark = 'changed-in-the-app';
    const { gttId } = await placed({ mark });
    for (const { rule } of rules().truth) Object.assign(rule, { quantity: 7 });
    await second(120);
    expect(await now(gttId)).toMatchObject({ quantity: 7 });
    expect((await placed({ mark })).gttId).toBe(gttId);
    expect(rules().created).toBe(1);
  });

  it('is sent only when that is said of this very order', async () => {
    expect((await trader.user.ask('gtt.place', { ...BUY, mark: 'unsaid-gtt' })).status).toBe(400);
    expect(rules().created).toBe(0);
  });

  it.each([
    [{ triggerPrice: 400_00 }, 'triggerPrice', /buys below the price now, ₹400\.00/],
    [{ triggerPrice: 410_00, price: 411_00 }, 'triggerPrice', /buys below the price now/],
    [{ price: 400_00 }, 'price', /must be below the price now, ₹400\.00/],
    [{ triggerPrice: 390_03 }, 'triggerPrice', /between two prices/],
    [{ price: 391_01 }, 'price', /between two prices/],
    [{ triggerPrice: 200_00, price: 390_00 }, 'price', /too far from the trigger/],
    [{ ...SELL, triggerPrice: 390_00 }, 'triggerPrice', /sells above the price now.*stop-loss/],
    [{ ...SELL, price: 400_00 }, 'price', /must be above the price now/],
  ] as const)('of %o is refused', async (change, field, sentence) => {
    const { status, body } = await place(change);
    expect([status, Object.keys(body.fields ?? {}), body.message]).toEqual([
      400,
      [field],
      expect.stringMatching(sentence),
    ]);
    expect(rules().created).toBe(0);
  });

  it('is for shares alone', async () => {
    expect(await said({ symbol: 'NIFTY' })).toEqual([422, 'GTT orders are for shares, and nothing else.']);
  });

  it('needs capital that is free, in its preview and as it is written', async () => {
    const most = { quantity: 2_500, price: 391_00 };
    await placed(most);
    expect(await said({ quantity: 100 })).toEqual([422, expect.stringMatching(/^Insufficient funds\./)]);
    expect(rules().created).toBe(1);
    // An order of the day finds as much of it in use.
    const order = await trader.user.ask('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 100 }, type: 'limit', price: 390_00 },
      ...{ product: 'delivery', mark: 'beside-a-gtt', isUnderstood: true },
    });
    expect([order.status, order.body.message]).toEqual([422, expect.stringMatching(/^Insufficient funds\./)]);
  });

  it('is refused where real money by hand is off, without a session, and while live trading is locked', async () => {
    await trader.user.call('live.killSwitch', { action: 'stop' });
    expect(await said()).toEqual([422, expect.stringMatching(/kill switch/)]);
    await trader.user.call('manual.endLive', {});
    expect(await said()).toEqual([422, 'Trading by hand with real money is switched off.']);
    const other = await trader.server.register('gtt-without-anything');
    const none = await other.ask('gtt.place', { ...BUY, mark: 'nobody-at-all', isUnderstood: true });
    expect([none.status, none.body.message]).toEqual([
      422,
      'Trading by hand with real money is switched off.',
    ]);
    expect(rules().created).toBe(0);
  });

  it('that the broker refuses says so, and takes no money', async () => {
    rules().refusal = 'Invalid Trigger Price';
    const { status, body } = await place();
    expect([status, body.message]).toEqual([
      200,
      'The GTT order in ITC is not placed. Invalid Trigger Price.',
    ]);
    expect(body.data!.order).toMatchObject({ state: 'refused', mayTrigger: false });
    expect((await trader.user.call('gtt.preview', BUY)).available).toBe(TERMS.capital);
  });
});

describe('a sale by GTT', () => {
  it('is of the own shares of the account: beyond what TrickDesk holds and what is to be sold already', async () => {
    holds(25);
    const preview = await trader.user.call('gtt.preview', SELL);
    expect(preview).toMatchObject({ ownShares: 25, available: null, problems: [] });
    await placed({ ...SELL, quantity: 20 });
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(5);
    expect(await said(SELL)).toEqual([
      422,
      'A GTT order can sell 5 ITC at most: what the account has beyond what TrickDesk holds and what is to be sold already.',
    ]);
    rules().byOwner({
      instrument: await instrument(),
      side: 'sell',
      quantity: 4,
      trigger: 450_00,
      price: 449_00,
    });
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(1);
    expect(rules().created).toBe(1);
  });

  it('never sells what TrickDesk holds', async () => {
    const bought = await trader.user.ask('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'market' },
      ...{ product: 'delivery', mark: 'held-here', isUnderstood: true },
    });
    expect(bought.status).toBe(200);
    await move(PRICE);
    await second(3);
    expect((await trader.user.call('positions.open', { type: 'live' })).list).toMatchObject([
      { quantity: 10 },
    ]);
    expect(await said(SELL)).toEqual([422, expect.stringMatching(/^The account has no ITC of your own/)]);
    holds(7);
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(7);
    // And nothing is bought beside it that could be taken for it.
    expect(await said()).toEqual([422, expect.stringMatching(/^TrickDesk holds 10 ITC overnight/)]);
    expect(rules().created).toBe(0);
  });

  it('counts what sells the same shares at another exchange: a rule, an order and what is sold today', async () => {
    holds(25);
    const atBse = { exchange: 'BSE', token: '500875', tradingSymbol: 'ITC' };
    const terms = { side: 'sell', quantity: 10, trigger: 450_00, price: 449_00 } as const;
    rules().oddRows = [{ ruleId: 'bse', ...atBse, state: 'waiting', terms }];
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(15);
    const { broker } = trader.links;
    const positions = broker.positions.bind(broker);
    broker.positions = async () => [
      ...(await positions()),
      { ...atBse, product: 'delivery', quantity: -8, averagePrice: PRICE },
    ];
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(7);
  });

  it('is not placed beside a rule of which nobody can read how many it sells', async () => {
    holds(25);
    const { exchange, token, tradingSymbol } = await instrument();
    for (const odd of [
      { exchange, token, tradingSymbol },
      { exchange: '', token: '', tradingSymbol: '' },
    ]) {
      rules().oddRows = [{ ruleId: 'odd', ...odd, state: 'waiting', terms: null }];
      expect(await said(SELL)).toEqual([422, expect.stringMatching(/^Angel One lists a GTT order that may/)]);
    }
    rules().oddRows = [
      { ruleId: 'odd', exchange, token: '1', tradingSymbol: 'ODD-EQ', state: null, terms: null },
    ];
    expect((await place(SELL)).status).toBe(200);
  });

  it('counts what is sold while the account is being read', async () => {
    holds(25);
    const { broker } = trader.links;
    const { exchange, token, tradingSymbol } = await instrument();
    let isSold = false;
    broker.orderBook = () =>
      Promise.resolve([
        {
          ...{ brokerOrderId: 'by-owner', tag: null, tradingSymbol, side: 'sell', reason: '', at: 0 },
          ...{ quantity: 25, price: PRICE, trigger: null, filledValue: 0 },
          ...(isSold ? { state: 'filled', filledQuantity: 25 } : { state: 'open', filledQuantity: 0 }),
        },
      ]);
    broker.positions = () => {
      const quantity = isSold ? -25 : 0;
      isSold = true;
      return Promise.resolve([
        { exchange, token, tradingSymbol, product: 'delivery', quantity, averagePrice: PRICE },
      ]);
    };
    expect((await trader.user.call('gtt.preview', SELL)).ownShares).toBe(0);
  });

  it('waits while an order of TrickDesk may bring shares, or the account does not agree', async () => {
    holds(25);
    await trader.user.call('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 1 }, type: 'limit', price: 390_00 },
      ...{ product: 'delivery', mark: 'rests-beside', isUnderstood: true },
    });
    expect(await said(SELL)).toEqual([422, expect.stringMatching(/^An order of TrickDesk to buy ITC/)]);
  });
});

describe('a GTT order without an answer', () => {
  it('is unknown, counts as there, and is found in the list', async () => {
    rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, late: 1 };
    const { body } = await place();
    expect(body.message).toMatch(/^The broker has not answered yet/);
    const { gttId } = body.data!.order;
    expect(await now(gttId)).toMatchObject({ state: 'unknown', mayTrigger: true });
    expect((await trader.user.call('gtt.preview', { ...BUY, quantity: 1 })).available).toBe(
      TERMS.capital - 3_910_00,
    );
    // It is never sent a second time, and the same terms wait for what became of it.
    expect(await said()).toEqual([409, expect.stringMatching(/^Nobody knows yet whether the same GTT/)]);
    await second(70);
    expect(await now(gttId)).toMatchObject({ state: 'resting', ruleId: '1', reason: '' });
    expect(rules().created).toBe(1);
  });

  it('is not one that was there before, nor one of two alike', async () => {
    const like = {
      instrument: await instrument(),
      side: 'buy',
      quantity: 10,
      trigger: 390_00,
      price: 391_00,
    } as const;
    rules().byOwner(like);
    rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, lost: 1 };
    const { body } = await place();
    const { gttId } = body.data!.order;
    await second(10);
    expect(await now(gttId)).toMatchObject({ state: 'unknown', ruleId: null });
    rules().byOwner(like);
    rules().byOwner(like);
    await second(10);
    expect(await now(gttId)).toMatchObject({
      state: 'unknown',
      ruleId: null,
      reason: expect.stringMatching(/more than one rule/) as string,
    });
  });

  it('is not one that was there before and did not name its share', async () => {
    const { exchange, token, tradingSymbol } = await instrument();
    const terms = { side: 'buy', quantity: 10, trigger: 390_00, price: 391_00 } as const;
    const odd = { ruleId: 'odd', tradingSymbol, state: 'waiting', terms } as const;
    rules().oddRows = [{ ...odd, exchange: '', token: '' }];
    rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, lost: 1 };
    const { gttId } = await placed();
    rules().oddRows = [{ ...odd, exchange, token }];
    await second(10);
    expect(await now(gttId)).toMatchObject({ state: 'unknown', ruleId: null });
    // One that came since may be it.
    rules().oddRows = [
      { ...odd, exchange, token },
      { ...odd, ruleId: 'new', exchange: '', token: '' },
      { ...odd, ruleId: 'like', exchange, token },
    ];
    await second(10);
    expect(await now(gttId)).toMatchObject({
      state: 'unknown',
      ruleId: null,
      reason: expect.stringMatching(/more than one rule/) as string,
    });
  });

  it('is declared not to be there by its owner alone; should it turn up it is cancelled', async () => {
    rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, late: 1 };
    const { body } = await place();
    const { gttId } = body.data!.order;
    const settled = await trader.user.call('gtt.settle', { gttId, isUnderstood: true });
    expect(settled.order).toMatchObject({ state: 'written-off', mayTrigger: false });
    expect((await trader.user.call('gtt.preview', BUY)).available).toBe(TERMS.capital);
    expect((await trader.user.ask('gtt.settle', { gttId, isUnderstood: true })).status).toBe(409);
    await second(80);
    expect(rules().truth).toMatchObject([{ state: 'cancelled' }]);
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
    expect(await alerts()).toContain('GTT order in ITC is there after all');
  });

  it('is asked about seldom after ten minutes, also once it was declared not to be there', async () => {
    rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, lost: 1 };
    const { gttId } = await placed();
    await trader.user.call('gtt.settle', { gttId, isUnderstood: true });
    trader.passed += 11 * 60_000;
    await second(70);
    let readings = 0;
    const read = rules().list.bind(rules());
    rules().list = () => {
      readings++;
      return read();
    };
    await second(120);
    expect(readings).toBeLessThanOrEqual(3);
  });

  it('is cancelled within a week of being declared not there, however long ago it was placed', async () => {
    const { gttId } = await placed();
    await second(2);
    const { database, clock } = trader.server.backend.parts;
    await database.write(trader.userId, (tx) =>
      tx.query
        .updateTable('gtt_orders')
        .set({ placed_at: clock.now() - 60 * DAY_MS })
        .where('id', '=', gttId)
        .execute(),
    );
    rules().hidden.add('1');
    await second(130);
    expect((await trader.user.call('gtt.settle', { gttId, isUnderstood: true })).order.state).toBe(
      'written-off',
    );
    rules().hidden.clear();
    await second(130);
    expect(rules().truth).toMatchObject([{ state: 'cancelled' }]);
  });

  describe('that is placed again after it was declared not to be there', () => {
    beforeEach(async () => {
      rules().faults = { ...NO_RULE_FAULTS, timeOut: 1, lost: 1 };
      const { gttId } = await placed();
      expect((await trader.user.call('gtt.settle', { gttId, isUnderstood: true })).order.state).toBe(
        'written-off',
      );
      rules().faults = NO_RULE_FAULTS;
    });

    it('is not cancelled as the one of before when its answer is lost', async () => {
      rules().faults = { ...NO_RULE_FAULTS, timeOut: 1 };
      const { gttId } = await placed();
      await second(20);
      expect(rules().truth).toMatchObject([{ state: 'waiting' }]);
      expect(await now(gttId)).toMatchObject({ state: 'resting', ruleId: '1', isEnding: false });
    });

    it('is not cancelled as the one of before while its answer is waited for', async () => {
      const create = rules().create.bind(rules());
      let release = () => undefined as void;
      const held = new Promise<void>((resolve) => (release = resolve));
      rules().create = async (rule) => {
        const answer = await create(rule);
        await held;
        return answer;
      };
      const asked = placed();
      await until('the rule', () => Promise.resolve(rules().truth.length === 1));
      await second(12);
      release();
      const { gttId } = await asked;
      await second(12);
      expect(rules().truth).toMatchObject([{ state: 'waiting' }]);
      expect(await now(gttId)).toMatchObject({ state: 'resting', ruleId: '1', isEnding: false });
    });
  });

  it('holds back the same terms also where its number is known, and the list has lost it', async () => {
    await placed();
    await second(2);
    rules().hidden.add('1');
    await second(130);
    expect(await said()).toEqual([409, expect.stringMatching(/^Nobody knows yet whether the same GTT/)]);
    expect(rules().waiting).toHaveLength(1);
  });

  it('is what the list shows with a state that nobody knows: its money is not taken for ever', async () => {
    const { gttId } = await placed();
    await second(2);
    const read = rules().list.bind(rules());
    rules().list = async () => (await read()).map((rule) => ({ ...rule, state: null }));
    expect(await now(gttId)).toMatchObject({ state: 'resting' });
    await second(200);
    expect(await now(gttId)).toMatchObject({
      state: 'unknown',
      mayTrigger: true,
      reason: 'Angel One lists it with a state that TrickDesk does not know.',
    });
    await trader.user.call('gtt.settle', { gttId, isUnderstood: true });
    expect((await trader.user.call('gtt.preview', BUY)).available).toBe(TERMS.capital);
    rules().list = read;
    await second(20);
    expect(rules().truth).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is told of when the list does not show it any more', async () => {
    const { gttId } = await placed();
    await second(5);
    rules().hidden.add('1');
    await second(200);
    expect(await now(gttId)).toMatchObject({ state: 'unknown', mayTrigger: true });
    expect(await alerts()).toContain('GTT order in ITC: nobody knows');
    rules().hidden.clear();
    await second(70);
    expect(await now(gttId)).toMatchObject({ state: 'resting' });
  });
});

describe('a cancellation', () => {
  it('is followed until the list shows that it is gone, whatever is answered', async () => {
    const { gttId } = await placed();
    rules().faults = { ...NO_RULE_FAULTS, cancelTimeOut: 1 };
    await trader.user.call('gtt.cancel', { gttId });
    rules().faults = NO_RULE_FAULTS;
    await until('its end', async () => {
      await second(5);
      return (await now(gttId)).state === 'cancelled';
    });
    expect(rules().waiting).toEqual([]);
    expect((await trader.user.ask('gtt.cancel', { gttId })).status).toBe(409);
  });

  it('is held back by no lock, and by no lack of a session: it is wished, and done with the next one', async () => {
    holds(25);
    const { gttId } = await placed(SELL);
    await trader.user.call('live.killSwitch', { action: 'stop' });
    account().run.disconnect();
    const wished = await trader.user.call('gtt.cancel', { gttId });
    expect(wished.order).toMatchObject({ isEnding: true, mayTrigger: true });
    expect(rules().truth).toMatchObject([{ state: 'waiting' }]);
    await account().resume();
    await second(5);
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
  });

  it.each([
    ['the kill switch', () => trader.user.call('live.killSwitch', { action: 'stop' })],
    ['the switch of real money by hand', () => trader.user.call('manual.endLive', {})],
  ])('by %s takes back what would buy, and leaves what sells', async (_, stop) => {
    holds(25);
    const [buy, sell] = [await placed(), await placed(SELL)];
    await stop();
    await second(3);
    expect(await now(buy.gttId)).toMatchObject({ state: 'cancelled' });
    expect(await now(sell.gttId)).toMatchObject({ state: 'resting', isEnding: false });
  });

  it.each([
    ['its owner', (gttId: number) => trader.user.call('gtt.cancel', { gttId })],
    ['the kill switch', () => trader.user.call('live.killSwitch', { action: 'stop' })],
  ])('by %s leaves at once, however long the list takes', async (_, stop) => {
    const { gttId } = await placed();
    await second(2);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const read = rules().list.bind(rules());
    rules().list = () => held.then(read);
    trader.passed += 61_000;
    account().gtt.everySecond();
    await stop(gttId);
    expect(rules().truth).toMatchObject([{ state: 'cancelled' }]);
    release();
    await second(6);
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
  });

  it('that is not answered keeps no other waiting', async () => {
    const [first, other] = [await placed(), await placed({ quantity: 11 })];
    await second(2);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const cancel = rules().cancel.bind(rules());
    rules().cancel = (ruleId) => (ruleId === first.ruleId ? held.then(() => cancel(ruleId)) : cancel(ruleId));
    await trader.user.call('live.killSwitch', { action: 'stop' });
    expect(rules().truth.map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    release();
    await second(12);
    expect([(await now(first.gttId)).state, (await now(other.gttId)).state]).toEqual([
      'cancelled',
      'cancelled',
    ]);
  });

  it('that is not confirmed is told with every stop', async () => {
    await placed();
    await second(2);
    rules().faults = { ...NO_RULE_FAULTS, noList: 1 };
    const sentence = /A GTT order that buys is not known to be cancelled yet and may still trigger/;
    expect((await trader.user.ask('manual.endLive', {})).body.message).toMatch(sentence);
    expect((await trader.user.ask('live.killSwitch', { action: 'stop' })).body.message).toMatch(sentence);
  });

  it('by the loss limit of the day takes back what would buy', async () => {
    const { gttId } = await placed();
    const { database, clock } = trader.server.backend.parts;
    await database.write(trader.userId, (tx) =>
      tx.query
        .insertInto('live_locks')
        .values({
          ...{ user_id: trader.userId, kind: 'daily-loss', reason: 'Lost.' },
          ...{ locked_at: clock.now(), locked_until: clock.now() + 60_000 },
        })
        .execute(),
    );
    await second(12);
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
  });

  it('in the app of the broker is told of', async () => {
    const { gttId } = await placed();
    await second(2);
    await rules().cancel('1');
    await second(70);
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
    expect(await alerts()).toContain('GTT order in ITC was cancelled');
  });
});

describe('the list', () => {
  it('shows what was placed elsewhere, and nobody here changes that', async () => {
    const ruleId = rules().byOwner({
      ...{ instrument: await instrument(), side: 'buy', quantity: 3, trigger: 380_00, price: 381_00 },
    });
    rules().oddRows = [
      { ruleId: 'odd', exchange: 'NSE', token: '1', tradingSymbol: 'ODD-EQ', state: null, terms: null },
    ];
    const { orders, elsewhere, problem } = await list();
    expect([orders, problem]).toEqual([[], null]);
    expect(elsewhere).toMatchObject([
      { ruleId, name: 'ITC-EQ', terms: { side: 'buy', quantity: 3, triggerPrice: 380_00 } },
      { ruleId: 'odd', terms: null },
    ]);
    await trader.user.call('live.killSwitch', { action: 'stop' });
    await second(5);
    expect(rules().truth).toMatchObject([{ state: 'waiting' }]);
  });

  it('shows the last that have ended, however long ago they were placed', async () => {
    const { gttId } = await placed();
    await second(2);
    rules().refusal = 'Invalid Trigger Price';
    for (let newer = 1; newer <= 50; newer++) await placed();
    rules().refusal = null;
    await second(1);
    await trader.user.call('gtt.cancel', { gttId });
    expect(await now(gttId)).toMatchObject({ state: 'cancelled' });
  });

  it('says why it is not known', async () => {
    rules().faults = { ...NO_RULE_FAULTS, noList: 1 };
    expect((await list()).problem).toBe('Angel One did not answer in time.');
    expect(await said()).toEqual([422, 'Angel One did not answer in time.']);
    account().run.disconnect();
    expect((await list()).problem).toMatch(/^There is no session with Angel One/);
    expect(rules().created).toBe(0);
  });

  it('alarms nobody who has linked no broker', async () => {
    const newcomer = await trader.server.register(`newcomer-${marks}`);
    expect((await newcomer.call('gtt.list', {})).problem).toBe(
      'No broker is linked. Link Angel One in your profile first.',
    );
  });

  it('follows what its owner changes in the app of the broker', async () => {
    const { gttId } = await placed();
    const [rule] = rules().truth;
    rule!.rule = { ...rule!.rule, quantity: 20, trigger: 385_00, price: 386_00 };
    expect(await now(gttId)).toMatchObject({ quantity: 20, triggerPrice: 385_00, price: 386_00 });
    expect((await trader.user.call('gtt.preview', BUY)).available).toBe(TERMS.capital - 20 * 386_00);
  });
});

describe('the account', () => {
  it('is not unlinked, nor exchanged for another, while a GTT order may trigger there', async () => {
    const { gttId } = await placed();
    const sentence = /^A GTT order to buy 10 ITC may still trigger in the account/;
    expect((await trader.user.ask('live.unlink', {})).body.message).toMatch(sentence);
    expect((await trader.user.ask('live.link', ownLink())).body.message).toMatch(sentence);
    // Of this one the part that is shown is the same.
    const { clientCode } = JSON.parse(
      trader.server.backend.parts.sealer.unseal(account().row.credentials_sealed)!,
    ) as { clientCode: string };
    const alike = { ...ownLink(), clientCode: `Z99${clientCode.slice(3)}` };
    expect((await trader.user.ask('live.link', alike)).body.message).toMatch(sentence);
    await trader.user.call('gtt.cancel', { gttId });
    await second(5);
    expect((await trader.user.ask('live.unlink', {})).status).toBe(200);
  });
});

it('another account is not linked over a GTT order that is placed while it logs in', async () => {
  trader.links.whileLoggingIn = async () => {
    trader.links.whileLoggingIn = () => Promise.resolve();
    await placed();
  };
  const { status, body } = await trader.user.ask('live.link', ownLink());
  expect([status, body.message]).toEqual([
    422,
    expect.stringMatching(/^A GTT order to buy 10 ITC may still/),
  ]);
  // It is followed on, and its owner can end it.
  const [order] = (await list()).orders;
  await trader.user.call('gtt.cancel', { gttId: order!.gttId });
  await second(5);
  expect(rules().truth).toMatchObject([{ state: 'cancelled' }]);
});

describe('an account that is left while a GTT order is placed', () => {
  it('stays, where the order was written first', async () => {
    const live = account();
    const logOut = live.logOut.bind(live);
    live.logOut = async () => {
      await logOut();
      await addGttSample(trader.server, trader.userId, { mark: 'meanwhile' });
    };
    expect((await trader.user.ask('live.unlink', {})).body.message).toMatch(
      /^A GTT order to \w+ 1 ITC may still trigger/,
    );
    const { broker_angelone_details: still } = await trader.user.call('live.account', {});
    expect(still).toMatchObject({ linked: true, state: 'login-needed' });
  });

  it.each([
    ['unlinked', () => trader.user.ask('live.unlink', {})],
    ['exchanged for another', () => trader.user.ask('live.link', ownLink())],
  ])('takes no order, where it was %s first', async (_how, leave) => {
    const { gtt: orders } = account();
    const placing = orders.place.bind(orders);
    orders.place = (wanted, guard) => {
      const read = orders.read.bind(orders);
      orders.read = async () => {
        const listed = await read();
        orders.read = read;
        expect((await leave()).status).toBe(200);
        return listed;
      };
      return placing(wanted, guard);
    };
    const { status, body } = await place();
    expect([status, body.message]).toEqual([422, expect.stringMatching(/^No broker is linked/)]);
    expect((await list()).orders).toEqual([]);
    expect(rules().created).toBe(0);
  });
});

describe('after a restart', () => {
  beforeEach(() => second(1));

  it('what was sent and not answered is unknown, and the list says what it is', async () => {
    let release = () => undefined as void;
    rules().onTheWay = new Promise((resolve) => (release = resolve));
    const asked = place({ mark: 'held-on-its-way' }).catch(() => null);
    await until('the request', () => Promise.resolve(rules().created === 1));
    // Another program on the same data, as after a kill.
    const { database, clock, hub, notify } = trader.server.backend.parts;
    const later = new GttOrders({
      ...{ database, clock, logger: SILENT, userId: trader.userId, sinks: { hub, notify } },
      broker: () => trader.links.broker,
      account: () => account().row.client_code_masked,
      onAnswer: () => undefined,
    });
    later.everySecond();
    await later.settled();
    const [row] = (await trader.user.call('gtt.list', {})).orders;
    expect(row).toMatchObject({ state: 'unknown', reason: 'TrickDesk ended before the answer came.' });
    release();
    await asked;
    later.everySecond();
    await second(6);
    expect(await now(row!.gttId)).toMatchObject({ state: 'resting' });
    expect(rules().created).toBe(1);
  });
});

it('restored or moved data takes nothing over: it is left to its owner, and shown as placed elsewhere', async () => {
  const { gttId } = await placed();
  await second(2);
  const { database, clock } = trader.server.backend.parts;
  account().run.disconnect();
  await database.write(trader.userId, (tx) => quietLive(tx, movedOn(clock.now()), clock.now()));
  const { orders } = await list();
  expect(orders).toMatchObject([
    {
      gttId,
      state: 'left',
      mayTrigger: false,
      reason: expect.stringMatching(/^Of before the data/) as string,
    },
  ]);
  expect((await trader.user.ask('gtt.cancel', { gttId })).status).toBe(409);
  expect(rules().truth).toMatchObject([{ state: 'waiting' }]);
});

it('an order that was left stands among those placed elsewhere as long as it waits', async () => {
  const { gttId } = await placed();
  await second(2);
  const { database, clock } = trader.server.backend.parts;
  await database.write(trader.userId, (tx) => leaveGtt(tx, 'Of before.', clock.now()));
  const { orders, elsewhere } = await list();
  expect(orders).toMatchObject([{ gttId, state: 'left' }]);
  expect(elsewhere).toMatchObject([{ ruleId: '1', name: 'ITC-EQ' }]);
});
