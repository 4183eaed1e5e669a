import { beforeEach, expect, test } from 'vitest';
import { SILENT } from '../../../tests/angel-one/connected.ts';
import type { Broker, BrokerOrder } from '../brokers/broker.ts';
import { AccountMoney } from './entry-money.ts';

const ORDER = {
  instrument: {
    symbol: 'ITC',
    exchange: 'NSE',
    token: '1660',
    tradingSymbol: 'ITC-EQ',
    lotSize: 1,
    tickSize: 5,
  },
  ...{ side: 'buy', quantity: 10, product: 'intraday', price: 400_00, trigger: null },
} as unknown as Omit<BrokerOrder, 'tag'>;
const MARGIN = 800_00;

let now = 0;
let asked: string[] = [];
let money: AccountMoney;
const broker = {
  marginOf: () => {
    asked.push('margin');
    return Promise.resolve(MARGIN);
  },
  funds: () => {
    asked.push('funds');
    return Promise.resolve({ available: 1_000_00, used: 0 });
  },
} as unknown as Broker;

beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00+05:30');
  asked = [];
  money = new AccountMoney({ now: () => now }, SILENT);
});
const asksFor = async (order: Omit<BrokerOrder, 'tag'>) => {
  asked = [];
  await money.check(broker, order);
  return asked.length > 0;
};

test('an order that was previewed a moment ago is not asked about again, a dearer, larger or other one is', async () => {
  expect(await asksFor(ORDER)).toBe(true);
  await money.preview(broker, ORDER);
  now += 29_000;
  expect(await asksFor(ORDER)).toBe(false);
  expect(await asksFor({ ...ORDER, price: 419_00 })).toBe(false);
  expect(await asksFor({ ...ORDER, price: 421_00 })).toBe(true);
  expect(await asksFor({ ...ORDER, quantity: 11 })).toBe(true);
  expect(await asksFor({ ...ORDER, side: 'sell' })).toBe(true);
  expect(await asksFor({ ...ORDER, product: 'delivery' })).toBe(true);
  now += 1_000;
  expect(await asksFor(ORDER)).toBe(true);
});

test('money that was sent out since the preview is not there a second time', async () => {
  await money.preview(broker, ORDER);
  const first = await money.check(broker, ORDER);
  expect(first?.available()).toBe(1_000_00);
  first?.claim();
  expect((await money.check(broker, ORDER))?.available()).toBe(200_00);
});

test('money of an entry whose change is begun anew is claimed once, and there for itself', async () => {
  const entry = await money.check(broker, ORDER);
  entry?.claim('entry 1');
  expect(entry?.available('entry 1')).toBe(1_000_00);
  entry?.claim('entry 1');
  expect(entry?.available('entry 2')).toBe(200_00);
});

test('an entry of before the clock was put back is not taken off what the broker says is free after it', async () => {
  (await money.check(broker, ORDER))?.claim('entry 1');
  // The broker has blocked it by now, and its owner has brought as much again.
  now -= 30 * 60_000;
  expect((await money.check(broker, ORDER))?.available('entry 2')).toBe(1_000_00);
});
