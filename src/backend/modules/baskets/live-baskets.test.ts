import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addLiveBasket,
  BASKET_SHARES,
  MORNING,
  mayTradeLive,
} from '../../../../tests/support/live-basket.ts';
import { ownLink } from '../../../../tests/support/live-sample.ts';
import { GOOD_CODE, SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';

const AMOUNT = 1_00_000_00;
const HOUR_MS = 60 * MINUTE_MS;

let server: TestBackend;
let user: TestUser;
let links: SeededLinks;
let basketId = 0;
let userId = 0;
let name = '';
/** Ten in the morning of a Friday; tests let time pass. */
let began = 0;
let passed = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began + passed };
let people = 0;

beforeEach(async () => {
  began = Date.now();
  passed = 0;
  links = new SeededLinks(clock.now);
  links.broker.partly = 0;
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  await server.backend.parts.marketRuns.whenOpen();
  user = await server.register(`live-basket-${people++}`);
  ({ userId, basketId, name } = await addLiveBasket(server, user, links));
});
afterEach(() => server.dispose());

const live = { mode: 'live' as const };
const account = () => server.backend.parts.brokerAccounts.requireAccount(userId);
const details = async () => (await user.call('baskets.details', { basketId, ...live })).detailsBasket;
const held = async () => (await details()).holding;
const constituent = async (symbol: string) =>
  (await details()).constituents.find((one) => one.symbol === symbol)!;
const open = async (amount = AMOUNT) => {
  const preview = await user.call('baskets.preview', { basketId, amount, ...live });
  return user.call('baskets.open', {
    basketId,
    amount,
    ...live,
    previewId: preview.previewId,
    confirmName: name,
  });
};
/** The market of every share at its price: what rests fills, and is reported. */
const trade = async (prices: Partial<Record<string, number>> = {}) => {
  for (const symbol of BASKET_SHARES) links.move(symbol, prices[symbol] ?? MORNING[symbol]);
  await account().run.execution.sync();
  await account().run.settled();
};
const bought = async () => {
  const opened = await open();
  await trade();
  return opened;
};
const sent = (symbol?: string) =>
  links.broker.truth.filter(({ order }) => symbol === undefined || order.instrument.symbol === symbol);
const messageOf = async (id: Parameters<TestUser['ask']>[0], input: object) => {
  const { status, body } = await user.ask(id, input);
  return [status, body.message] as const;
};

