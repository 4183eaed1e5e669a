import { describe, expect, it } from 'vitest';
import { istIso } from '../../../shared/time.ts';
import { tradeOf } from './book-rows.ts';

const ROW = {
  orderid: '240205000140605',
  fillid: '50000001',
  exchange: 'NSE',
  tradingsymbol: 'SBIN-EQ',
  transactiontype: 'SELL',
  producttype: 'DELIVERY',
  fillsize: '12',
  fillprice: '812.45',
  filltime: '13:27:53',
};

describe('a fill of the trade book', () => {
  it.each([
    ['in the afternoon', '2026-11-20T15:00:00', '2026-11-20T13:27:53'],
    ['by a clock that is a little behind', '2026-11-20T13:26:00', '2026-11-20T13:27:53'],
    ['the next morning, before the book is empty', '2026-11-20T07:00:00', '2026-11-19T13:27:53'],
    ['on a weekend', '2026-11-22T18:00:00', '2026-11-20T13:27:53'],
    ['on a holiday', '2026-11-24T18:00:00', '2026-11-23T13:27:53'],
  ])('that is read %s is of the last trading day that had its time', (_when, now, at) => {
    const trade = tradeOf(ROW, Date.parse(`${now}+05:30`));
    expect(istIso(trade.at)).toBe(`${at}+05:30`);
    expect(trade).toMatchObject({
      tradeId: '50000001',
      token: null,
      side: 'sell',
      product: 'delivery',
      quantity: 12,
      price: 812_45,
    });
  });

  it.each([
    ['a side', { transactiontype: 'HOLD' }],
    ['a time', { filltime: 'noon' }],
    ['a product', { producttype: 'GIFT' }],
  ])('without %s that is known is not guessed', (_what, change) => {
    expect(() => tradeOf({ ...ROW, ...change }, 0)).toThrow(/which is/);
  });
});
