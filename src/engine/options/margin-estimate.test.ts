import { describe, expect, it } from 'vitest';
import { optionPrice } from './black76.ts';
import { estimateMargin, MARGIN_RULES, scanLoss, scanRangesOf } from './margin-estimate.ts';
import type { ValuedLeg } from './payoff.ts';

/** NIFTY on 16-Dec-2025, a week before an expiry, lots of 75. */
const leg = (right: ValuedLeg['right'], strike: number, lots: number): ValuedLeg => {
  const one = { strike, quantity: lots * 75, forward: 25_860.1, years: 7 / 365, volatility: 14.17 };
  const price = right === 'future' ? one.forward : optionPrice({ ...one, right, rate: 0 }, one.volatility);
  return { ...one, right, price };
};
const RANGES = { pricePercent: 9.3, volatilityPoints: 4 };
const straddle = [leg('call', 25_850, -1), leg('put', 25_850, -1)];
const putSpread = [leg('put', 25_500, -1), leg('put', 25_300, 1)];
const condor = [...putSpread, leg('call', 26_200, -1), leg('call', 26_400, 1)];

describe('loss over the scenarios', () => {
  it.each([
    ['a short straddle', straddle, 150_769.85],
    ['a put spread', putSpread, 12_235.6],
    ['an iron condor', condor, 9_328.11],
    ['a sold future', [leg('future', 0, -1)], 180_374.2],
  ])('%s', (_, legs, expected) => expect(scanLoss(legs, RANGES)).toBeCloseTo(expected, 2));

  it('of what was only bought is at most what was paid', () => {
    const bought = leg('call', 25_850, 1);
    expect(scanLoss([bought], RANGES)).toBeLessThanOrEqual(bought.price * bought.quantity);
  });
});

it('ranges are NSE’s of the daily volatility, and never below its floors', () => {
  expect(scanRangesOf(MARGIN_RULES.index, 0.741568, 14.17)).toEqual(RANGES);
  expect(scanRangesOf(MARGIN_RULES.stock, 1.224585, 23.4).pricePercent).toBe(14.2);
  expect(scanRangesOf(MARGIN_RULES.stock, 1.947721, 37.2).pricePercent).toBeCloseTo(16.527, 3);
  expect(scanRangesOf(MARGIN_RULES.stock, 3, 57.3).volatilityPoints).toBeCloseTo(14.325, 6);
});

it('of what is paid for, the premium is no further loss', () => {
  const bought = estimateMargin([leg('call', 25_850, 1)], MARGIN_RULES.index, RANGES);
  expect(bought.total).toBe(0);
  expect(bought.funds).toBeCloseTo(-bought.premium, 6);
  // Bought nearer to the money than sold: it can lose what was paid, and exposure is due for what is sold.
  const spread = estimateMargin(
    [leg('call', 25_850, 1), leg('call', 26_200, -1)],
    MARGIN_RULES.index,
    RANGES,
  );
  expect(spread.premium).toBeLessThan(0);
  expect(spread.funds).toBeCloseTo(Math.max(-spread.premium, spread.scan) + spread.exposure, 6);
  // What it has gained since is its own, and what it has lost is not set aside twice.
  const paidLess = estimateMargin([{ ...leg('call', 25_850, 1), price: 1 }], MARGIN_RULES.index, RANGES);
  expect([paidLess.total, paidLess.funds]).toEqual([0, 75]);
  const sold = estimateMargin([leg('call', 25_850, -1)], MARGIN_RULES.index, RANGES);
  expect(sold.funds).toBe(sold.total);
  expect(sold.total).toBeCloseTo(sold.scan + sold.exposure, 6);
});

it('a hedge lowers the estimate, and exposure is taken of what is sold alone', () => {
  const estimate = estimateMargin(condor, MARGIN_RULES.index, RANGES);
  const exposure = 2 * 75 * 25_860.1 * 0.02;
  expect(estimate.exposure).toBeCloseTo(exposure, 6);
  expect(estimate.total).toBeCloseTo(9_328.11 + exposure, 2);
  const alone = condor.map((one) => estimateMargin([one], MARGIN_RULES.index, RANGES).total);
  expect(estimate.hedgeBenefit).toBeCloseTo(alone.reduce((sum, one) => sum + one) - estimate.total, 6);
  expect(estimate.premium).toBeGreaterThan(0);
  expect(estimateMargin([], MARGIN_RULES.index, RANGES)).toEqual({
    ...{ scan: 0, exposure: 0, total: 0, funds: 0, hedgeBenefit: 0, premium: 0 },
  });
});
