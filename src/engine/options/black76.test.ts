import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Greeks,
  greeksOf,
  optionPrice,
  type OptionRight,
  type OptionTerms,
  probabilityBelow,
} from './black76.ts';
import { normalBelow } from './normal-distribution.ts';

/** A case on a spot price: rate and yield as fractions, so that tables can be read beside it. */
interface SpotCase {
  readonly right: OptionRight;
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividend: number;
  readonly years: number;
  readonly volatility: number;
}

const [call, put] = ['call', 'put'] as const;
const spotCase = (
  right: OptionRight,
  ...[spot, strike, rate, dividend, years, volatility]: [number, number, number, number, number, number]
): SpotCase => ({ right, spot, strike, rate, dividend, years, volatility });

const carryOf = ({ rate, dividend, years }: SpotCase): number => Math.exp((rate - dividend) * years);
const termsOf = (one: SpotCase): OptionTerms => ({
  right: one.right,
  forward: one.spot * carryOf(one),
  strike: one.strike,
  years: one.years,
  rate: one.rate * 100,
});
const priceOf = (one: SpotCase): number => optionPrice(termsOf(one), one.volatility * 100);

/** Greeks of the spot as books print them. Of a year and a whole unit, by those of the forward. */
const spotGreeks = (one: SpotCase): Greeks => {
  const { delta, gamma, theta, vega, rho } = greeksOf(termsOf(one), one.volatility * 100);
  const carry = carryOf(one);
  const forward = one.spot * carry;
  return {
    delta: delta * carry,
    gamma: gamma * carry * carry,
    theta: theta * 365 - delta * (one.rate - one.dividend) * forward,
    vega: vega * 100,
    rho: rho * 100 + delta * one.years * forward,
  };
};

/** A case on a forward: rate and volatility as fractions. */
const forwardTerms = (
  right: OptionRight,
  forward: number,
  strike: number,
  rate: number,
  years: number,
): OptionTerms => ({
  ...{ right, forward, strike, years, rate: rate * 100 },
});

