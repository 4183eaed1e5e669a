import { beforeEach, describe, expect, it } from 'vitest';
import { BUY, liveTrader, PRICE, TERMS } from '../../../../tests/support/live-trader.ts';
import { RSI_RULES } from '../../../../tests/support/rule-samples.ts';
import { runLive, wantTen } from '../../../../tests/support/live-sample.ts';
import { until } from '../../../../tests/support/until.ts';
import type { BrokerInstrument } from '../../brokers/broker.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

const HOUR_MS = 60 * MINUTE_MS;

const trader = liveTrader();
const { account, move, second, orderNow, place, placed, positions, restart, saysOf, sent } = trader;

const accept = () => trader.user.call('manual.acceptLive', TERMS);
/** The stop of what was opened lies at the broker. */
const rests = () =>
  until('the stop at the broker', async () => {
    await second(1);
    return sent().some(({ order, state }) => order.trigger !== null && state !== 'cancelled');
  });
const heldId = async () => (await positions())[0]!.positionId;

describe('real money by hand', () => {
  it('is off until its owner has accepted it with the word, and after they have switched it off', async () => {
    expect(await trader.user.call('manual.liveAccount', {})).toMatchObject({ isOn: false, working: [] });
    const off = 'Trading by hand with real money is switched off.';
    expect((await trader.user.ask('manual.previewLive', BUY)).body.message).toBe(off);
    expect(await saysOf()).toEqual([422, off]);
    const wrong = await trader.user.ask('manual.acceptLive', { ...TERMS, confirmName: 'live?' });
    expect([wrong.status, wrong.body.fields]).toEqual([400, { confirmName: 'type LIVE' }]);
    expect((await trader.user.ask('manual.acceptLive', { ...TERMS, isUnderstood: false })).status).toBe(400);
    await accept();
    expect(await trader.user.call('manual.liveAccount', {})).toMatchObject({
      isOn: true,
      capital: 10_00_000_00,
    });
    await placed({ type: 'limit', price: 390_00 });
    await trader.user.call('manual.endLive', {});
    expect(await saysOf()).toEqual([422, off]);
    expect(sent().map(({ state }) => state)).toEqual(['cancelled']);
    await second();
    expect(await trader.user.call('manual.liveAccount', {})).toMatchObject({ isOn: false, working: [] });
  });

  it('is not switched on again before every order of before is known to be cancelled', async () => {
    await accept();
    const order = await placed({ type: 'limit', price: 390_00 });
    trader.links.broker.lost.add('cancel');
    await trader.user.call('manual.endLive', {});
    const again = await trader.user.ask('manual.acceptLive', TERMS);
    expect([again.status, again.body.message]).toEqual([
      409,
      'An order in ITC of before is not known to be cancelled yet. Real money by hand can be switched on again once the broker has confirmed that: see Order history.',
    ]);
    expect(await trader.user.call('manual.liveAccount', {})).toMatchObject({ isOn: false });
    trader.links.broker.lost.clear();
    await until('its cancellation', async () => {
      await second();
      return (await orderNow(order.orderId)).state === 'cancelled';
    });
    await accept();
    expect(await trader.user.call('manual.liveAccount', {})).toMatchObject({ isOn: true, working: [] });
  });

  it('needs what live strategies need: nobody without KYC, plan or account accepts it', async () => {
    const other = await trader.server.register('without-anything');
    const none = await other.ask('manual.acceptLive', TERMS);
    expect([none.status, none.body.message]).toEqual([422, expect.stringMatching(/^Not yet: /)]);
    await accept();
    trader.links.broker.available = 9_00_000_00;
    expect((await trader.user.ask('manual.acceptLive', TERMS)).body.message).toMatch(
      /Your account has ₹9,00,000/,
    );
  });

  it('is told of as sent, and not as wanted before: one commit, one message', async () => {
    await accept();
    const states: string[] = [];
    const leave = trader.server.backend.parts.hub.subscribe(trader.userId, ({ event }) => {
      if (event.type === 'order') states.push(event.order.state);
    });
    const order = { ...BUY, type: 'limit', price: 390_00 } as const;
    await trader.user.call('manual.previewLive', order);
    const { orderId } = await placed(order);
    leave();
    expect(states[0]).toBe('submitted');
    const { life } = await orderNow(orderId);
    expect(life.slice(0, 2).map(({ state }) => state)).toEqual(['intended', 'submitted']);
  });

  it('is sent only when that is said of this very order', async () => {
    await accept();
    const unsaid = await trader.user.ask('manual.placeLive', { ...BUY, mark: 'unsaid-mark' });
    expect(unsaid.status).toBe(400);
    expect(sent()).toEqual([]);
  });
});

