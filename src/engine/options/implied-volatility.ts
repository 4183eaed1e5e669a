import { discountOf, intrinsicOf, type OptionTerms } from './black76.ts';
import { scaledErfc } from './normal-distribution.ts';

const PERCENT = 100;
const ONE_OVER_ROOT_TWO_PI = 0.3989422804014327;
/** Most steps. Halley's need four; halving a wide bracket needs no more than this. */
const MOST_STEPS = 100;
/** Part of the deviation below which a step is the last. The next would change no digit. */
const ENOUGH = 1e-4;
/** Part of the forward below which time value is rounding. It says nothing of volatility. */
const NO_TIME_VALUE = 1e-15;

/**
 * Deviation at which an option out of the money has a price. By Halley's method between bounds, on a function of the
 * price that is nearly straight: below the turning point the price falls like exp(-x²/2s²), far above it nears its
 * bound like exp(-s²/8). `target` is the price over the root of forward times strike. Null where no number is found.
 */
const deviationFor = (x: number, target: number): number | null => {
  // At the turning point the price is steepest.
  const turningAt = Math.sqrt(-2 * x);
  const bound = Math.exp(x / 2);
  const turning = 0.5 * bound * (1 - scaledErfc(Math.sqrt(-x)));
  const isBelow = target < turning;
  const isNearBound = !isBelow && target > bound / 2;
  const wanted = isBelow ? 1 / Math.log(target) : isNearBound ? Math.log(bound - target) : target;
  let low = isBelow ? 0 : turningAt;
  let high = isBelow ? turningAt : Infinity;
  let deviation = turningAt > 0 ? turningAt : target / ONE_OVER_ROOT_TWO_PI;
  // There -1 / ln(price) is nearly proportional to the square of the deviation.
  if (isBelow) deviation *= Math.sqrt(Math.log(turning) / Math.log(target));
  for (let step = 0; step < MOST_STEPS; step++) {
    const mean = x / deviation;
    const half = deviation / 2;
    const scale = Math.exp(-0.5 * (mean * mean + half * half));
    const price =
      0.5 * scale * (scaledErfc(-(mean + half) * Math.SQRT1_2) - scaledErfc((half - mean) * Math.SQRT1_2));
    const slope = ONE_OVER_ROOT_TWO_PI * scale;
    if (price < target) low = Math.max(low, deviation);
    else high = Math.min(high, deviation);
    // The function over its slope, and its curvature over its slope, both in the price.
    let ratio = price - wanted;
    let curvature = 0;
    if (isBelow) {
      const log = Math.log(price);
      ratio = (wanted - 1 / log) * price * log * log;
      curvature = -(1 + 2 / log) / price;
    } else if (isNearBound) {
      const left = bound - price;
      ratio = (wanted - Math.log(left)) * left;
      curvature = 1 / left;
    }
    const newton = ratio / slope;
    const bend = curvature * slope + (mean * mean) / deviation - deviation / 4;
    const change = newton / Math.max(0.5, 1 - 0.5 * newton * bend);
    const isLast = Math.abs(change) <= ENOUGH * deviation;
    deviation -= change;
    if (isLast) break;
    // Also where price or slope has no digits left.
    if (!(deviation > low && deviation < high)) deviation = high === Infinity ? 2 * low : (low + high) / 2;
  }
  return Number.isFinite(deviation) && deviation > 0 ? deviation : null;
};

/**
 * Volatility at which Black (1976) gives a price, percent a year. Null where there is none: no time left, a price at
 * or below the discounted intrinsic value, or one that no volatility reaches.
 */
export const impliedVolatility = (terms: OptionTerms, price: number): number | null => {
  const { right, forward, strike, years, rate } = terms;
  if (!(years > 0 && forward > 0 && strike > 0 && price > 0)) return null;
  // By parity the option of the other right, which is out of the money, has the same volatility and more digits.
  const timeValue = price / discountOf(rate, years) - intrinsicOf(right, strike, forward);
  if (!(timeValue > NO_TIME_VALUE * forward)) return null;
  const x = -Math.abs(Math.log(forward / strike));
  const target = timeValue / Math.sqrt(forward * strike);
  if (target >= Math.exp(x / 2)) return null;
  const deviation = deviationFor(x, target);
  return deviation === null ? null : (deviation / Math.sqrt(years)) * PERCENT;
};
