import { formatPercent } from '../../shared/money.ts';

/** Weights are whole hundredths of a percent: a basket is 10,000 of them. */
export const FULL_WEIGHT = 10_000;
export const FEWEST_CONSTITUENTS = 2;
export const MOST_CONSTITUENTS = 50;
const HUNDREDTHS_PER_PERCENT = 100;

/** Hundredths of a percent as percent. */
export const weightPercent = (weight: number): number => weight / HUNDREDTHS_PER_PERCENT;

/** A weight in percent as whole hundredths of one; null when it has more than two decimals. */
export const weightFromPercent = (percent: number): number | null => {
  const weight = Math.round(percent * HUNDREDTHS_PER_PERCENT);
  return weightPercent(weight) === percent ? weight : null;
};

/**
 * Weights that come to exactly 100 %, from parts of any unit. The parts are positive. Weights are whole hundredths of a
 * percent by largest remainder, the earlier of two equal remainders first. No part above zero is left without a weight.
 */
export const weightsOf = (parts: readonly number[]): number[] => {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (part / total) * FULL_WEIGHT);
  const weights = exact.map((weight) => Math.max(1, Math.floor(weight)));
  const order = exact
    .map((weight, index) => ({ index, remainder: weight - Math.floor(weight) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  let missing = FULL_WEIGHT - weights.reduce((sum, weight) => sum + weight, 0);
  for (const { index } of order) {
    if (missing <= 0) break;
    weights[index] = (weights[index] ?? 0) + 1;
    missing--;
  }
  // Parts too small for a hundredth were lifted to one: the largest gives it.
  const largest = weights.indexOf(Math.max(...weights));
  weights[largest] = (weights[largest] ?? 0) + missing;
  return weights;
};

/** Why constituents do not make a basket, as a sentence; null when they do. */
export const constituentsProblem = (
  constituents: readonly { readonly symbol: string; readonly weight: number }[],
): string | null => {
  const { length } = constituents;
  if (length < FEWEST_CONSTITUENTS || length > MOST_CONSTITUENTS)
    return `A basket holds ${FEWEST_CONSTITUENTS} to ${MOST_CONSTITUENTS} shares; this one has ${length}.`;
  const seen = new Set<string>();
  for (const { symbol, weight } of constituents) {
    if (seen.has(symbol)) return `${symbol} is in the basket twice.`;
    seen.add(symbol);
    if (weight <= 0) return `${symbol} needs a weight above 0%.`;
  }
  const sum = constituents.reduce((total, { weight }) => total + weight, 0);
  return sum === FULL_WEIGHT
    ? null
    : `The weights come to ${formatPercent(weightPercent(sum))}; they must come to exactly 100%.`;
};
