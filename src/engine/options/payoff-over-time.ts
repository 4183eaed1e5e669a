import { optionPrice } from './black76.ts';
import { payoffShape, type PayoffShape, type ValuedLeg } from './payoff.ts';

/**
 * Structures over prices of their underlying and over time. Legs may expire at different times; their forwards stay as
 * far above the underlying, for the time that is left, as they are now.
 */

/** A market that is tried out. */
export interface TriedMarket {
  /** Price of the underlying. */
  readonly price: number;
  /** Time that has passed, years of 365 days. */
  readonly years: number;
  /** Added to every volatility, points. */
  readonly volatilityPoints: number;
}

/** Prices that are looked at. They lie between 0 and twice the highest strike. */
const SAMPLES = 1_500;
/** Times that the stretch of a break-even is halved. */
const HALVINGS = 40;
/** Years that are the same moment. */
const MOMENT = 1e-9;

/** Forward of a leg in such a market. It is the price once the leg has expired. */
const forwardIn = ({ forward, years }: ValuedLeg, spot: number, tried: TriedMarket): number => {
  const left = Math.max(0, years - tried.years);
  return left === 0 ? tried.price : tried.price * (forward / spot) ** (left / years);
};

/**
 * Profit of a structure in a tried market, before charges. A leg whose time is over counts with its intrinsic
 * value.
 * @param spot price of the underlying now
 */
export const profitIn = (legs: readonly ValuedLeg[], spot: number, tried: TriedMarket): number =>
  legs.reduce((sum, leg) => {
    const { right, strike, quantity, price } = leg;
    const forward = forwardIn(leg, spot, tried);
    const left = leg.years - tried.years;
    const years = left > MOMENT ? left : 0;
    const volatility = Math.max(0, leg.volatility + tried.volatilityPoints);
    const worth =
      right === 'future' ? forward : optionPrice({ right, forward, strike, years, rate: 0 }, volatility);
    return sum + quantity * (worth - price);
  }, 0);

/** Time to the first expiry of a structure, years. */
export const yearsToNearest = (legs: readonly ValuedLeg[]): number =>
  Math.min(...legs.map(({ years }) => years));

/** Whether all legs of a structure expire together. */
export const isOneExpiry = (legs: readonly ValuedLeg[]): boolean =>
  legs.every(({ years }) => years - yearsToNearest(legs) < MOMENT);

/** Place between two prices at which the profit changes its sign. */
const zeroBetween = (profitAt: (price: number) => number, from: number, to: number): number => {
  let [low, high] = [from, to];
  const isUp = profitAt(high) > 0;
  for (let time = 0; time < HALVINGS; time++) {
    const middle = (low + high) / 2;
    if (profitAt(middle) > 0 === isUp) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
};

/**
 * Break-evens, largest profit and largest loss when the first leg expires. Exact where all expire together; else later
 * legs are valued at that moment, and extremes are those of many prices and of the strikes.
 */
export const shapeAtNearest = (
  legs: readonly ValuedLeg[],
  spot: number,
  volatilityPoints = 0,
): PayoffShape => {
  if (isOneExpiry(legs)) return payoffShape(legs);
  const years = yearsToNearest(legs);
  const profitAt = (price: number): number => profitIn(legs, spot, { price, years, volatilityPoints });
  const strikes = legs.filter(({ right }) => right !== 'future').map(({ strike }) => strike);
  const end = 2 * Math.max(spot, ...strikes);
  const prices = [
    ...new Set([...Array.from({ length: SAMPLES + 1 }, (_, index) => (end * index) / SAMPLES), ...strikes]),
  ].sort((a, b) => a - b);
  const points = prices.map((price) => ({ price, profit: profitAt(price) }));
  const breakEvens: number[] = [];
  for (const [index, { price, profit }] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]];
    // Of a stretch without profit or loss the ends alone.
    if (profit === 0 && (before?.profit !== 0 || after?.profit !== 0)) breakEvens.push(price);
    if (before && before.profit * profit < 0) breakEvens.push(zeroBetween(profitAt, before.price, price));
  }
  const profits = points.map(({ profit }) => profit);
  // Beyond every strike calls move with the underlying, and puts are worth nothing.
  const slope = legs.reduce((sum, { right, quantity }) => sum + (right === 'put' ? 0 : quantity), 0);
  return {
    breakEvens,
    mostProfit: slope > 0 ? null : Math.max(...profits),
    mostLoss: slope < 0 ? null : Math.max(0, -Math.min(...profits)),
  };
};

/**
 * Prices at which a payoff is drawn, ascending. They are spread evenly around `spot`, with every bend; none is further
 * away than half of the spot.
 * @param bends strikes and break-evens
 * @param reach least distance to both ends
 */
export const drawnPrices = (
  spot: number,
  bends: readonly number[],
  reach: number,
  count: number,
): number[] => {
  const furthest = Math.max(reach, ...bends.map((price) => 1.25 * Math.abs(price - spot)));
  const [from, to] = [spot - Math.min(furthest, spot / 2), spot + Math.min(furthest, spot / 2)];
  const even = Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
  const inside = bends.filter((price) => price >= from && price <= to);
  return [...new Set([...even, spot, ...inside].map(Math.round))].sort((a, b) => a - b);
};
