import { DAYS_A_YEAR, intrinsicOf, type OptionRight, optionPrice, probabilityBelow } from './black76.ts';

/** One held contract of a structure. Prices and strikes are in one unit of money. */
export interface StructureLeg {
  readonly right: OptionRight | 'future';
  /** Of an option; a future has none. */
  readonly strike: number;
  /** Units held: above zero bought, below zero sold. */
  readonly quantity: number;
  /** Price of a unit at which it was bought or sold. */
  readonly price: number;
}

/** A leg with what its value before expiry depends on. */
export interface ValuedLeg extends StructureLeg {
  /** Forward of its own expiry. */
  readonly forward: number;
  /** Time to its expiry, years of 365 days. */
  readonly years: number;
  /** Percent a year; of no meaning for a future. */
  readonly volatility: number;
}

/** Worth of a structure at expiry. Over all prices of the underlying from 0 on. */
export interface PayoffShape {
  /** Prices at which it neither gains nor loses, ascending; ends of a flat stretch at zero count. */
  readonly breakEvens: readonly number[];
  /** Null where it has no limit. */
  readonly mostProfit: number | null;
  /** Largest loss as a number from 0 on; null where it has no limit. */
  readonly mostLoss: number | null;
}

/** A change that is tried out. */
export interface WhatIf {
  /** Of the underlying and its forwards, percent. */
  readonly pricePercent: number;
  /** Of every volatility, points. */
  readonly volatilityPoints: number;
  /** Calendar days that pass. */
  readonly days: number;
}

const PERCENT = 100;

/** Profit of a structure at expiry, when the underlying is at `price`; before charges. */
export const payoffAt = (legs: readonly StructureLeg[], price: number): number =>
  legs.reduce((sum, leg) => {
    const worth = leg.right === 'future' ? price : intrinsicOf(leg.right, leg.strike, price);
    return sum + leg.quantity * (worth - leg.price);
  }, 0);

/** Slope of the payoff beyond the highest strike: puts are worth nothing there. */
const slopeAbove = (legs: readonly StructureLeg[]): number =>
  legs.reduce((sum, { right, quantity }) => sum + (right === 'put' ? 0 : quantity), 0);

/** Prices at which the payoff bends, ascending, from 0 on. */
const bendsOf = (legs: readonly StructureLeg[]): number[] =>
  [...new Set([0, ...legs.filter(({ right }) => right !== 'future').map(({ strike }) => strike)])].sort(
    (a, b) => a - b,
  );

/** Break-evens, largest profit and largest loss of legs that expire together. */
export const payoffShape = (legs: readonly StructureLeg[]): PayoffShape => {
  const bends = bendsOf(legs).map((price) => ({ price, profit: payoffAt(legs, price) }));
  const slope = slopeAbove(legs);
  const breakEvens: number[] = [];
  for (const [index, { price, profit }] of bends.entries()) {
    const next = bends[index + 1];
    if (profit === 0) breakEvens.push(price);
    // Between two bends, or beyond the last, it is a straight line.
    else if (next ? profit * next.profit < 0 : profit * slope < 0)
      breakEvens.push(
        next ? price + ((next.price - price) * profit) / (profit - next.profit) : price - profit / slope,
      );
  }
  const profits = bends.map(({ profit }) => profit);
  return {
    breakEvens,
    mostProfit: slope > 0 ? null : Math.max(...profits),
    mostLoss: slope < 0 ? null : Math.max(0, -Math.min(...profits)),
  };
};

/** Distribution of the price at expiry. */
interface EndMarket {
  readonly forward: number;
  /** To expiry, years of 365 days. */
  readonly years: number;
  /** Percent a year. */
  readonly volatility: number;
}

/** Probability of a profit, from 0 to 1. Break-evens part the stretches with one from those without. */
export const probabilityBetween = (
  breakEvens: readonly number[],
  profitAt: (price: number) => number,
  market: EndMarket,
): number => {
  const edges = [0, ...breakEvens, Infinity];
  let sum = 0;
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1];
    if (to === undefined || to <= from) continue;
    const inside = to === Infinity ? from + Math.max(1, from) : (from + to) / 2;
    if (profitAt(inside) > 0) sum += probabilityBelow(to, market) - probabilityBelow(from, market);
  }
  return sum;
};

/** Probability that legs end with a profit, from 0 to 1. They expire together. */
export const probabilityOfProfit = (legs: readonly StructureLeg[], market: EndMarket): number =>
  probabilityBetween(payoffShape(legs).breakEvens, (price) => payoffAt(legs, price), market);

/**
 * Profit of a structure now, or after a change, before charges. Legs may expire at different times; one whose time is
 * over counts with its intrinsic value.
 * @param rate percent a year
 */
export const profitNow = (
  legs: readonly ValuedLeg[],
  rate: number,
  { pricePercent, volatilityPoints, days }: WhatIf = { pricePercent: 0, volatilityPoints: 0, days: 0 },
): number =>
  legs.reduce((sum, leg) => {
    const forward = leg.forward * (1 + pricePercent / PERCENT);
    const years = Math.max(0, leg.years - days / DAYS_A_YEAR);
    const volatility = Math.max(0, leg.volatility + volatilityPoints);
    const worth =
      leg.right === 'future'
        ? forward
        : optionPrice({ right: leg.right, forward, strike: leg.strike, years, rate }, volatility);
    return sum + leg.quantity * (worth - leg.price);
  }, 0);
