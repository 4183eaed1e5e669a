import { describe, expect, it } from 'vitest';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import { valueChain } from '../../../engine/options/chain.ts';
import { listedExpiries, listedStrikes } from './option-list.ts';
import { quoteOptions, type OptionMarket } from './option-quotes.ts';
import { straddleOf } from './option-straddle.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const MARKET: OptionMarket = {
  underlying: 'NIFTY',
  spot: 24_012_35,
  previousClose: 23_950_00,
  now: at('2026-11-27T11:00'),
  expiry: '2026-12-29',
  lotSize: 65,
};

describe('expiries of the simulated exchange', () => {
  it('are four weeks and three months of Tuesdays, the month’s last among the weeks', () => {
    expect(listedExpiries('NIFTY', MARKET.now)).toEqual([
      { day: '2026-12-01', isMonthly: false, lotSize: 65 },
      { day: '2026-12-08', isMonthly: false, lotSize: 65 },
      { day: '2026-12-15', isMonthly: false, lotSize: 65 },
      { day: '2026-12-22', isMonthly: false, lotSize: 65 },
      { day: '2026-12-29', isMonthly: true, lotSize: 65 },
      { day: '2027-01-26', isMonthly: true, lotSize: 65 },
      { day: '2027-02-23', isMonthly: true, lotSize: 65 },
    ]);
    expect(listedExpiries('RELIANCE', MARKET.now)).toEqual([]);
  });

  it('leave the list when they end, on a holiday’s eve too', () => {
    const first = (text: string) => listedExpiries('NIFTY', at(text))[0]?.day;
    expect(first('2026-12-01T15:39')).toBe('2026-12-01');
    expect(first('2026-12-01T15:40')).toBe('2026-12-08');
    // Tuesday 24-11 is a holiday: what would end on it is listed for Monday.
    expect(first('2026-11-23T15:39')).toBe('2026-11-23');
    expect(first('2026-11-23T15:40')).toBe('2026-12-01');
  });
});

describe('quotes', () => {
  const strikes = listedStrikes('NIFTY', MARKET.previousClose);
  const quotesOf = (market: OptionMarket) => {
    const quoteOf = quoteOptions(market);
    return strikes.map((strike) => ({ strike, call: quoteOf('call', strike), put: quoteOf('put', strike) }));
  };
  const valued = (market: OptionMarket) =>
    valueChain(
      quotesOf(market).map(({ strike, call, put }) => ({ strike, call: call.ltp, put: put.ltp })),
      { years: yearsTo(market.expiry, market.now), rate: 0, tick: 5 },
    );

  it('are the same for the same minute and prices, and others in the next', () => {
    expect(quotesOf(MARKET)).toEqual(quotesOf(MARKET));
    expect(quotesOf({ ...MARKET, now: MARKET.now + 60_000 })).not.toEqual(quotesOf(MARKET));
  });

  it('have a smile, call and put of a strike on one volatility', () => {
    const { rows, atTheMoney } = valued(MARKET);
    const middle = rows.findIndex(({ strike }) => strike === atTheMoney);
    const ofPut = (row: number): number => rows[row]?.put?.volatility ?? Number.NaN;
    expect(ofPut(middle - 25)).toBeGreaterThan(ofPut(middle));
    for (const { strike, call, put } of rows.slice(middle - 8, middle + 8))
      expect(Math.abs((call?.volatility ?? 0) - (put?.volatility ?? 0)), String(strike)).toBeLessThan(0.4);
  });

  it('are ordered, on ticks, and never below one', () => {
    for (const spot of [1_000_00, 24_012_35, 90_000_00])
      for (const { call, put } of quotesOf({ ...MARKET, spot }))
        for (const { ltp, bid, ask, openInterest, volume } of [call, put]) {
          expect([ltp % 5, bid % 5, ask % 5]).toEqual([0, 0, 0]);
          expect(Math.min(ltp, bid)).toBeGreaterThanOrEqual(5);
          expect(ask).toBeGreaterThan(bid);
          expect(openInterest % 65 === 0 && openInterest >= 0).toBe(true);
          expect(volume).toBeGreaterThanOrEqual(0);
        }
  });

  it('at the end are what the options pay', () => {
    const now = at('2026-12-29T15:40');
    const { call, put } = quotesOf({ ...MARKET, now }).find(({ strike }) => strike === 23_900_00) ?? {};
    expect(call?.ltp).toBeGreaterThan(111_00);
    expect(call?.ltp).toBeLessThan(114_00);
    expect(put?.ltp).toBe(5);
  });
});

describe('the straddle at the money', () => {
  const strikes = listedStrikes('NIFTY', MARKET.previousClose);
  it('is that of the chain at the same moment, wherever the index stands', () => {
    for (const spot of [23_512_05, 24_012_35, 24_025_00, 24_474_90]) {
      const market = { ...MARKET, spot };
      const quoteOf = quoteOptions(market);
      const quotes = strikes.map((strike) => ({
        strike,
        call: quoteOf('call', strike).ltp,
        put: quoteOf('put', strike).ltp,
      }));
      const { atTheMoney } = valueChain(quotes, {
        years: yearsTo(market.expiry, market.now),
        rate: 0,
        tick: 5,
      });
      const row = quotes.find(({ strike }) => strike === atTheMoney);
      expect(straddleOf(market, strikes), String(spot)).toEqual({
        strike: atTheMoney,
        premium: (row?.call ?? NaN) + (row?.put ?? NaN),
      });
    }
  });

  it('has a premium beyond the listed strikes too', () => {
    const { strike, premium } = straddleOf({ ...MARKET, spot: 30_000_00 }, strikes);
    expect(strike).toBe(strikes.at(-1));
    expect(premium).toBeGreaterThan(30_000_00 - strike);
  });
});