describe('published prices (Haug as QuantLib prints him, MathWorks, Hull, py_vollib)', () => {
  it.each([
    [spotCase(call, 60, 65, 0.08, 0, 0.25, 0.3), 2.13336844, 8],
    [spotCase(put, 100, 95, 0.1, 0.05, 0.5, 0.2), 2.46478765, 8],
    [spotCase(call, 19, 19, 0.1, 0.1, 0.75, 0.28), 1.7011, 4],
    [spotCase(put, 19, 19, 0.1, 0.1, 0.75, 0.28), 1.7011, 4],
    [spotCase(call, 42, 40, 0.1, 0, 0.5, 0.2), 4.7594, 4],
    [spotCase(put, 42, 40, 0.1, 0, 0.5, 0.2), 0.8086, 4],
    [spotCase(call, 100, 95, 0.1, 0, 0.25, 0.5), 13.6953, 4],
    [spotCase(put, 100, 95, 0.1, 0, 0.25, 0.5), 6.3497, 4],
  ])('on a spot: %o', (one, expected, digits) => expect(priceOf(one)).toBeCloseTo(expected, digits));

  it.each([
    [forwardTerms(call, 110, 100, 0.1, 0.5), 25, 12.7857, 4],
    [forwardTerms(put, 90, 100, 0.1, 0.1), 35, 10.8479, 4],
    [forwardTerms(call, 20, 20, 0.09, 4 / 12), 25, 1.11664146, 8],
    [forwardTerms(put, 20, 20, 0.09, 4 / 12), 25, 1.11664146, 8],
    [forwardTerms(call, 100, 100, 0.02, 0.5), 20, 5.5811067246048, 13],
    [forwardTerms(call, 100, 100, 0, 0.5), 20, 5.6371977797017, 13],
    [forwardTerms(call, 25_800, 26_000, 0.065, 7 / 365), 12.5, 96.247788, 6],
    [forwardTerms(put, 25_800, 26_000, 0.065, 7 / 365), 12.5, 295.998628, 6],
    [forwardTerms(call, 24_105.7, 24_100, 0, 5.13 / 365), 10, 116.868301, 6],
    [forwardTerms(put, 24_105.7, 24_100, 0, 5.13 / 365), 10, 111.168301, 6],
  ])('on a forward: %o at %d %%', (terms, volatility, expected, digits) =>
    expect(optionPrice(terms, volatility)).toBeCloseTo(expected, digits),
  );

  it('Greeks', () => {
    expect(spotGreeks(spotCase(call, 105, 100, 0.1, 0.1, 0.5, 0.36)).delta).toBeCloseTo(0.5946, 4);
    expect(spotGreeks(spotCase(put, 105, 100, 0.1, 0.1, 0.5, 0.36)).delta).toBeCloseTo(-0.3566, 4);
    expect(spotGreeks(spotCase(call, 55, 60, 0.1, 0, 0.75, 0.3)).gamma).toBeCloseTo(0.0278, 4);
    expect(spotGreeks(spotCase(call, 55, 60, 0.1, 0, 0.75, 0.3)).vega).toBeCloseTo(18.9358, 4);
    expect(spotGreeks(spotCase(put, 430, 405, 0.07, 0.05, 1 / 12, 0.2)).theta).toBeCloseTo(-31.1924, 4);
    expect(spotGreeks(spotCase(call, 72, 75, 0.09, 0, 1, 0.19)).rho).toBeCloseTo(38.7325, 4);
    const figures = greeksOf(forwardTerms(call, 49, 50, 0.05, 0.3846), 20);
    expect(figures.delta).toBeCloseTo(0.451070174822, 12);
    expect(figures.gamma).toBeCloseTo(0.0640646705882, 13);
    expect(figures.vega).toBeCloseTo(0.118317785624, 12);
    expect(figures.theta).toBeCloseTo(-0.00816236877462, 14);
    expect(figures.rho).toBeCloseTo(-0.00747053800596, 14);
    const index = greeksOf(forwardTerms(call, 25_800, 26_000, 0.065, 7 / 365), 12.5);
    expect(index.delta).toBeCloseTo(0.330487, 6);
    expect(index.vega).toBeCloseTo(12.937208, 6);
    expect(index.theta).toBeCloseTo(-11.533939, 6);
  });
});

/** Options as they are traded: near and far, for minutes and years. */
const terms = fc.record({
  right: fc.constantFrom<OptionRight>('call', 'put'),
  forward: fc.double({ min: 10, max: 100_000, noNaN: true }),
  moneyness: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  years: fc.double({ min: 1e-5, max: 5, noNaN: true }),
  rate: fc.double({ min: 0, max: 15, noNaN: true }),
});
const options = terms.map(({ moneyness, ...rest }): OptionTerms => ({
  ...rest,
  strike: rest.forward * Math.exp(moneyness),
}));
const volatilities = fc.double({ min: 1, max: 150, noNaN: true });
const RUNS = { numRuns: 2_000 };

