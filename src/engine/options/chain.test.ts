import { describe, expect, it } from 'vitest';
import { optionPrice } from './black76.ts';
import { nearestStrike, parityForward, type QuotedStrike, valueChain, volatilityNear } from './chain.ts';

const TERMS = { years: 6 / 365, rate: 0, tick: 0.05 };
const madeUp = (forward: number, strikes: readonly number[], volatility: number): QuotedStrike[] =>
  strikes.map((strike) => {
    const terms = { forward, strike, ...TERMS };
    return {
      strike,
      call: optionPrice({ ...terms, right: 'call' }, volatility),
      put: optionPrice({ ...terms, right: 'put' }, volatility),
    };
  });
const STRIKES = Array.from({ length: 21 }, (_, step) => 23_500 + step * 50);

it('a chain is valued on the forward of its own prices, in order of strikes', () => {
  const quotes = madeUp(24_012.3, STRIKES, 12).toReversed();
  const { forward, atTheMoney, rows } = valueChain(quotes, TERMS);
  expect(forward).toBeCloseTo(24_012.3, 9);
  expect(atTheMoney).toBe(24_000);
  expect(rows.map(({ strike }) => strike)).toEqual(STRIKES);
  for (const { call, put } of rows) {
    expect(call?.volatility).toBeCloseTo(12, 6);
    expect(put?.volatility).toBeCloseTo(12, 6);
    expect((call?.greeks?.delta ?? 0) - (put?.greeks?.delta ?? 0)).toBeCloseTo(1, 9);
  }
});

it('one old price near the money does not move the forward', () => {
  const quotes = madeUp(24_012.3, STRIKES, 12).map((quote) =>
    quote.strike === 24_000 ? { ...quote, call: (quote.call ?? 0) + 90 } : quote,
  );
  expect(parityForward(quotes, TERMS)).toBeCloseTo(24_012.3, 9);
});

describe('holes', () => {
  it('a chain without a pair of prices has no forward, no figures and no made-up ones', () => {
    const { forward, atTheMoney, rows } = valueChain(
      [
        { strike: 100, call: 5, put: null },
        { strike: 110, call: null, put: 0 },
      ],
      TERMS,
    );
    expect([forward, atTheMoney]).toEqual([null, null]);
    expect(rows).toEqual([
      { strike: 100, call: { price: 5, volatility: null, greeks: null }, put: null },
      { strike: 110, call: null, put: null },
    ]);
    expect(valueChain([], TERMS)).toEqual({ forward: null, atTheMoney: null, rows: [] });
  });

  it.each([
    ['one tick', 0.05],
    ['less than a tick above what it is worth by itself', 512.34],
    ['below that', 500],
  ])('a price of %s has no volatility', (_, call) => {
    const quotes = [...madeUp(24_012.3, STRIKES, 12).slice(5), { strike: 23_500, call, put: null }];
    const row = valueChain(quotes, TERMS).rows[0];
    expect(row?.call).toEqual({ price: call, volatility: null, greeks: null });
  });
});

it('the nearest strike is the lower of two that are equally near', () => {
  expect(nearestStrike([100, 150, 200], 125)).toBe(100);
  expect(nearestStrike([200, 150, 100], 125)).toBe(100);
  expect(nearestStrike([100, 150], 125.01)).toBe(150);
  expect(nearestStrike([], 125)).toBeNull();
});

it('a strike without a volatility of its own has that of its other option, else of the nearest strike', () => {
  const figures = (volatility: number | null) => ({ price: 1, volatility, greeks: null });
  const rows = [
    { strike: 100, call: figures(20), put: figures(21) },
    { strike: 110, call: figures(null), put: figures(18) },
    { strike: 120, call: null, put: figures(null) },
  ];
  expect(volatilityNear(rows, 100, 'put')).toBe(21);
  expect(volatilityNear(rows, 110, 'call')).toBe(18);
  expect(volatilityNear(rows, 120, 'call')).toBe(18);
  expect(volatilityNear(rows, 105, 'call')).toBe(20);
  expect(volatilityNear(rows.slice(2), 120, 'call')).toBeNull();
});
