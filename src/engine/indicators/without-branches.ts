/**
 * Functions without branches, exact. Prices go up or down like a tossed coin, so a processor that guesses which way a
 * branch goes is wrong every other time, and each wrong guess costs more than the computing here.
 */

/** The number if it is above zero, else zero. */
export const positivePart = (value: number): number => (value + Math.abs(value)) / 2;

/** 1 for a rise, −1 for a fall, 0 for neither. The last is rare enough to be guessed right. */
export const directionOf = (change: number): number => (change === 0 ? 0 : change / Math.abs(change));

/**
 * The higher of two numbers; exact where their sum and difference are, as of whole paise below 2⁵². NaN when one of
 * them is.
 */
export const higherOf = (a: number, b: number): number => (a + b + Math.abs(a - b)) * 0.5;

/** The lower of two numbers, as `higherOf`. */
export const lowerOf = (a: number, b: number): number => (a + b - Math.abs(a - b)) * 0.5;