describe('a basket with real money', () => {
  it('is opened only by somebody who may, with a session, the name typed, and a market that is open', async () => {
    const other = await server.register('without-anything');
    const { listBasket } = await other.call('baskets.list', {});
    const wanted = { basketId: listBasket[0]!.basketId, amount: 10_00_000_00, ...live };
    expect((await other.ask('baskets.preview', wanted)).body.message).toBe(
      'No broker is linked. Link Angel One in your profile first.',
    );
    await other.call('live.link', ownLink());
    const unpriced = await other.ask('baskets.preview', wanted);
    expect(unpriced.body.message).toMatch(/have no price .* so Bank Five cannot be bought whole/);
    for (const { symbol } of (await other.call('baskets.details', wanted)).detailsBasket.constituents)
      links.broker.prices.set(symbol, 500_00);
    const notYet = await other.ask('baskets.preview', wanted);
    expect([notYet.status, notYet.body.message]).toEqual([422, expect.stringMatching(/^Not yet: .*Aadhaar/)]);
    await mayTradeLive(server, other);
    const { previewId } = await other.call('baskets.preview', wanted);
    const unnamed = await other.ask('baskets.open', { ...wanted, previewId });
    expect([unnamed.status, unnamed.body.fields]).toEqual([400, { confirmName: 'type Bank Five' }]);
    links.broker.available = 9_00_000_00;
    const poor = await other.ask('baskets.open', { ...wanted, previewId, confirmName: 'Bank Five' });
    expect(poor.body.message).toMatch(/Your account has ₹9,00,000/);
    links.broker.available = 1_00_00_000_00;
    passed = 6 * HOUR_MS;
    const evening = await other.call('baskets.preview', wanted);
    const late = { ...wanted, previewId: evening.previewId, confirmName: 'Bank Five' };
    expect((await other.ask('baskets.open', late)).body.message).toMatch(/^The market is closed/);
    expect(sent()).toEqual([]);
  });

  it('is bought at the broker’s own prices, exactly as previewed, through the one order path', async () => {
    const preview = await user.call('baskets.preview', { basketId, amount: AMOUNT, ...live });
    expect(preview).toMatchObject({ kind: 'open', mode: 'live', source: 'broker', problems: [] });
    expect(preview.orders.map(({ symbol, price }) => [symbol, price])).toEqual(Object.entries(MORNING));
    expect(preview.charges).toBeGreaterThan(0);
    const opened = await user.call('baskets.open', {
      basketId,
      amount: AMOUNT,
      ...live,
      previewId: preview.previewId,
      confirmName: name,
    });
    expect(opened.orders.map(({ symbol, quantity, state }) => [symbol, quantity, state])).toEqual(
      preview.orders.map(({ symbol, quantity }) => [symbol, quantity, 'accepted']),
    );
    for (const { order } of sent()) {
      expect(order).toMatchObject({ side: 'buy', product: 'delivery', trigger: null });
      const last = MORNING[order.instrument.symbol as keyof typeof MORNING];
      expect(order.price).toBeGreaterThan(last);
      expect(order.price).toBeLessThanOrEqual(last * 1.01);
      expect(order.price % 5).toBe(0);
      expect(order.tag).toMatch(/^[A-Z2-7]{13}$/);
    }
    expect(await held()).toMatchObject({ state: 'working', mode: 'live', source: 'broker', attention: null });
    await trade();
    expect(await held()).toMatchObject({ state: 'held', invested: AMOUNT });
    expect((await user.call('baskets.mine', {})).live).toMatchObject({ invested: AMOUNT });
    expect((await user.call('baskets.mine', {})).value).toBe(0);
    // It has no stop: nothing rests at the broker, and nobody is told that something does not.
    expect(sent()).toHaveLength(3);
    expect((await user.call('alerts.list', { categoryId: 1 })).notification_list).toEqual([]);
    const [position] = (await user.call('positions.open', { type: 'live' })).list;
    expect(
      await messageOf('strategies.modifyStopLoss', {
        strategyId: position!.strategyId,
        stopLoss: { kind: 'percent', value: 2 },
      }),
    ).toEqual([
      422,
      `${name} is a basket: its shares have no stop-loss and no target. Rebalance it, or close it.`,
    ]);
  });

  it('is held once in each mode', async () => {
    await bought();
    const again = await user.ask('baskets.open', { basketId, amount: AMOUNT, ...live, confirmName: name });
    expect(again.status).toBe(409);
    expect((await user.call('baskets.preview', { basketId, mode: 'test' })).kind).toBe('open');
    expect((await user.call('baskets.details', { basketId })).detailsBasket).toMatchObject({
      holding: null,
      offer: { isHeld: true, heldModes: ['live'] },
    });
    expect((await user.ask('baskets.close', { basketId })).status).toBe(404);
  });

  it('is no result of a day: what it falls does not lock live strategies', async () => {
    await user.call('live.riskGuard', { maxLossPerDay: 1_000_00, maxTradesPerDay: 1 });
    await bought();
    await trade({ ITC: 200_00 });
    expect(await user.call('live.riskGuard', {})).toMatchObject({ today: 0, entriesToday: 0, lock: null });
  });

  it('is not bought under a lock, nor when the account’s money has gone; its sales pass', async () => {
    await bought();
    await user.call('live.killSwitch', { action: 'stop' });
    const { previewId } = await user.call('baskets.preview', { basketId, amount: 50_000_00, ...live });
    expect(await messageOf('baskets.rebalance', { basketId, previewId })).toEqual([
      422,
      'Nothing is bought with real money now. You stopped all live trading with the kill switch.',
    ]);
    const closed = await user.call('baskets.close', { basketId, ...live, confirmName: name });
    expect(closed.orders.every(({ state }) => state === 'accepted')).toBe(true);
    await trade();
    await until('the end', async () => (await held()) === null);
  });

  it('puts no more in than the account has', async () => {
    await bought();
    links.broker.available = 10_000_00;
    const { previewId } = await user.call('baskets.preview', { basketId, amount: 50_000_00, ...live });
    expect((await messageOf('baskets.rebalance', { basketId, previewId }))[1]).toMatch(
      /^This needs ₹49,[\d,.]+, and your Angel One account has ₹10,000\.00/,
    );
  });
});

