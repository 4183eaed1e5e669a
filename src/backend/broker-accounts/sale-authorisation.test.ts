import { describe, expect, it } from 'vitest';
import {
  type BrokerHolding,
  type BrokerInstrument,
  BrokerTrouble,
  type NetPosition,
  type SaleAuthorisation,
} from '../brokers/broker.ts';
import { requireAuthorisedSales, unauthorisedSales } from './sale-authorisation.ts';

const share = (symbol: string): BrokerInstrument => ({
  symbol,
  exchange: 'NSE',
  token: symbol,
  tradingSymbol: `${symbol}-EQ`,
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
});
const holding = (symbol: string, quantity: number, unsettledQuantity = 0): BrokerHolding => ({
  exchange: 'NSE',
  token: symbol,
  tradingSymbol: `${symbol}-EQ`,
  isin: `INE${symbol}`,
  quantity,
  unsettledQuantity,
  averagePrice: 400_00,
  lastPrice: 400_00,
});
const bought = (symbol: string, quantity: number, product: NetPosition['product'] = 'delivery') => ({
  exchange: 'NSE',
  token: symbol,
  tradingSymbol: `${symbol}-EQ`,
  product,
  quantity,
  averagePrice: 400_00,
});

/** A broker whose depository says the same of every share; it counts what it was asked. */
const account = (
  holdings: readonly BrokerHolding[],
  positions: readonly NetPosition[] = [],
  says: SaleAuthorisation | BrokerTrouble = 'needed',
) => {
  const asked: [string, number][] = [];
  return {
    asked,
    holdings: () => Promise.resolve(holdings),
    positions: () => Promise.resolve(positions),
    saleAuthorisation: (isin: string, quantity: number) => {
      asked.push([isin, quantity]);
      return says instanceof BrokerTrouble ? Promise.reject(says) : Promise.resolve(says);
    },
  };
};
const sale = (symbol: string, quantity: number) => ({ instrument: share(symbol), quantity });

describe('what the depository must let go of first', () => {
  it.each<[string, readonly BrokerHolding[], readonly NetPosition[], number]>([
    ['all of it was delivered', [holding('ITC', 10)], [], 10],
    ['only what was delivered, beside what was bought today', [holding('ITC', 10)], [bought('ITC', 4)], 6],
    ['what was bought for the day does not count', [holding('ITC', 10)], [bought('ITC', 4, 'intraday')], 10],
    ['what is on its way comes out first', [holding('ITC', 10, 3)], [], 7],
    ['sold already today leaves the rest', [holding('ITC', 10)], [bought('ITC', -4)], 10],
  ])('%s', async (_name, holdings, positions, quantity) => {
    const broker = account(holdings, positions);
    expect(await unauthorisedSales(broker, [sale('ITC', 10)])).toEqual([
      { symbol: 'ITC', isin: 'INEITC', quantity },
    ]);
    expect(broker.asked).toEqual([['INEITC', quantity]]);
  });

  it.each<[string, readonly BrokerHolding[], readonly NetPosition[]]>([
    ['bought today', [], [bought('ITC', 10)]],
    ['bought today, beside more of it', [holding('ITC', 50)], [bought('ITC', 10)]],
    ['not delivered yet', [holding('ITC', 10, 10)], []],
  ])('nothing of what was %s, and it is not asked', async (_name, holdings, positions) => {
    const broker = account(holdings, positions);
    expect(await unauthorisedSales(broker, [sale('ITC', 10)])).toEqual([]);
    expect(broker.asked).toEqual([]);
  });

  it('all that follows is named with the first that is not agreed to', async () => {
    const broker = account([holding('ITC', 10), holding('SBIN', 5)]);
    const refusal = requireAuthorisedSales(broker, [sale('ITC', 10), sale('SBIN', 5)]);
    await expect(refusal).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(': 10 ITC, 5 SBIN.') as unknown,
    });
    expect(broker.asked).toHaveLength(1);
  });

  it('nobody is kept in by a doubt, nor by a depository that does not answer; the end of the session is reported', async () => {
    const sales = [sale('ITC', 10)];
    for (const says of ['authorised', 'unknown', new BrokerTrouble('unreachable', 'No answer.')] as const)
      expect(await unauthorisedSales(account([holding('ITC', 10)], [], says), sales)).toEqual([]);
    const over = account([holding('ITC', 10)], [], new BrokerTrouble('session', 'Log in again.'));
    await expect(unauthorisedSales(over, sales)).rejects.toThrow('Log in again.');
  });
});
