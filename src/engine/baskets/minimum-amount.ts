import { allocate, type ChargesOn, type WeightedLine } from './allocate.ts';
import { investable, ROOM_PERCENT } from './price-room.ts';

/** Allowed error of a weight: a percentage point, or a fifth of itself where that is more. */
const TOLERANCE_POINTS = 0.01;
const TOLERANCE_SHARE = 0.2;
/** Step in which amounts are tried: ₹100. They are whole multiples of it. */
const STEP_PAISE = 100_00;
/** Larger amounts in steps of half a percent: the answer is that exact. */
const STEP_SHARE = 0.005;

const fractions = (lines: readonly WeightedLine[]): number[] => {
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  return lines.map(({ weight }) => weight / total);
};

/** Allowed error of a weight at the first purchase. Both are fractions of 1. */
export const weightTolerance = (weight: number): number =>
  Math.max(TOLERANCE_POINTS, weight * TOLERANCE_SHARE);

/** Whether whole shares keep every weight within its tolerance. Every constituent needs at least one share. */
export const isFaithful = (lines: readonly WeightedLine[], quantities: readonly number[]): boolean => {
  const values = lines.map(({ price }, index) => price * (quantities[index] ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  return fractions(lines).every(
    (weight, index) =>
      (quantities[index] ?? 0) > 0 &&
      Math.abs((values[index] ?? 0) / total - weight) <= weightTolerance(weight) + 1e-9,
  );
};

const roundedUp = (paise: number): number => Math.ceil(paise / STEP_PAISE) * STEP_PAISE;

/**
 * The smallest amount with which a basket can be held faithfully. Every constituent gets at least one share, and every
 * weight is within `weightTolerance`. In paise, whole ₹100, to within half a percent; charges and the room for prices
 * that move are in it.
 */
export const minimumAmount = (lines: readonly WeightedLine[], chargesOn: ChargesOn): number => {
  const weights = fractions(lines);
  const perLine = (part: (weight: number, price: number) => number): number =>
    Math.max(...lines.map(({ price }, index) => part(weights[index] ?? 0, price)));
  // With less, one share of some constituent alone would be too much of the whole.
  const least = perLine((weight, price) => price / (weight + weightTolerance(weight)));
  // With this much, a share more or less of any constituent is within its tolerance, charges counted twice over.
  const enough = 2 * perLine((weight, price) => price / weightTolerance(weight));
  const last = roundedUp((enough * 100) / (100 - ROOM_PERCENT));
  let amount = roundedUp(least);
  while (amount < last && !isFaithful(lines, allocate(investable(amount), lines, chargesOn).quantities))
    amount = roundedUp(amount + Math.max(STEP_PAISE, amount * STEP_SHARE));
  return amount;
};