describe('laws', () => {
  it('a call less a put is the discounted forward less the strike', () => {
    fc.assert(
      fc.property(options, volatilities, (option, volatility) => {
        const { forward, strike, rate, years } = option;
        const gap =
          optionPrice({ ...option, right: 'call' }, volatility) -
          optionPrice({ ...option, right: 'put' }, volatility);
        expect(gap).toBeCloseTo(Math.exp((-rate / 100) * years) * (forward - strike), 6);
      }),
      RUNS,
    );
  });

  it('a price is between its discounted intrinsic value and what it is on, and rises with volatility', () => {
    fc.assert(
      fc.property(options, volatilities, (option, volatility) => {
        const { right, forward, strike, rate, years } = option;
        const discount = Math.exp((-rate / 100) * years);
        const price = optionPrice(option, volatility);
        const least = discount * Math.max(0, right === 'call' ? forward - strike : strike - forward);
        expect(price).toBeGreaterThanOrEqual(least - 1e-9 * forward);
        expect(price).toBeLessThanOrEqual(discount * (right === 'call' ? forward : strike) + 1e-9 * forward);
        expect(optionPrice(option, volatility + 1)).toBeGreaterThanOrEqual(price - 1e-9 * forward);
      }),
      RUNS,
    );
  });

  it('Greeks are the slopes of the price', () => {
    fc.assert(
      fc.property(options, volatilities, (option, volatility) => {
        fc.pre(option.years > 1e-3 && volatility > 5);
        const { forward, years, rate } = option;
        const figures = greeksOf(option, volatility);
        const at = (change: Partial<OptionTerms>, moved = volatility): number =>
          optionPrice({ ...option, ...change }, moved);
        const slope = (up: number, down: number, width: number): number => (up - down) / width;
        const scale = 1e-4 * Math.max(1, forward);
        const near = (ours: number, theirs: number, unit: number): void =>
          expect(Math.abs(ours - theirs)).toBeLessThan(unit);
        const step = forward * 1e-5;
        near(
          figures.delta,
          slope(at({ forward: forward + step }), at({ forward: forward - step }), 2 * step),
          1e-3,
        );
        near(figures.vega, slope(at({}, volatility + 1e-3), at({}, volatility - 1e-3), 2e-3), scale);
        const day = Math.min(1e-4, years / 100);
        near(
          figures.theta,
          slope(at({ years: years - day }), at({ years: years + day }), 2 * day) / 365,
          10 * scale,
        );
        near(figures.rho, slope(at({ rate: rate + 1e-3 }), at({ rate: rate - 1e-3 }), 2e-3), scale);
        const up = greeksOf({ ...option, forward: forward + step }, volatility).delta;
        const down = greeksOf({ ...option, forward: forward - step }, volatility).delta;
        near(
          figures.gamma * forward,
          slope(up, down, 2 * step) * forward,
          1e-2 * (1 + figures.gamma * forward),
        );
      }),
      RUNS,
    );
  });

  it('at expiry, and without volatility, an option is worth what it pays', () => {
    const option: OptionTerms = { right: 'put', forward: 95, strike: 100, years: 0, rate: 6 };
    expect(optionPrice(option, 20)).toBe(5);
    expect(greeksOf(option, 20)).toEqual({ delta: -1, gamma: 0, theta: 0, vega: 0, rho: -0 });
    expect(optionPrice({ ...option, right: 'call' }, 20)).toBe(0);
    expect(optionPrice({ ...option, years: 1 }, 0)).toBeCloseTo(5 * Math.exp(-0.06), 12);
  });

  it('the probability to end below a price is that of the lognormal distribution', () => {
    const market = { forward: 100, years: 1, volatility: 20 };
    expect(probabilityBelow(100 * Math.exp(-0.02), market)).toBeCloseTo(0.5, 12);
    expect(probabilityBelow(0, market)).toBe(0);
    expect(probabilityBelow(Infinity, market)).toBe(1);
    expect(probabilityBelow(101, { ...market, years: 0 })).toBe(1);
  });
});

it('the normal distribution keeps its digits far out', () => {
  expect(normalBelow(0)).toBe(0.5);
  expect(normalBelow(-1)).toBeCloseTo(0.15865525393145705, 15);
  expect(normalBelow(1.96)).toBeCloseTo(0.9750021048517795, 15);
  // Tables of the tail: relative to their size, not to one.
  expect(normalBelow(-5) / 2.866515718791939e-7).toBeCloseTo(1, 13);
  expect(normalBelow(-10) / 7.619853024160527e-24).toBeCloseTo(1, 13);
  expect(normalBelow(-37) / 5.725571222524564e-300).toBeCloseTo(1, 12);
  expect(normalBelow(-60)).toBe(0);
  expect(normalBelow(60)).toBe(1);
});
