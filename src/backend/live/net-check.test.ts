import { describe, expect, it } from 'vitest';
import {
  type Broker,
  type BrokerHolding,
  type BrokerInstrument,
  BrokerTrouble,
  type NetPosition,
} from '../brokers/broker.ts';
import { sellable, sharedReads } from './net-check.ts';

const ITC: BrokerInstrument = {
  symbol: 'ITC',
  exchange: 'NSE',
  token: '1660',
  tradingSymbol: 'ITC-EQ',
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
};
const net = (quantity: number, is: Partial<NetPosition> = {}): NetPosition => ({
  exchange: 'NSE',
  token: '1660',
  tradingSymbol: 'ITC-EQ',
  product: 'intraday',
  quantity,
  averagePrice: 400_00,
  ...is,
});
const holding = (quantity: number, token = '1660'): BrokerHolding => ({
  exchange: 'NSE',
  token,
  tradingSymbol: 'ITC-EQ',
  isin: 'INE154A01025',
  quantity,
  unsettledQuantity: 0,
  averagePrice: 400_00,
  lastPrice: 400_00,
});

/** The part of a broker that says what it holds. */
const broker = (positions: readonly NetPosition[], holdings: readonly BrokerHolding[] = []) =>
  ({
    positions: () => Promise.resolve(positions),
    holdings: () => Promise.resolve(holdings),
  }) as Broker;
const failing = (error: Error) => ({ positions: () => Promise.reject(error) }) as unknown as Broker;

describe('how much may be sold', () => {
  it.each([
    ['all of it is there', [net(10)], 10, 10, 10],
    ['half of it was sold elsewhere', [net(5)], 10, 10, 5],
    ['nothing is there', [], 10, 10, 0],
    ['the account is short', [net(-10)], 10, 10, 0],
    ['what others of ours hold is theirs', [net(10)], 6, 10, 6],
    ['and nobody sells for them', [net(7)], 6, 10, 3],
    ['more is there than is ours', [net(100)], 10, 10, 10],
    ['another product does not count', [net(10, { product: 'delivery' })], 10, 10, 0],
    ['another exchange does not count', [net(10, { exchange: 'NFO' })], 10, 10, 0],
    ['another share does not count', [net(10, { token: '3045' })], 10, 10, 0],
  ])('%s', async (_name, positions, quantity, ours, most) => {
    expect(await sellable(broker(positions), ITC, 'intraday', 'long', quantity, ours)).toBe(most);
  });

  it('of a short position: what the account is short', async () => {
    expect(await sellable(broker([net(-4)]), ITC, 'intraday', 'short', 10, 10)).toBe(4);
    expect(await sellable(broker([net(4)]), ITC, 'intraday', 'short', 10, 10)).toBe(0);
  });

  it('of shares: what was bought today and what was delivered before', async () => {
    const both = broker([net(3, { product: 'delivery' })], [holding(7), holding(50, '3045')]);
    expect(await sellable(both, ITC, 'delivery', 'long', 10, 10)).toBe(10);
    // Sold today, and still among the holdings.
    const sold = broker([net(-7, { product: 'delivery' })], [holding(7)]);
    expect(await sellable(sold, ITC, 'delivery', 'long', 7, 7)).toBe(0);
  });

  it('null when the broker does not say; a defect is not hidden', async () => {
    const trouble = new BrokerTrouble('unreachable', 'No answer.');
    expect(await sellable(failing(trouble), ITC, 'intraday', 'long', 10, 10)).toBeNull();
    const defect = sellable(failing(new TypeError('a defect')), ITC, 'intraday', 'long', 10, 10);
    await expect(defect).rejects.toThrow('a defect');
  });
});

it('who asks while the books are being read gets the same reading; who asks later, another', async () => {
  let reads = 0;
  const book = sharedReads(() => ({
    positions: () => Promise.resolve([net(++reads)]),
    holdings: () => Promise.resolve([]),
  }));
  const together = await Promise.all([book()!.positions(), book()!.positions()]);
  expect(together.map(([row]) => row?.quantity)).toEqual([1, 1]);
  expect((await book()!.positions())[0]?.quantity).toBe(2);
  expect(sharedReads(() => null)()).toBeNull();
});
