import { describe, expect, it } from 'vitest';
import { OPTION_STRUCTURES, MOST_LEGS } from '../../shared/option-structures.ts';
import { optionPrice } from './black76.ts';
import { payoffShape } from './payoff.ts';
import { STRUCTURE_PARTS } from './structures.ts';

/** Legs around 24,000. Strikes are 50 apart, without a smile. */
const legsOf = (name: (typeof OPTION_STRUCTURES)[number]) =>
  STRUCTURE_PARTS[name].map(({ side, right, lots, steps, isLater }) => {
    const strike = 24_000 + 50 * steps;
    const terms = { right, strike, forward: 24_000, years: isLater ? 0.1 : 0.02, rate: 0 };
    return { right, strike, quantity: side === 'buy' ? lots : -lots, price: optionPrice(terms, 12) };
  });

describe('ready-made structures', () => {
  it.each(OPTION_STRUCTURES)('%s has legs that differ, no more than a structure may have', (name) => {
    const parts = STRUCTURE_PARTS[name];
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThanOrEqual(MOST_LEGS);
    expect(new Set(parts.map(({ right, steps, isLater }) => `${right} ${steps} ${isLater}`)).size).toBe(
      parts.length,
    );
  });

  it.each([
    // Whether profit and loss have a limit, number of break-evens, and who pays first.
    ['long-straddle', [false, true], 2, 'paid'],
    ['short-straddle', [true, false], 2, 'received'],
    ['long-strangle', [false, true], 2, 'paid'],
    ['short-strangle', [true, false], 2, 'received'],
    ['iron-condor', [true, true], 2, 'received'],
    ['butterfly', [true, true], 2, 'paid'],
    ['bull-call-spread', [true, true], 1, 'paid'],
    ['bear-put-spread', [true, true], 1, 'paid'],
    ['bull-put-spread', [true, true], 1, 'received'],
    ['bear-call-spread', [true, true], 1, 'received'],
  ] as const)('%s is what its name says', (name, limits, breakEvens, premium) => {
    const legs = legsOf(name);
    const shape = payoffShape(legs);
    expect([shape.mostProfit !== null, shape.mostLoss !== null]).toEqual(limits);
    expect(shape.breakEvens).toHaveLength(breakEvens);
    const received = -legs.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    expect(received > 0 ? 'received' : 'paid').toBe(premium);
  });

  it('a ratio loses without a limit above', () =>
    expect(payoffShape(legsOf('ratio'))).toMatchObject({ mostLoss: null }));

  it('a calendar sells the near expiry and buys the later one at one strike', () => {
    const [bought, sold] = STRUCTURE_PARTS.calendar;
    expect([bought?.side, bought?.isLater, sold?.side, sold?.isLater]).toEqual(['buy', true, 'sell', false]);
    expect(bought?.steps).toBe(sold?.steps);
  });
});