describe('a constituent', () => {
  it.each([
    ['refused', 'Refused by the broker.'],
    ['rejected', 'Refused by the exchange.'],
  ] as const)('that is %s is named with the reason, and bought by the repair', async (mood, reason) => {
    links.broker.moods.set('SBIN', mood);
    await bought();
    expect((await held())?.state).toBe('incomplete');
    const { problem, orders } = await constituent('SBIN');
    expect(problem).toEqual({ sentence: `No share of SBIN was bought. ${reason}`, action: 'repair' });
    expect(orders).toMatchObject([{ state: 'rejected', reason }]);
    links.broker.moods.clear();
    const repair = await user.call('baskets.preview', { basketId, ...live });
    expect(repair.orders.map(({ symbol, side }) => [symbol, side])).toEqual([['SBIN', 'buy']]);
    await user.call('baskets.rebalance', { basketId, previewId: repair.previewId });
    await trade();
    expect((await held())?.state).toBe('held');
    expect((await constituent('SBIN')).problem).toBeNull();
  });

  it('with unknown outcome freezes the basket until it is settled, and is bought once', async () => {
    links.broker.moods.set('INFY', 'lost');
    await bought();
    expect(await held()).toMatchObject({ state: 'needs-you' });
    const { problem, orders } = await constituent('INFY');
    expect(problem).toMatchObject({ action: 'settle' });
    const [status, message] = await messageOf('baskets.preview', { basketId, ...live });
    expect([status, message]).toEqual([409, expect.stringMatching(/whether the order of INFY reached/)]);
    const { notification_list } = await user.call('alerts.list', { categoryId: 1 });
    expect(notification_list[0]).toMatchObject({
      title: `${name} needs you`,
      link: `/baskets/${basketId}?mode=live`,
    });
    expect((await user.call('home.summary', {})).agenda).toContainEqual(
      expect.objectContaining({ kind: 'needs-attention', link: `/baskets/${basketId}?mode=live` }),
    );
    links.broker.moods.clear();
    await user.call('live.resolve', { orderId: orders[0]!.orderId!, decision: 'not-placed' });
    await account().run.settled();
    expect(await held()).toMatchObject({ state: 'incomplete', attention: null });
    const repair = await user.call('baskets.preview', { basketId, ...live });
    await user.call('baskets.rebalance', { basketId, previewId: repair.previewId });
    await trade();
    expect(sent('INFY')).toHaveLength(1);
    expect((await held())?.state).toBe('held');
  });

  it('whose answer was lost and whose order was not is found in the book', async () => {
    links.broker.moods.set('ITC', 'unanswered');
    await bought();
    await until('the order', async () => (await held())?.state === 'held');
    expect(sent('ITC')).toHaveLength(1);
  });

  it('that fills in part and no further is cut after a minute, and named', async () => {
    await open();
    links.broker.partly = 1;
    links.move('SBIN', MORNING.SBIN);
    links.broker.partly = 0;
    links.move('ITC', MORNING.ITC);
    links.move('INFY', MORNING.INFY);
    passed += MINUTE_MS + 5_000;
    await until('the cancellation', async () => {
      await account().run.everySecond();
      return (await held())?.state === 'incomplete';
    });
    expect((await constituent('SBIN')).problem).toEqual({
      sentence: '21 of 41 SBIN were bought. The rest was cancelled before it filled.',
      action: 'repair',
    });
  });

  it('that comes when two before were not answered is not sent at all', async () => {
    links.broker.moods.set('ITC', 'lost').set('SBIN', 'lost');
    const { orders } = await open();
    expect(orders.map(({ state }) => state)).toEqual(['unknown', 'unknown', null]);
    expect(orders[2]?.problem).toBe('Not sent: the broker did not answer for the orders before.');
    expect((await constituent('INFY')).orders).toMatchObject([{ state: 'not-placed', orderId: null }]);
  });
});

/** The night passes, and a new session is opened. */
const nextDay = async () => {
  await links.broker.nextDay();
  // A Monday.
  passed += 3 * DAY_MS;
  await user.call('live.reconnect', { totp: GOOD_CODE });
};