describe('a live order by hand', () => {
  beforeEach(accept);

  it('is previewed with the margin of the broker, and named when the account has not so much', async () => {
    trader.links.broker.available = 3_000_00;
    const preview = await trader.user.call('manual.previewLive', BUY);
    expect(preview).toMatchObject({ effect: 'open', quantity: 10, margin: 4_040_00, marginBy: 'broker' });
    expect(preview.slippage).toEqual({ by: 'protection', amount: 40_00 });
    expect(preview.funds.available).toBe(3_000_00);
    expect(preview.problems).toEqual([
      'The account has ₹3,000.00 free; the broker blocks ₹4,040.00 for this order.',
    ]);
    expect(sent()).toEqual([]);
    const order = await placed();
    expect(order.state).toBe('denied');
    expect(order.reason).toMatch(/^Not sent: /);
    expect(sent()).toEqual([]);
  });

  it('at the market goes out once with a limit of protection, and fills into a position of its own', async () => {
    const order = await placed();
    expect(order).toMatchObject({ strategyName: 'Manual', state: 'accepted', quantity: 10 });
    expect(sent()).toHaveLength(1);
    expect(sent()[0]!.order).toMatchObject({ side: 'buy', quantity: 10, product: 'intraday', trigger: null });
    expect(sent()[0]!.price).toBeGreaterThan(PRICE);
    await move(PRICE);
    expect(await positions()).toMatchObject([
      { strategyName: 'Manual', symbol: 'ITC', quantity: 10, mode: 'live', stopLoss: null },
    ]);
    const [held] = await positions();
    expect(held!.protection).toMatchObject({
      state: 'none',
      why: 'The position has no stop-loss. Set one with SL/TGT in its row.',
    });
    // The account on paper knows nothing of it.
    expect((await trader.user.call('manual.account', {})).funds.available).toBe(10_00_000_00);
  });

  it('is one, however often it is sent with its mark', async () => {
    const mark = 'clicked-twice-live';
    const both = await Promise.all([place({ mark }), place({ mark })]);
    const ids = both.map(({ body }) => body.data?.order.orderId);
    expect(ids[0]).toBe(ids[1]);
    await move(PRICE);
    expect((await place({ mark })).body.data?.order).toMatchObject({ orderId: ids[0], state: 'filled' });
    expect(sent()).toHaveLength(1);
    for (const other of [
      { side: 'sell' },
      { stopLoss: 380_00 },
      { target: 450_00 },
      { product: 'delivery' },
    ] as const)
      expect((await place({ mark, ...other })).body).toMatchObject({ code: 'conflict' });
    expect(sent()).toHaveLength(1);
  });

  it('at a limit rests at the broker, longer than an entry of a strategy, and is cancelled by its owner', async () => {
    const order = await placed({ type: 'limit', price: 390_00, product: 'delivery' });
    expect(sent()[0]).toMatchObject({ price: 390_00, order: { product: 'delivery' } });
    trader.passed += 10 * MINUTE_MS;
    await second();
    expect(sent()[0]!.state).not.toBe('cancelled');
    expect((await trader.user.call('manual.liveAccount', {})).working).toMatchObject([
      { orderId: order.orderId },
    ]);
    expect((await trader.user.call('home.summary', {})).live).toMatchObject({ openPositions: 0, resting: 1 });
    await trader.user.call('positions.cancelOrder', { orderId: order.orderId });
    expect(sent()[0]!.state).toBe('cancelled');
    await move(380_00);
    expect(await positions()).toEqual([]);
  });

  it('at the market that does not fill is taken back after a minute', async () => {
    await placed();
    trader.passed += MINUTE_MS + 5_000;
    // Far from its limit: it cannot fill.
    trader.last = 420_00;
    await second();
    expect(sent()[0]!.state).toBe('cancelled');
  });

  it('with levels has its stop at the broker, which sells at it', async () => {
    await placed({ stopLoss: 395_00, target: 420_00 });
    await move(PRICE);
    await rests();
    const [, stop] = sent();
    expect(stop).toMatchObject({ quantity: 10, trigger: 395_00, order: { side: 'sell' } });
    expect(await positions()).toMatchObject([{ stopLoss: 395_00, target: 420_00 }]);
    await move(394_90);
    await second();
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
  });

  it('with a target is sold there by the program, and its stop goes first', async () => {
    await placed({ stopLoss: 395_00, target: 405_00 });
    await move(PRICE);
    await rests();
    await move(405_05);
    await second();
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
  });

  it('has its levels moved at the broker, and none beyond the price', async () => {
    await placed({ stopLoss: 395_00 });
    await move(PRICE);
    await rests();
    const positionId = await heldId();
    await trader.user.call('manual.protect', { positionId, stopLoss: 397_00, target: 420_00 });
    await second();
    expect(sent()[1]).toMatchObject({ trigger: 397_00 });
    expect(await positions()).toMatchObject([{ stopLoss: 397_00, target: 420_00 }]);
    const beyond = await trader.user.ask('manual.protect', { positionId, stopLoss: 401_00, target: null });
    expect([beyond.status, Object.keys(beyond.body.fields ?? {})]).toEqual([400, ['stopLoss']]);
    await trader.user.call('manual.protect', { positionId, stopLoss: null, target: null });
    await second();
    expect(sent()[1]!.state).toBe('cancelled');
    expect(await positions()).toMatchObject([{ stopLoss: null, target: null }]);
  });

  it('has the levels of what remains moved at the broker while some of it is being closed', async () => {
    await placed({ stopLoss: 380_00 });
    await move(PRICE);
    await rests();
    const positionId = await heldId();
    await trader.user.call('manual.close', { positionId, quantity: 4 });
    const some = await trader.user.ask('manual.protect', { positionId, stopLoss: 385_00, target: 430_00 });
    expect(some.body.message).toBe('The levels of ITC are set.');
    await account().run.settled();
    expect(sent().map(({ quantity, filled, trigger }) => [quantity, filled, trigger])).toEqual([
      [10, 10, null],
      [6, 0, 385_00],
      [4, 0, null],
    ]);
  });

  it('keeps levels that are set while all of it is being closed: they protect what is not, once that is taken back', async () => {
    await placed({ stopLoss: 380_00 });
    await move(PRICE);
    await rests();
    const positionId = await heldId();
    const closing = await trader.user.call('manual.close', { positionId });
    const { status, body } = await trader.user.ask('manual.protect', {
      positionId,
      stopLoss: 387_00,
      target: null,
    });
    expect([status, body.message]).toEqual([
      200,
      'The levels of ITC are kept. All of it is being closed: they hold for what remains, if that is taken back.',
    ]);
    // Below its limit nothing of it sells.
    trader.last = 392_00;
    await trader.user.call('positions.cancelOrder', { orderId: closing.order.orderId });
    await until('the stop', async () => {
      await second(1);
      return sent().at(-1)!.state === 'waiting';
    });
    expect(sent().at(-1)).toMatchObject({ quantity: 10, trigger: 387_00 });
    expect(await positions()).toMatchObject([{ quantity: 10, stopLoss: 387_00 }]);
  });

  it('is closed whole or in part, by its position or by an order on the other side', async () => {
    await placed();
    await move(PRICE);
    const positionId = await heldId();
    const more = await trader.user.ask('manual.close', { positionId, quantity: 11 });
    expect(more.body.message).toBe('The position has 10, and no more can be closed.');
    await trader.user.call('manual.close', { positionId, quantity: 4 });
    await move(PRICE);
    expect(await positions()).toMatchObject([{ quantity: 6 }]);
    const preview = await trader.user.call('manual.previewLive', {
      ...BUY,
      side: 'sell',
      size: { by: 'quantity', amount: 6 },
    });
    expect(preview).toMatchObject({ effect: 'close', positionId, margin: 0 });
    await placed({ side: 'sell', size: { by: 'quantity', amount: 6 } });
    await move(PRICE);
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
    const { live_tradehistory: trades } = await trader.user.call('positions.trades', { isTest: 0 });
    expect(trades!.map(({ strategyName, quantity }) => [strategyName, quantity])).toEqual([
      ['Manual', 6],
      ['Manual', 4],
    ]);
  });

  it('is closed as a whole by a wish for all of it, whatever fills meanwhile, and the wish ends with it', async () => {
    await placed();
    await move(PRICE);
    await trader.user.call('manual.close', { positionId: await heldId() });
    await move(PRICE);
    expect(await positions()).toEqual([]);
    const wishes = await trader.server.backend.parts.database.read
      .selectFrom('exit_intents')
      .select(['quantity', 'status'])
      .execute();
    expect(wishes).toEqual([{ quantity: null, status: expect.not.stringMatching('open') as string }]);
  });

  it('whose answer is lost is unknown until the book says what became of it, and never sent again', async () => {
    trader.links.broker.moods.set('ITC', 'unanswered');
    const { status, body } = await place({ mark: 'lost-answer-mark' });
    expect([status, body.message]).toEqual([
      200,
      'The broker has not answered yet; TrickDesk asks until it knows what became of the order in ITC. Look into Order history before you order it again.',
    ]);
    expect(body.data!.order.state).toBe('unknown');
    trader.links.broker.moods.clear();
    await place({ mark: 'lost-answer-mark' });
    await move(PRICE);
    trader.passed += MINUTE_MS;
    await until('the book', async () => {
      await second();
      return (await positions()).length === 1;
    });
    expect(sent()).toHaveLength(1);
  });

  it('that the broker refuses says why, and can be placed anew', async () => {
    trader.links.broker.moods.set('ITC', 'refused');
    const { body } = await place();
    expect(body.data!.order).toMatchObject({ state: 'rejected' });
    expect(body.message).toBe('The order in ITC is not placed. Refused by the broker.');
    trader.links.broker.moods.clear();
    expect((await placed()).state).toBe('accepted');
  });
});

