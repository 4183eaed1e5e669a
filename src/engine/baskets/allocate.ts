/** Terms of buying one constituent; weights are relative to each other, prices in paise. */
export interface WeightedLine {
  readonly symbol: string;
  readonly weight: number;
  readonly price: number;
}

/** Charges in paise of one order with a turnover in paise. */
export type ChargesOn = (side: 'buy' | 'sell', turnoverPaise: number) => number;

/** Whole shares for an amount, in the order of the lines; money in paise. */
export interface Allocation {
  readonly quantities: readonly number[];
  readonly value: number;
  readonly charges: number;
  /** Never below zero. */
  readonly cashLeft: number;
}

export const valueOf = (lines: readonly WeightedLine[], quantities: readonly number[]): number =>
  lines.reduce((sum, { price }, index) => sum + price * (quantities[index] ?? 0), 0);

/**
 * Whole shares by largest remainder: every line gets the whole shares of its part of `target` (paise); what is left
 * goes one share at a time to the largest remainders that it still carries, in the order of symbols where they are
 * equal. The value never exceeds the target, and no line is off its part by a whole share.
 */
export const wholeShares = (target: number, lines: readonly WeightedLine[]): number[] => {
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  const exact = lines.map(({ weight, price }) => (Math.max(0, target) * (weight / total)) / price);
  // A part that is whole but for float dust stays whole.
  const quantities = exact.map((quantity) => Math.floor(quantity + 1e-9));
  let left = target - valueOf(lines, quantities);
  // The dust may have rounded up what the target does not quite carry.
  for (let index = 0; left < 0 && index < quantities.length; index++) {
    if (!quantities[index]) continue;
    quantities[index]! -= 1;
    left += lines[index]!.price;
  }
  const byRemainder = lines
    .map((line, index) => ({ line, index, remainder: exact[index]! - quantities[index]! }))
    .filter(({ remainder }) => remainder > 1e-9)
    .sort((a, b) => b.remainder - a.remainder || (a.line.symbol < b.line.symbol ? -1 : 1));
  for (const { line, index } of byRemainder) {
    if (line.price > left) continue;
    quantities[index]! += 1;
    left -= line.price;
  }
  return quantities;
};

const buyingCharges = (
  lines: readonly WeightedLine[],
  quantities: readonly number[],
  chargesOn: ChargesOn,
): number =>
  lines.reduce((sum, { price }, index) => {
    const turnover = price * (quantities[index] ?? 0);
    return turnover === 0 ? sum : sum + chargesOn('buy', turnover);
  }, 0);

/** Buys whole shares for an amount (paise) that carries their charges too. */
export const allocate = (
  amount: number,
  lines: readonly WeightedLine[],
  chargesOn: ChargesOn,
): Allocation => {
  for (let target = amount; target > 0;) {
    const quantities = wholeShares(target, lines);
    const value = valueOf(lines, quantities);
    const charges = buyingCharges(lines, quantities, chargesOn);
    const missing = value + charges - amount;
    if (missing <= 0) return { quantities, value, charges, cashLeft: -missing };
    // What is not needed for shares at this target is taken off as well, or nothing would change.
    target = Math.min(target, value) - missing;
  }
  return { quantities: lines.map(() => 0), value: 0, charges: 0, cashLeft: Math.max(0, amount) };
};