describe('a rebalance with real money', () => {
  /** ITC has doubled: some of it is sold, the others are bought for it. */
  const rebalance = async () => {
    await bought();
    await trade({ ITC: 800_00 });
    links.broker.prices.set('ITC', 800_00);
    const preview = await user.call('baskets.preview', { basketId, ...live });
    expect(preview.orders.map(({ symbol, side }) => [symbol, side])).toEqual([
      ['ITC', 'sell'],
      ['SBIN', 'buy'],
      ['INFY', 'buy'],
    ]);
    return user.call('baskets.rebalance', { basketId, previewId: preview.previewId });
  };

  it('buys once its sales have gone through', async () => {
    const { orders } = await rebalance();
    expect(orders.map(({ symbol, isWaiting }) => [symbol, isWaiting])).toEqual([
      ['ITC', false],
      ['SBIN', true],
      ['INFY', true],
    ]);
    expect((await constituent('SBIN')).orders).toMatchObject([{ state: 'waiting' }]);
    expect(sent()).toHaveLength(4);
    await trade({ ITC: 800_00 });
    await until('the purchases', () => Promise.resolve(sent().length === 6));
    await trade({ ITC: 800_00 });
    await until('the end', async () => (await held())?.state === 'held');
    expect((await held())!.cash).toBeGreaterThanOrEqual(0);
  });

  it('asks the depository before it sells delivered shares, or its owner to authorise them', async () => {
    await bought();
    await nextDay();
    await trade({ ITC: 800_00 });
    links.broker.prices.set('ITC', 800_00);
    links.broker.depository = 'needed';
    const { previewId } = await user.call('baskets.preview', { basketId, ...live });
    const before = sent().length;
    const refused = await user.ask('baskets.rebalance', { basketId, previewId });
    expect([refused.status, sent().length - before]).toEqual([422, 0]);
    expect(refused.body.message).toMatch(/^The depository \(CDSL\) must let these shares go/);
    const given = await user.ask('baskets.rebalance', { basketId, previewId, isAuthorised: true });
    expect([given.status, sent().length - before]).toEqual([200, 1]);
  });

  it('buys nothing when a sale is turned down, and says so', async () => {
    await bought();
    await trade({ ITC: 800_00 });
    const preview = await user.call('baskets.preview', { basketId, ...live });
    links.broker.moods.set('ITC', 'rejected');
    await user.call('baskets.rebalance', { basketId, previewId: preview.previewId });
    await trade({ ITC: 800_00 });
    await until('the end', async () => (await held())?.state === 'incomplete');
    expect(sent().filter(({ order }) => order.side === 'buy')).toHaveLength(3);
    expect((await constituent('SBIN')).problem?.sentence).toBe(
      'No share of SBIN was bought. Not bought: the sale of ITC that was to pay for it did not go through. Rebalance again to put it right.',
    );
  });
});

describe('closing it', () => {
  const close = (more: object = {}) =>
    user.ask('baskets.close', { basketId, ...live, confirmName: name, ...more });

  it('needs its name; what was bought today needs no word of the depository', async () => {
    await bought();
    links.broker.depository = 'needed';
    expect((await close({ confirmName: 'Another' })).body.fields).toEqual({ confirmName: `type ${name}` });
    expect((await close()).status).toBe(200);
    await trade();
    await until('the end', async () => (await held()) === null);
    expect(links.broker.net).toBe(0);
  });

  it('asks the depository first for what was delivered: nothing is sent without its word', async () => {
    await bought();
    await nextDay();
    links.broker.depository = 'needed';
    const refused = await close();
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^The depository \(CDSL\) must let these shares go .*TPIN.*DDPI/);
    for (const shares of ['82 ITC', '41 SBIN', '22 INFY']) expect(refused.body.message).toContain(shares);
    expect((refused.body.details as { authorise: unknown[] }).authorise).toContainEqual({
      symbol: 'ITC',
      isin: 'INEITC',
      quantity: 82,
    });
    expect(sent()).toEqual([]);
    expect((await held())?.state).toBe('held');
    links.broker.depository = 'authorised';
    expect((await close()).status).toBe(200);
    await trade();
    await until('the end', async () => (await held()) === null);
    expect(sent().every(({ order }) => order.side === 'sell' && order.product === 'delivery')).toBe(true);
  });

  it('goes on for its owner’s word that nothing needs to be authorised, and without any from the depository', async () => {
    await bought();
    await nextDay();
    links.broker.depository = 'needed';
    expect((await close({ isAuthorised: true })).status).toBe(200);
    await trade();
    await until('the end', async () => (await held()) === null);
  });

  it('that the broker turns down for a share is named, and asked for again', async () => {
    await bought();
    links.broker.moods.set('SBIN', 'rejected');
    await close();
    await trade();
    await until('the others sold', async () => (await constituent('ITC')).quantity === 0);
    expect((await constituent('SBIN')).problem).toEqual({
      sentence: 'No share of SBIN was sold. Refused by the exchange.',
      action: 'close',
    });
    links.broker.moods.clear();
    expect((await close()).status).toBe(200);
    await trade();
    await until('the end', async () => (await held()) === null);
  });

  it('waits for the exchange and for a session', async () => {
    await bought();
    passed += 8 * HOUR_MS;
    expect((await close()).body.message).toMatch(/^The market is closed/);
    passed += DAY_MS;
    await account().everySecond();
    expect((await held())?.state).toBe('disconnected');
    expect((await close()).body.message).toMatch(/no session with Angel One today.*Reconnect/);
  });
});

