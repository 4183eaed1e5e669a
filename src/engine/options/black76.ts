import { normalBelow, normalDensity } from './normal-distribution.ts';

/** Right of an option: to buy (call) or to sell (put) at its strike. */
export type OptionRight = 'call' | 'put';

/** A European option on a forward. Forward and strike are in one unit of money. */
export interface OptionTerms {
  readonly right: OptionRight;
  /** Price agreed today for the underlying at expiry. */
  readonly forward: number;
  readonly strike: number;
  /** Time to expiry, years of 365 days. */
  readonly years: number;
  /** Interest rate, continuously compounded, percent a year. */
  readonly rate: number;
}

/** Sensitivities of a price. The forward stays where it is while time, volatility or rate change. */
export interface Greeks {
  /** For one unit of the forward. */
  readonly delta: number;
  /** Change of delta for one unit of the forward. */
  readonly gamma: number;
  /** For one calendar day that passes. */
  readonly theta: number;
  /** For one point of volatility. */
  readonly vega: number;
  /** For one point of the rate. */
  readonly rho: number;
}

const PERCENT = 100;
/** Days of a year, as Greeks and times to expiry count them. */
export const DAYS_A_YEAR = 365;

/** Discount factor of a rate in percent over years. */
export const discountOf = (rate: number, years: number): number => Math.exp((-rate / PERCENT) * years);

/** Worth of an option at expiry with the underlying at `price`. */
export const intrinsicOf = (right: OptionRight, strike: number, price: number): number =>
  Math.max(0, right === 'call' ? price - strike : strike - price);

/** `d1` of the formula, for a standard deviation to expiry above zero. */
const d1Of = ({ forward, strike }: OptionTerms, deviation: number): number =>
  Math.log(forward / strike) / deviation + deviation / 2;

/** Standard deviation of the logarithm of the price until expiry. */
const deviationOf = (years: number, volatility: number): number =>
  (volatility / PERCENT) * Math.sqrt(Math.max(0, years));

/**
 * Price of an option by Black (1976). It is in the unit of the forward; without time or volatility the discounted
 * intrinsic value.
 * @param volatility percent a year
 */
export const optionPrice = (terms: OptionTerms, volatility: number): number => {
  const { right, forward, strike, years, rate } = terms;
  const discount = discountOf(rate, years);
  const deviation = deviationOf(years, volatility);
  if (!(deviation > 0)) return discount * intrinsicOf(right, strike, forward);
  const d1 = d1Of(terms, deviation);
  const d2 = d1 - deviation;
  const undiscounted =
    right === 'call'
      ? forward * normalBelow(d1) - strike * normalBelow(d2)
      : strike * normalBelow(-d2) - forward * normalBelow(-d1);
  return discount * Math.max(0, undiscounted);
};

/**
 * Greeks of an option by Black (1976). At expiry, and without volatility, only delta and rho are left.
 * @param volatility percent a year
 * @param price the option's, where it is known already
 */
export const greeksOf = (
  terms: OptionTerms,
  volatility: number,
  price = optionPrice(terms, volatility),
): Greeks => {
  const { right, forward, strike, years, rate } = terms;
  const discount = discountOf(rate, years);
  const deviation = deviationOf(years, volatility);
  const rho = (-Math.max(0, years) * price) / PERCENT;
  if (!(deviation > 0)) {
    const isIn = intrinsicOf(right, strike, forward) > 0;
    const delta = isIn ? (right === 'call' ? discount : -discount) : 0;
    return { delta, gamma: 0, theta: 0, vega: 0, rho };
  }
  const d1 = d1Of(terms, deviation);
  const density = normalDensity(d1);
  const root = Math.sqrt(years);
  return {
    delta: right === 'call' ? discount * normalBelow(d1) : -discount * normalBelow(-d1),
    gamma: (discount * density) / (forward * deviation),
    theta:
      ((rate / PERCENT) * price - (discount * forward * density * (volatility / PERCENT)) / (2 * root)) /
      DAYS_A_YEAR,
    vega: (discount * forward * density * root) / PERCENT,
    rho,
  };
};

/** Probability that the underlying ends below `price`. By the lognormal distribution of the formula, from 0 to 1. */
export const probabilityBelow = (
  price: number,
  {
    forward,
    years,
    volatility,
  }: { readonly forward: number; readonly years: number; readonly volatility: number },
): number => {
  if (price <= 0) return 0;
  if (price === Infinity) return 1;
  const deviation = deviationOf(years, volatility);
  if (!(deviation > 0)) return forward < price ? 1 : 0;
  return normalBelow(Math.log(price / forward) / deviation + deviation / 2);
};
