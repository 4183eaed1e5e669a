import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayTradeLive } from '../../../../tests/support/live-basket.ts';
import { ownLink } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import {
  clientAt,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';

const PRICE = 400_00;
/** Below the loss limit of a test once ten are held. */
const LOST = PRICE - 30_00;

let server: TestBackend;
let user: TestUser;
let links: SeededLinks;
let userId = 0;
/** Ten in the morning of a Friday; tests let time pass. */
let began = 0;
let passed = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began + passed };
let people = 0;
let last = PRICE;

beforeEach(async () => {
  began = Date.now();
  passed = 0;
  last = PRICE;
  links = new SeededLinks(clock.now);
  links.broker.partly = 0;
  server = await startTestBackend({ clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  await server.backend.parts.marketRuns.whenOpen();
  user = await server.register(`live-end-${people++}`);
  userId = await mayTradeLive(server, user);
  await user.call('live.link', ownLink());
  await move(PRICE);
  await user.call('manual.acceptLive', TERMS);
});
afterEach(() => server.dispose());

const TERMS = {
  capital: 10_00_000_00,
  maxLossPerDay: 250_00,
  isUnderstood: true,
  confirmName: 'LIVE',
} as const;
const account = () => server.backend.parts.brokerAccounts.requireAccount(userId);
const move = async (price: number) => {
  last = price;
  links.move('ITC', price);
  await account().run.execution.sync();
  await account().run.settled();
};
/** Seconds pass at the price there is. */
const second = async (count = 5) => {
  for (let number = 0; number < count; number++) {
    passed += 1_000;
    await move(last);
    await account().everySecond();
    await account().run.settled();
  }
};
let marks = 0;
const place = async (order: Partial<InputOf<typeof manual.placeLive>> = {}) => {
  const placed = await user.call('manual.placeLive', {
    ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'market' },
    ...{ product: 'intraday', mark: `live-end-${++marks}`, isUnderstood: true },
    ...order,
  });
  await move(last);
  return placed.order.orderId;
};
/** Ten are held; ten more rest. Their limit is not reached. */
const holdAndRest = async () => {
  await place();
  return place({ type: 'limit', price: 361_00 });
};
const stateOf = async (orderId: number) =>
  (await user.call('positions.orders', { isTest: 0 })).live_orderhistory!.find(
    (order) => order.orderId === orderId,
  )!.state;
/** Prices of the orders that rest at the broker in truth. */
const resting = () =>
  links.broker.truth
    .filter(({ state }) => state !== 'filled' && state !== 'cancelled' && state !== 'rejected')
    .map(({ price }) => price);
const change = async (orderId: number, price: number) => {
  const { body } = await user.ask('manual.changeLive', { orderId, quantity: 10, price, isUnderstood: true });
  return body.message;
};
const restart = async () => {
  const { dataDir } = server;
  await server.close();
  server = await startTestBackend({ dataDir, clock, linkBroker: links.link, accessTokenMs: 400 * DAY_MS });
  await server.backend.parts.marketRuns.whenOpen();
  user = clientAt(server.url).as(user);
};
const asked = async (orderId: number, event: string) =>
  (
    await server.backend.parts.database.read
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', orderId)
      .where('event', '=', event)
      .execute()
  ).length;
/** The limit of the day is reached. The broker does not hear of the cancellation. */
const loseUnheard = async (orderId: number) => {
  links.broker.lost.add('cancel');
  await move(LOST);
  await until('the cancellation', async () => {
    await second(1);
    return (await asked(orderId, 'ask-cancel')) > 0;
  });
};

describe('an order that a limit of the day was to cancel', () => {
  it('is cancelled, although the loss has recovered before the broker heard of it', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    last = PRICE;
    await second(6);
    expect([await stateOf(orderId), resting()]).toEqual([expect.stringMatching(/accepted|open/), [361_00]]);
    links.broker.lost.clear();
    await second(40);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is cancelled, although the program was ended and the loss has recovered meanwhile', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    last = PRICE;
    await second(6);
    await restart();
    links.broker.lost.clear();
    await second(40);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is cancelled once it turns up, although nobody knew whether it was there', async () => {
    await place();
    links.broker.moods.set('ITC', 'unanswered');
    links.broker.silentSince = clock.now();
    const { order } = await user.call('manual.placeLive', {
      ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'limit', price: 361_00 },
      ...{ product: 'intraday', mark: 'in-doubt-at-the-limit', isUnderstood: true },
    });
    last = LOST;
    await second(10);
    expect(await stateOf(order.orderId)).toBe('unknown');
    last = PRICE;
    await second(6);
    links.broker.silentSince = null;
    await second(10);
    expect([await stateOf(order.orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('does not wait because its changes were refused', async () => {
    const orderId = await holdAndRest();
    await second(6);
    links.broker.modify = () =>
      Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not in these minutes.' });
    for (let number = 1; number <= 6; number++)
      expect(await change(orderId, 361_00 + number * 5)).toMatch(/^The order in ITC is not changed/);
    last = LOST;
    await second(7);
    expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
  });

  it('is not changed meanwhile', async () => {
    const orderId = await holdAndRest();
    await loseUnheard(orderId);
    last = PRICE;
    await second(8);
    expect(await change(orderId, 362_00)).toBe('This order is being cancelled already.');
  });
});

it('an order that its owner has cancelled is cancelled, although the broker did not hear of it', async () => {
  const orderId = await place({ type: 'limit', price: 361_00 });
  links.broker.lost.add('cancel');
  await user.call('positions.cancelOrder', { orderId });
  await second(8);
  links.broker.lost.clear();
  await second(40);
  expect([await stateOf(orderId), resting()]).toEqual(['cancelled', []]);
});

it('an order that the kill switch has found on its way is cancelled once it is there', async () => {
  links.broker.moods.set('ITC', 'unanswered');
  links.broker.silentSince = clock.now();
  const { order } = await user.call('manual.placeLive', {
    ...{ symbol: 'ITC', side: 'buy', size: { by: 'quantity', amount: 10 }, type: 'limit', price: 361_00 },
    ...{ product: 'intraday', mark: 'in-doubt-at-the-switch', isUnderstood: true },
  });
  await user.call('live.killSwitch', { action: 'stop' });
  await server.backend.parts.database.write(userId, (tx) =>
    tx.query.deleteFrom('live_locks').where('user_id', '=', userId).execute(),
  );
  await second(6);
  links.broker.silentSince = null;
  await second(10);
  expect([await stateOf(order.orderId), resting()]).toEqual(['cancelled', []]);
});