describe('a SIP with real money', () => {
  const SIP = 20_000_00;
  /** Every Monday; the first is the 23rd. */
  const switchOn = () =>
    user.call('baskets.setSip', {
      basketId,
      ...live,
      status: 'on',
      amount: SIP,
      frequency: 'weekly',
      day: 1,
    });
  const round = async () => {
    await server.backend.parts.basketTrading.round();
    await server.backend.parts.basketTrading.settled();
  };
  const at = (moment: string) => {
    passed = Date.parse(`${moment}+05:30`) - Date.parse('2026-11-20T10:00:10+05:30') - (Date.now() - began);
  };
  const reconnect = () => user.call('live.reconnect', { totp: GOOD_CODE });

  it('is done in the first minutes of its day', async () => {
    await bought();
    expect((await switchOn()).sip.nextRun).toBe('2026-11-23');
    await links.broker.nextDay();
    at('2026-11-23T09:17:00');
    await reconnect();
    await round();
    await until('the orders', () => Promise.resolve(sent().length > 0));
    const orders = sent().length;
    await round();
    expect(sent()).toHaveLength(orders);
    await trade();
    expect(await held()).toMatchObject({
      invested: AMOUNT + SIP,
      askedSips: [],
      sip: { nextDue: '2026-11-30' },
    });
    expect((await details()).sipRuns).toMatchObject([{ due: '2026-11-23', state: 'done' }]);
  });

  it('that fell due without a session is asked for, done with a fresh preview, once', async () => {
    await bought();
    await switchOn();
    await links.broker.nextDay();
    at('2026-11-23T09:17:00');
    await account().everySecond();
    await round();
    expect(await held()).toMatchObject({ askedSips: [] });
    at('2026-11-23T11:00:00');
    await reconnect();
    await round();
    await round();
    expect(sent()).toEqual([]);
    const waits = await held();
    expect(waits).toMatchObject({ invested: AMOUNT, sip: { nextDue: '2026-11-30' } });
    expect(waits!.askedSips).toMatchObject([{ due: '2026-11-23', amount: SIP }]);
    const reported = (await user.call('alerts.list', { categoryId: 6 })).notification_list.filter(
      ({ title }) => title === `SIP of ${name}: shall it be done?`,
    );
    expect(reported).toMatchObject([{ link: `/baskets/${basketId}?mode=live` }]);
    const preview = await user.call('baskets.preview', { basketId, ...live, due: '2026-11-23' });
    expect(preview).toMatchObject({ kind: 'sip', amount: SIP });
    await user.call('baskets.rebalance', { basketId, previewId: preview.previewId });
    await trade();
    expect(await held()).toMatchObject({ invested: AMOUNT + SIP, askedSips: [], state: 'held' });
    expect((await user.ask('baskets.preview', { basketId, ...live, due: '2026-11-23' })).status).toBe(404);
    expect((await details()).flows.map(({ kind }) => kind)).toEqual(['open', 'sip']);
  });

  it('that a guard holds back is asked for with the reason, and may be left out', async () => {
    await bought();
    await switchOn();
    await links.broker.nextDay();
    // The server's own round may come before the one of the test.
    links.broker.available = 1_000_00;
    at('2026-11-23T09:17:00');
    await reconnect();
    await round();
    expect((await held())!.askedSips).toMatchObject([
      { due: '2026-11-23', why: expect.stringMatching(/account has ₹1,000\.00/) as unknown },
    ]);
    const left = { basketId, ...live, due: '2026-11-23' };
    await user.call('baskets.leaveOutSip', left);
    expect((await held())!.askedSips).toEqual([]);
    expect((await user.ask('baskets.leaveOutSip', left)).status).toBe(404);
  });
});
