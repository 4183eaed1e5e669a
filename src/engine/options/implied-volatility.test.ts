import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { optionPrice, type OptionTerms } from './black76.ts';
import { impliedVolatility } from './implied-volatility.ts';

const CASES = 100_000;
/** A time value below it says nothing of volatility: it is lost in the digits of the price. */
const LEAST_TIME_VALUE = 1e-9;

it('price → volatility → price comes back within 1e-8 in every case that is traded', () => {
  const random = seededRandom('implied volatility');
  let [worst, worstVolatility, solved] = [0, 0, 0];
  while (solved < CASES) {
    const forward = 50 + random.uniform() * 90_000;
    const terms: OptionTerms = {
      right: random.uniform() < 0.5 ? 'call' : 'put',
      forward,
      strike: forward * Math.exp((random.uniform() - 0.5) * 1.4),
      years: 10 ** (random.uniform() * 4.5 - 4),
      rate: random.uniform() * 10,
    };
    const volatility = 10 ** (random.uniform() * 2.2);
    const price = optionPrice(terms, volatility);
    if (price - optionPrice(terms, 0) < LEAST_TIME_VALUE * forward) continue;
    const found = impliedVolatility(terms, price);
    if (found === null) throw new Error(`No volatility for ${JSON.stringify({ terms, price })}.`);
    solved++;
    worst = Math.max(worst, Math.abs(optionPrice(terms, found) - price) / Math.max(1, price));
    worstVolatility = Math.max(worstVolatility, Math.abs(found - volatility));
  }
  expect(worst).toBeLessThan(1e-8);
  // Where the time value is at its least the price has seven digits of it.
  expect(worstVolatility).toBeLessThan(1e-3);
});

describe('a price that no volatility gives', () => {
  const call: OptionTerms = { right: 'call', forward: 100, strike: 90, years: 0.1, rate: 5 };
  const intrinsic = optionPrice(call, 0);

  it.each([
    ['below the intrinsic value', call, intrinsic - 0.01],
    ['at the intrinsic value', call, intrinsic],
    ['at the forward', call, 100 * Math.exp(-0.005)],
    ['above the forward', call, 101],
    ['a put above its strike', { ...call, right: 'put' as const }, 91],
    ['of zero', call, 0],
    ['below zero', call, -1],
    ['that is no number', call, Number.NaN],
    ['without time', { ...call, years: 0 }, 11],
    ['after expiry', { ...call, years: -1 }, 11],
    ['without a forward', { ...call, forward: 0 }, 1],
    ['without a strike', { ...call, strike: 0 }, 1],
  ])('%s has none', (_, terms, price) => expect(impliedVolatility(terms, price)).toBeNull());
});

it('is found far out of the money, at the money, and where hardly anything is left to win', () => {
  for (const volatility of [0.5, 20, 400, 1_500])
    for (const strike of [1, 50, 99.999, 100, 100.001, 200, 10_000])
      for (const right of ['call', 'put'] as const) {
        const terms: OptionTerms = { right, forward: 100, strike, years: 0.25, rate: 0 };
        const price = optionPrice(terms, volatility);
        if (price - optionPrice(terms, 0) < 1e-12) continue;
        const found = impliedVolatility(terms, price);
        expect(optionPrice(terms, found ?? Number.NaN)).toBeCloseTo(price, 10);
      }
});
