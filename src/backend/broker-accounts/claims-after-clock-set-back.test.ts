import { expect, it } from 'vitest';
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
const HOUR_MS = 60 * 60_000;

it('an entry of before the clock was put back is not taken off what the broker says is free after it', async () => {
  let now = Date.parse('2026-11-20T11:00:00+05:30');
  let available = 1_000_00;
  const broker = {
    marginOf: () => Promise.resolve(800_00),
    funds: () => Promise.resolve({ available, used: 0 }),
  } as unknown as Broker;
  const money = new AccountMoney({ now: () => now }, SILENT);
  (await money.check(broker, ORDER))?.claim('entry 1');
  // The broker has blocked it by now, and its owner has brought as much again.
  available = 1_000_00;
  now += 10_000 - HOUR_MS;
  // Half an hour goes by, on a clock that was put back by an hour.
  now += HOUR_MS / 2;
  expect((await money.check(broker, ORDER))?.available('entry 2')).toBe(1_000_00);
});
