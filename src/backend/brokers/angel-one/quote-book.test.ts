import { expect, it } from 'vitest';
import { quotesOf } from './market-history.ts';

/** Numbers come as texts: none goes through a float. */
const row = (more: object) => ({
  ...{
    exchange: 'NFO',
    symbolToken: '40000',
    ltp: '100.05',
    close: '98',
    upperCircuit: '0',
    lowerCircuit: '0',
  },
  ...more,
});
const quotesIn = async (...rows: object[]) => {
  const rest = { request: () => Promise.resolve({ fetched: rows }) } as never;
  return quotesOf(rest, 'token', [{ exchange: 'NFO', token: '40000' }]);
};

it('a full quote has the best of its depth in whatever order, and the day so far', async () => {
  const depth = {
    buy: [{ price: '99.9' }, { price: '99.95' }, { price: '0' }],
    sell: [{ price: '0.0' }, { price: '100.3' }, { price: '100.1' }],
  };
  const [quote] = await quotesIn(row({ depth, tradeVolume: '6500', opnInterest: '130000' }));
  expect(quote).toMatchObject({
    price: 100_05,
    book: { bid: 99_95, ask: 100_10, volume: 6_500, openInterest: 130_000 },
  });
});

it('one that nobody buys or sells has none, and one without a depth says nothing', async () => {
  const [empty, none] = await quotesIn(row({ depth: { buy: [], sell: null } }), row({}));
  expect(empty?.book).toEqual({ bid: 0, ask: 0, volume: 0, openInterest: 0 });
  expect(none?.book).toBeUndefined();
});

it('has the range of its day; what cannot be read of it is none', async () => {
  const [quote] = await quotesIn(row({ open: '99.5', high: 101, low: 'x' }));
  expect(quote?.range).toEqual({ open: 99_50, high: 101_00, low: 0 });
});
