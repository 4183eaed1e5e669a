import { describe, expect, it } from 'vitest';
import { interestTotals, maxPain, putCallRatio } from './open-interest.ts';

const STRIKES = [
  { strike: 100, call: 10, put: 40 },
  { strike: 110, call: 20, put: 30 },
  { strike: 120, call: 50, put: 10 },
];

describe('open interest', () => {
  it('gives the put-call ratio of all strikes', () => {
    expect(interestTotals(STRIKES)).toEqual({ calls: 80, puts: 80 });
    expect(putCallRatio({ calls: 80, puts: 60 })).toBe(0.75);
    expect(putCallRatio({ calls: 0, puts: 60 })).toBeNull();
  });

  it('hurts its buyers most where all options together pay the least', () => {
    // At 100 puts pay 30 × 10 + 10 × 20, at 110 calls pay 10 × 10 and puts 10 × 10, at 120 calls 10 × 20 + 20 × 10.
    expect(maxPain(STRIKES)).toBe(110);
    expect(maxPain(STRIKES.toReversed())).toBe(110);
  });

  it('takes the lower of two strikes that pay the same, and none where nothing is open', () => {
    const between = [
      { strike: 100, call: 0, put: 5 },
      { strike: 110, call: 5, put: 0 },
    ];
    expect(maxPain(between)).toBe(100);
    expect(maxPain(between.toReversed())).toBe(100);
    expect(maxPain(STRIKES.map(({ strike }) => ({ strike, call: 0, put: 0 })))).toBeNull();
    expect(maxPain([])).toBeNull();
  });
});