describe('money of a live order by hand', () => {
  beforeEach(accept);

  it.each(['refused', 'cancelled'])('that was %s is free for the next', async (end) => {
    trader.links.broker.available = 5_000_00;
    await trader.user.call('manual.previewLive', BUY);
    if (end === 'refused') {
      trader.links.broker.moods.set('ITC', 'refused');
      expect((await place()).body.data!.order.state).toBe('rejected');
      trader.links.broker.moods.clear();
    } else {
      const { orderId } = await placed({ type: 'limit', price: 390_00 });
      await trader.user.call('positions.cancelOrder', { orderId });
      await second();
      expect((await orderNow(orderId)).state).toBe('cancelled');
    }
    expect((await placed()).state).toBe('accepted');
  });
});

describe('what stops live strategies stops hands too', () => {
  beforeEach(accept);
  const hold = async () => {
    await placed({ stopLoss: 395_00 });
    await move(PRICE);
    await rests();
    return heldId();
  };

  it('the kill switch: nothing opens, what rests is cancelled, closing and cancelling pass', async () => {
    const positionId = await hold();
    const resting = await placed({ type: 'limit', price: 390_00 });
    await trader.user.call('live.killSwitch', { action: 'stop' });
    await second();
    expect((await orderNow(resting.orderId)).state).toBe('cancelled');
    const [status, message] = await saysOf();
    expect([status, message]).toEqual([422, expect.stringMatching(/kill switch/)]);
    const preview = await trader.user.call('manual.previewLive', BUY);
    expect(preview.problems[0]).toMatch(/kill switch/);
    expect((await trader.user.ask('manual.acceptLive', TERMS)).status).toBe(422);
    await trader.user.call('manual.close', { positionId });
    await move(PRICE);
    await second();
    expect(await positions()).toEqual([]);
  });

  it('the kill switch that also closes leaves what is held by hand', async () => {
    await hold();
    await trader.user.call('live.killSwitch', { action: 'stop', flatten: true });
    await second();
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
  });

  it("the account's loss limit, the account's own, and its entries of a day", async () => {
    await trader.user.call('live.riskGuard', { maxTradesPerDay: 1, maxLossPerDay: 20_000_00 });
    await hold();
    expect(await trader.user.call('live.riskGuard', {})).toMatchObject({ entriesToday: 1 });
    expect((await saysOf())[1]).toBe('The limit of 1 live entries a day is reached.');
    await trader.user.call('live.riskGuard', { maxTradesPerDay: null, maxLossPerDay: 20_000_00 });
    const positionId = await heldId();
    await trader.user.call('manual.protect', { positionId, stopLoss: null, target: null });
    await second();
    // Ten shares fall by ₹60 each: more than the ₹500 that hands may lose in a day.
    await trader.user.call('manual.acceptLive', { ...TERMS, maxLossPerDay: 500_00 });
    await move(PRICE - 60_00);
    expect((await saysOf())[1]).toMatch(/loss/i);
    await trader.user.call('manual.acceptLive', { ...TERMS, maxLossPerDay: 20_000_00 });
    await trader.user.call('live.riskGuard', { maxTradesPerDay: null, maxLossPerDay: 500_00 });
    expect((await saysOf())[1]).toMatch(/loss/i);
    expect((await trader.user.call('live.riskGuard', {})).lock?.kind).toBe('daily-loss');
    expect(sent().filter(({ order }) => order.side === 'buy')).toHaveLength(1);
    await trader.user.call('manual.close', { positionId });
    await second();
    expect(await positions()).toEqual([]);
  });

  it('a loss limit that is reached takes back what rests at a limit, the hand’s own and the account’s', async () => {
    await placed();
    await move(PRICE);
    const resting = await placed({ type: 'limit', price: 361_00 });
    await trader.user.call('manual.acceptLive', { ...TERMS, maxLossPerDay: 400_00 });
    await move(PRICE - 30_00);
    await second(10);
    expect((await orderNow(resting.orderId)).state).toMatch(/accepted|open/);
    await trader.user.call('manual.acceptLive', { ...TERMS, maxLossPerDay: 250_00 });
    await second(10);
    expect((await orderNow(resting.orderId)).state).toBe('cancelled');
    await trader.user.call('manual.acceptLive', TERMS);
    const later = await placed({ type: 'limit', price: 361_00 });
    await trader.user.call('live.riskGuard', { maxTradesPerDay: null, maxLossPerDay: 250_00 });
    await second(10);
    expect((await orderNow(later.orderId)).state).toBe('cancelled');
    expect(sent().filter(({ order, filled }) => order.side === 'buy' && filled > 0)).toHaveLength(1);
  });

  it('more than its capital, and a market that is closed', async () => {
    expect(await saysOf({ size: { by: 'quantity', amount: 3_000 } })).toEqual([
      422,
      expect.stringMatching(/^Insufficient funds/),
    ]);
    trader.passed += 6 * HOUR_MS;
    await move(PRICE);
    expect(await saysOf()).toEqual([422, expect.stringMatching(/market is closed/i)]);
    expect(sent()).toEqual([]);
  });

  it('without a session nothing opens, and a close waits for one', async () => {
    const positionId = await hold();
    await account().sessionEnded('The session of the day is over.');
    expect(await saysOf()).toEqual([422, expect.stringMatching(/^There is no session with Angel One/)]);
    const { body } = await trader.user.ask('manual.close', { positionId });
    expect(body.message).toMatch(/^ITC is closed as soon as there is a session/);
  });
});

