import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StrikeRule } from '../../shared/leg-document.ts';
import type { OptionRight } from '../options/black76.ts';
import { chooseStrike, type StrikeView } from './strike-choice.ts';

/** A chain in rupees: what is asked for is what the sentence of a rule is about. */
const chain = (
  underlying: number,
  strikes: readonly number[],
  premiums: Partial<Record<OptionRight, Readonly<Record<number, number>>>> = {},
  deltas: Readonly<Record<number, number>> = {},
): StrikeView => ({
  underlying: underlying * 100,
  strikes: strikes.map((strike) => strike * 100),
  premiumOf: (right, strike) => {
    const premium = premiums[right]?.[strike / 100];
    return premium === undefined ? null : premium * 100;
  },
  deltaOf: (_right, strike) => deltas[strike / 100] ?? null,
});

const hundreds = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 100 + 1 }, (_, index) => from + index * 100);

const choose = (rule: StrikeRule, right: OptionRight, view: StrikeView, side: 'buy' | 'sell' = 'sell') => {
  const strike = chooseStrike(rule, right, side, view);
  return strike.ok ? strike.value / 100 : strike.failure.message;
};

describe('at the money', () => {
  const strikes = [16_900, 16_950, 17_000, 17_050, 17_100];
  const at = (steps: number, right: OptionRight, underlying = 17_010) =>
    choose({ by: 'at-the-money', steps }, right, chain(underlying, strikes));

  it('is the nearest listed strike, the lower of two that are equally near', () => {
    expect([at(0, 'call'), at(0, 'call', 17_040), at(0, 'put', 17_025)]).toEqual([17_000, 17_050, 17_000]);
  });

  it('and so many listed strikes out of the money: up for calls, down for puts', () => {
    expect([at(2, 'call'), at(2, 'put'), at(-1, 'call'), at(-1, 'put')]).toEqual([
      17_100, 16_900, 16_950, 17_050,
    ]);
  });

  it('beyond the list there is none', () => {
    expect(at(5, 'call')).toBe('No strike is listed 5 steps from the money.');
    expect(choose({ by: 'at-the-money', steps: 0 }, 'call', chain(100, []))).toBe('No strikes are listed.');
  });
});

describe('by premium', () => {
  const view = chain(17_000, [17_000, 17_100, 17_200, 17_300], {
    call: { 17_000: 120, 17_100: 82, 17_200: 48, 17_300: 30 },
  });
  const by = (rupees: number, choice: 'nearest' | 'at-least' | 'at-most') =>
    choose({ by: 'premium', rupees, choose: choice }, 'call', view);

  it('nearest, at least, at most', () => {
    expect([by(70, 'nearest'), by(50, 'at-least'), by(70, 'at-most')]).toEqual([17_100, 17_100, 17_200]);
    expect(by(500, 'at-least')).toBe('No option has a premium of 500.00.');
  });

  it('of a range the dearest is sold and the cheapest bought', () => {
    const rule = { by: 'premium-range', from: 40, to: 90 } as const;
    expect([choose(rule, 'call', view, 'sell'), choose(rule, 'call', view, 'buy')]).toEqual([17_100, 17_200]);
    expect(choose({ by: 'premium-range', from: 1, to: 2 }, 'call', view)).toBe(
      'No option has a premium between 1.00 and 2.00.',
    );
  });
});

describe('by the straddle at the money', () => {
  const strikes = hundreds(41_000, 44_000);
  const calls = { 42_400: 525 - 300, 42_900: 150, 42_700: 212, 42_600: 260 };
  const view = chain(42_400, strikes, { call: calls, put: { 42_400: 300 } });

  it('40 % of a straddle of 525 is a premium of 210: the nearest to it', () => {
    expect(choose({ by: 'straddle-premium', percent: 40 }, 'call', view)).toBe(42_700);
  });

  it('one straddle away is 525 above and below', () => {
    expect(choose({ by: 'straddle-width', times: 1 }, 'call', view)).toBe(42_900);
    expect(choose({ by: 'straddle-width', times: 1 }, 'put', view)).toBe(41_900);
  });

  it('without both of its premiums there is none', () => {
    const half = chain(42_400, strikes, { call: calls });
    for (const rule of [
      { by: 'straddle-premium', percent: 40 },
      { by: 'straddle-width', times: 1 },
    ] as const)
      expect(choose(rule, 'call', half)).toBe('The straddle at the money has no price.');
  });
});

describe('by percent and by delta', () => {
  const strikes = hundreds(41_000, 44_000);

  it.each([
    [0.5, 'call', 42_600],
    [1.5, 'call', 43_000],
    [0.5, 'put', 42_200],
    [1.5, 'put', 41_800],
    [-0.5, 'call', 42_200],
  ] as const)('%d %% out of the money, %s', (percent, right, strike) => {
    expect(choose({ by: 'percent-away', percent }, right, chain(42_400, strikes))).toBe(strike);
  });

  it('the nearest absolute delta, of puts too', () => {
    const view = chain(100, [90, 95, 100], {}, { 90: -0.12, 95: -0.28, 100: -0.5 });
    expect(choose({ by: 'delta', delta: 0.3 }, 'put', view)).toBe(95);
    expect(choose({ by: 'delta', delta: 0.3 }, 'put', chain(100, [100]))).toBe(
      'No option has a delta: none has a price.',
    );
  });
});

it('is always a listed strike, or a sentence', () => {
  const rule = fc.oneof(
    fc.record({ by: fc.constant('at-the-money' as const), steps: fc.integer({ min: -50, max: 50 }) }),
    fc.record({
      by: fc.constant('percent-away' as const),
      percent: fc.double({ min: -50, max: 50, noNaN: true }),
    }),
    fc.record({
      by: fc.constant('straddle-width' as const),
      times: fc.double({ min: -10, max: 10, noNaN: true }),
    }),
    fc.record({
      by: fc.constant('premium' as const),
      rupees: fc.double({ min: 0.05, max: 5_000, noNaN: true }),
      choose: fc.constantFrom('nearest' as const, 'at-least' as const, 'at-most' as const),
    }),
  );
  const strikes = fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 20 });
  fc.assert(
    fc.property(
      rule,
      strikes,
      fc.integer({ min: 1, max: 900 }),
      fc.boolean(),
      (wanted, listed, spot, isCall) => {
        const ascending = [...listed].sort((a, b) => a - b);
        const premiums = Object.fromEntries(ascending.map((strike) => [strike, 1 + (strike % 7)]));
        const view = chain(spot, ascending, { call: premiums, put: premiums });
        const found = choose(wanted, isCall ? 'call' : 'put', view);
        if (typeof found === 'number') expect(ascending).toContain(found);
        else expect(found).toMatch(/\.$/);
      },
    ),
  );
});
