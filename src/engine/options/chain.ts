import { medianOf } from '../median.ts';
import {
  discountOf,
  type Greeks,
  greeksOf,
  intrinsicOf,
  type OptionRight,
  type OptionTerms,
} from './black76.ts';
import { impliedVolatility } from './implied-volatility.ts';

/** Last prices of the two options of a strike. Null where there is none. One unit of money for all three. */
export interface QuotedStrike {
  readonly strike: number;
  readonly call: number | null;
  readonly put: number | null;
}

/** Conditions under which the options of one expiry are valued. */
export interface ChainTerms {
  /** Time to expiry, years of 365 days. */
  readonly years: number;
  /** Interest rate, percent a year. */
  readonly rate: number;
  /** Smallest step of a price, in the unit of the prices. */
  readonly tick: number;
}

/** Figures of one option. Null where its price gives none. */
export interface OptionFigures {
  readonly price: number;
  /** Percent a year. */
  readonly volatility: number | null;
  readonly greeks: Greeks | null;
}

export interface ChainRow {
  readonly strike: number;
  readonly call: OptionFigures | null;
  readonly put: OptionFigures | null;
}

/** All options of one expiry with their figures. */
export interface ValuedChain {
  /** By put-call parity; null where no strike has both prices. */
  readonly forward: number | null;
  /** Strike nearest to the forward. The lower of two that are equally near; null without a forward. */
  readonly atTheMoney: number | null;
  /** In order of strikes. */
  readonly rows: readonly ChainRow[];
}

/** Strikes near the money that speak for the forward. One old price among them must not move it. */
const VOICES = 5;

/** Strike nearest to a price. The lower of two that are equally near; null of none. */
export const nearestStrike = (strikes: readonly number[], price: number): number | null => {
  let nearest: number | null = null;
  for (const strike of strikes) {
    const isNearer =
      nearest === null ||
      Math.abs(strike - price) < Math.abs(nearest - price) ||
      (Math.abs(strike - price) === Math.abs(nearest - price) && strike < nearest);
    if (isNearer) nearest = strike;
  }
  return nearest;
};

/**
 * Forward of one expiry by put-call parity. F = K + (C - P) / discount, the median over the strikes whose two
 * prices are nearest to each other. Null where no strike has both.
 */
export const parityForward = (
  quotes: readonly QuotedStrike[],
  { years, rate }: Pick<ChainTerms, 'years' | 'rate'>,
): number | null => {
  const discount = discountOf(rate, years);
  const voices: { readonly gap: number; readonly forward: number }[] = [];
  for (const { strike, call, put } of quotes)
    if (call !== null && put !== null && call > 0 && put > 0)
      voices.push({ gap: Math.abs(call - put), forward: strike + (call - put) / discount });
  if (voices.length === 0) return null;
  voices.sort((a, b) => a.gap - b.gap);
  return medianOf(voices.slice(0, VOICES).map(({ forward }) => forward));
};

/**
 * Figures of an option by its price. A price of one tick, and a time value below one, are what the step of prices
 * makes of them: they give no volatility, and none is made up.
 */
export const figuresOf = (terms: OptionTerms, price: number, tick: number): OptionFigures => {
  const timeValue =
    price - discountOf(terms.rate, terms.years) * intrinsicOf(terms.right, terms.strike, terms.forward);
  const volatility = price > tick && timeValue >= tick ? impliedVolatility(terms, price) : null;
  return { price, volatility, greeks: volatility === null ? null : greeksOf(terms, volatility, price) };
};

/**
 * Volatility of a strike, percent a year. Its own, where the price of either option gives one (that of `right` first),
 * else that of the nearest strike which has one; null of a chain without any.
 */
export const volatilityNear = (
  rows: readonly ChainRow[],
  strike: number,
  right: OptionRight,
): number | null => {
  const other = right === 'call' ? 'put' : 'call';
  const known = rows.flatMap((row) => {
    const volatility = row[right]?.volatility ?? row[other]?.volatility ?? null;
    return volatility === null ? [] : [{ strike: row.strike, volatility }];
  });
  const nearest = nearestStrike(
    known.map((one) => one.strike),
    strike,
  );
  return known.find((one) => one.strike === nearest)?.volatility ?? null;
};

/** Values the options of one expiry. The forward is that of their own prices. */
export const valueChain = (quotes: readonly QuotedStrike[], terms: ChainTerms): ValuedChain => {
  const { years, rate, tick } = terms;
  const forward = parityForward(quotes, terms);
  const sorted = [...quotes].sort((a, b) => a.strike - b.strike);
  const side = (right: OptionRight, strike: number, price: number | null): OptionFigures | null => {
    if (price === null || !(price > 0)) return null;
    if (forward === null) return { price, volatility: null, greeks: null };
    return figuresOf({ right, forward, strike, years, rate }, price, tick);
  };
  return {
    forward,
    atTheMoney:
      forward === null
        ? null
        : nearestStrike(
            sorted.map(({ strike }) => strike),
            forward,
          ),
    rows: sorted.map(({ strike, call, put }) => ({
      strike,
      call: side('call', strike, call),
      put: side('put', strike, put),
    })),
  };
};