describe('beside others', () => {
  beforeEach(accept);

  it('belongs to nobody else: another person finds no position and no order', async () => {
    await placed();
    await move(PRICE);
    const positionId = await heldId();
    const other = await trader.server.register('another-hand');
    for (const id of ['manual.close', 'manual.protect'] as const)
      expect((await other.ask(id, { positionId, stopLoss: null, target: null })).status).toBe(404);
    expect(await other.call('manual.liveAccount', {})).toMatchObject({ isOn: false, working: [] });
  });

  it('paper and real money never meet: a paper sale closes no live position', async () => {
    await placed();
    await move(PRICE);
    const paper = await trader.user.call('manual.preview', { ...BUY, side: 'sell' });
    expect(paper.effect).toBe('open');
  });

  /** A strategy that holds ten ITC, with its stop at the broker. */
  const strategyHolds = async (): Promise<number> => {
    const { strategyId } = await trader.user.call('strategies.add', {
      url: 'add',
      name: 'Holds ten',
      document: { ...RSI_RULES, instruments: ['ITC'], stopLoss: { kind: 'percent', value: 5 } },
    });
    await runLive(trader.server, strategyId!);
    await wantTen(account().run, trader.links, strategyId!);
    await move(PRICE);
    await rests();
    return strategyId!;
  };
  const openOf = async (strategyId: number) =>
    (await trader.user.call('positions.open', { type: 'live' })).list.filter(
      (one) => one.strategyId === strategyId,
    );
  const netOfOwners = async () =>
    (await trader.user.call('positions.open', { type: 'live' })).list.reduce(
      (sum, { quantity }) => sum + quantity,
      0,
    );

  it.each(['buy', 'sell'] as const)(
    'to %s what a strategy holds opens a position of its own; closing it leaves the strategy as it was',
    async (side) => {
      const strategyId = await strategyHolds();
      await placed({ side, size: { by: 'quantity', amount: 4 } });
      await move(PRICE);
      await second();
      expect(await positions()).toMatchObject([{ quantity: side === 'buy' ? 4 : -4 }]);
      const net = side === 'buy' ? 14 : 6;
      expect([await netOfOwners(), await trader.links.broker.account('ITC', 'intraday')]).toEqual([net, net]);
      trader.passed += 2 * MINUTE_MS;
      await second(70);
      expect((await trader.user.call('live.differences', {})).differences).toEqual([]);
      await trader.user.call('manual.close', { positionId: await heldId() });
      await second();
      expect(await positions()).toEqual([]);
      expect(await openOf(strategyId)).toMatchObject([{ quantity: 10, protection: { state: 'resting' } }]);
      expect(await trader.links.broker.account('ITC', 'intraday')).toBe(10);
    },
  );

  it('what its owner sells in the app of the broker is theirs by hand, though a strategy bought later', async () => {
    await placed({ size: { by: 'quantity', amount: 4 }, stopLoss: 380_00 });
    await move(PRICE);
    const strategyId = await strategyHolds();
    const held = account().run.execution.openPositions()[0]!;
    trader.links.broker.tradeByHand(JSON.parse(held.instrument_json!) as BrokerInstrument, 'sell', 4, PRICE);
    trader.passed += 2 * MINUTE_MS;
    await second(70);
    const { differences } = await trader.user.call('live.differences', {});
    const missing = differences.flatMap((one) => one.positions.map((own) => [own.strategyName, own.missing]));
    expect(missing.toSorted()).toEqual([
      ['Holds ten', 0],
      ['Manual', 4],
    ]);
    expect(await openOf(strategyId)).toMatchObject([{ quantity: 10, protection: { state: 'resting' } }]);
    const stops = sent().filter(({ order, state }) => order.trigger !== null && state !== 'cancelled');
    expect(stops.map(({ quantity }) => quantity)).toEqual([10]);
  });

  it('intraday is squared off with the day, overnight stays', async () => {
    await placed();
    await move(PRICE);
    await placed({ product: 'delivery', size: { by: 'quantity', amount: 3 } });
    await move(PRICE);
    expect(await positions()).toHaveLength(2);
    trader.passed += 5 * HOUR_MS + 11 * MINUTE_MS;
    await second(10);
    expect(await positions()).toMatchObject([{ product: 'delivery', quantity: 3 }]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
    expect((await saysOf())[1]).toMatch(/^Intraday positions are squared off at 15:10/);
  });

  it('an intraday limit that rests is taken back when the day is squared off, an overnight one is not', async () => {
    const intraday = await placed({ type: 'limit', price: 390_00 });
    const overnight = await placed({ type: 'limit', price: 389_00, product: 'delivery' });
    trader.passed += 5 * HOUR_MS + 11 * MINUTE_MS;
    await second(10);
    expect((await orderNow(intraday.orderId)).state).toBe('cancelled');
    expect((await orderNow(overnight.orderId)).state).toMatch(/accepted|open/);
    await move(388_00);
    await second();
    expect(await positions()).toMatchObject([{ product: 'delivery', quantity: 10 }]);
    expect(sent().filter(({ filled }) => filled > 0)).toHaveLength(1);
  });

  it('what rests and what is protected is the same after a restart, and nothing is sent anew', async () => {
    const mark = 'rests-over-a-restart';
    await placed({ stopLoss: 395_00, target: 405_00, product: 'delivery' });
    await move(PRICE);
    await rests();
    await placed({ mark, type: 'limit', price: 390_00 });
    const before = sent().map(({ order }) => order.tag);
    await restart();
    await second(10);
    expect(sent().map(({ order }) => order.tag)).toEqual(before);
    expect((await trader.user.call('manual.liveAccount', {})).working).toHaveLength(2);
    const again = await place({ mark, type: 'limit', price: 390_00 });
    expect(again.body.data?.order.state).toMatch(/accepted|open/);
    expect(sent()).toHaveLength(before.length);
    await move(405_05);
    await second();
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'delivery')).toBe(0);
  });

  it('a limit that fills after a restart is watched from then on, and protected as it was promised', async () => {
    await placed({ type: 'limit', price: 390_00, stopLoss: 385_00, target: 395_00 });
    // It fills while the program is away.
    await restart(() => trader.links.move('ITC', 390_00));
    trader.last = 390_00;
    await rests();
    expect(trader.links.feed.watched.map(({ symbol }) => symbol)).toContain('ITC');
    expect(await positions()).toMatchObject([{ quantity: 10, stopLoss: 385_00, target: 395_00 }]);
    await move(395_05);
    await second();
    expect(await positions()).toEqual([]);
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
  });

  it('a limit that rests is watched after a restart', async () => {
    await placed({ type: 'limit', price: 390_00, target: 395_00 });
    await restart();
    await until('the account', () =>
      Promise.resolve(trader.links.feed.watched.some(({ symbol }) => symbol === 'ITC')),
    );
  });

  it('is watched after a new login, though its price is of a moment ago', async () => {
    await trader.user.call('manual.previewLive', BUY);
    account().run.disconnect();
    await account().resume();
    await move(PRICE);
    await placed({ target: 405_00 });
    await move(PRICE);
    await second();
    expect(trader.links.feed.watched.map(({ symbol }) => symbol)).toContain('ITC');
  });

  it('a mark of an order on paper is none of one with real money, and the other way round', async () => {
    const mark = 'one-mark-two-moneys';
    const onPaper = { ...BUY, price: null, triggerPrice: null, stopLoss: null, target: null };
    await trader.user.call('manual.place', { ...onPaper, mark });
    expect((await place({ mark })).body).toMatchObject({ code: 'conflict' });
    expect(sent()).toEqual([]);
    const other = 'one-mark-two-moneys-live';
    await placed({ mark: other });
    expect((await trader.user.ask('manual.place', { ...onPaper, mark: other })).body).toMatchObject({
      code: 'conflict',
    });
    expect(sent()).toHaveLength(1);
  });

  it('on the other side closes what is held in its own product, where something is', async () => {
    const five = { size: { by: 'quantity', amount: 5 } } as const;
    await placed();
    await move(PRICE);
    await placed({ product: 'delivery', ...five });
    await move(PRICE);
    const more = { side: 'sell', product: 'delivery', size: { by: 'quantity', amount: 6 } } as const;
    expect((await saysOf(more))[0]).toBe(422);
    await placed({ side: 'sell', product: 'delivery', ...five });
    await move(PRICE);
    await second();
    expect(await positions()).toMatchObject([{ product: 'intraday', quantity: 10 }]);
    expect(await trader.links.broker.account('ITC', 'delivery')).toBe(0);
  });

  it('closed while it is still filling leaves nothing behind, and keeps levels set meanwhile', async () => {
    trader.links.broker.partly = 1;
    const order = await placed({ type: 'limit', price: 400_00, stopLoss: 380_00 });
    await move(PRICE);
    const positionId = await heldId();
    await trader.user.call('manual.protect', { positionId, stopLoss: 385_00, target: 430_00 });
    await move(PRICE);
    expect(await positions()).toMatchObject([{ stopLoss: 385_00, target: 430_00 }]);
    trader.links.broker.partly = 0;
    trader.last = 401_00;
    await trader.user.call('manual.close', { positionId });
    await second(10);
    expect(await positions()).toEqual([]);
    expect((await orderNow(order.orderId)).state).toBe('cancelled');
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
    await move(399_00);
    await second();
    expect(await trader.links.broker.account('ITC', 'intraday')).toBe(0);
  });

  it('refused because all of it leaves in parts is not done later, once those are cancelled', async () => {
    await placed();
    await move(PRICE);
    const part = { side: 'sell', size: { by: 'quantity', amount: 5 } } as const;
    const parts = [await placed(part), await placed(part)];
    expect(await saysOf({ side: 'sell' })).toEqual([
      409,
      'Some of ITC is being closed already, so nothing more was ordered. Wait for that order, or cancel it.',
    ]);
    for (const { orderId } of parts) await trader.user.ask('positions.cancelOrder', { orderId });
    await second(40);
    expect(await positions()).toMatchObject([{ quantity: 10 }]);
    await placed({ side: 'sell' });
    await second();
    expect(await positions()).toEqual([]);
  });

  it('meant to close opens nothing once what it was to close is gone, and the other way round', async () => {
    await placed();
    await move(PRICE);
    const close = { side: 'sell', effect: 'close' } as const;
    const again = { ...close, mark: 'closes-after-another' };
    await placed({ side: 'sell' });
    expect((await saysOf(again))[0]).toBe(409);
    await second();
    expect(await positions()).toEqual([]);
    expect(await saysOf(again)).toEqual([
      409,
      'What this order was to close of ITC is not held any more, so it would open a position. Nothing was sent.',
    ]);
    await placed({ effect: 'open' });
    await second();
    expect(await saysOf({ side: 'sell', effect: 'open' })).toEqual([
      409,
      'You hold ITC by hand by now, so this order would close some of it. Nothing was sent.',
    ]);
    const whole = { ...close, mark: 'closes-whole-twice' };
    const { orderId } = await placed(whole);
    await second();
    expect((await placed(whole)).orderId).toBe(orderId);
    expect(sent().map(({ order: { side } }) => side)).toEqual(['buy', 'sell', 'buy', 'sell']);
  });

  it('previewed once, the money of two orders is not counted twice', async () => {
    trader.links.broker.available = 5_000_00;
    await trader.user.call('manual.previewLive', BUY);
    const both = await Promise.all([place(), place()]);
    expect(both.map(({ body }) => body.data?.order.state).sort()).toEqual(['accepted', 'denied']);
  });

  it('of two orders at once the second finds what the first takes', async () => {
    const half = { size: { by: 'quantity', amount: 1_300 } } as const;
    const both = await Promise.all([place(half), place(half)]);
    const states = both.map(({ status, body }) => body.data?.order.state ?? status);
    expect(states.sort()).toEqual([422, 'accepted']);
    expect(sent()).toHaveLength(1);
  });
});
