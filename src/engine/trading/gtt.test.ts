import { describe, expect, it } from 'vitest';
import { GTT_STATES, MAY_TRIGGER } from '../../shared/gtt-states.ts';
import { GTT_EVENTS, hasSameTerms, matchRule, nextGttState } from './gtt.ts';

/** Every pair that leads somewhere. All others change nothing. */
const PAIRS: Readonly<Record<string, string>> = {
  'submitted accept': 'accepted',
  'submitted refuse': 'refused',
  'submitted lose-answer': 'unknown',
  'submitted leave': 'left',
  'unknown see-resting': 'resting',
  'unknown see-sent': 'sent',
  'unknown see-cancelled': 'cancelled',
  'unknown see-gone': 'cancelled',
  'unknown see-over': 'expired',
  'unknown write-off': 'written-off',
  'unknown leave': 'left',
  'accepted see-resting': 'resting',
  'accepted see-sent': 'sent',
  'accepted see-cancelled': 'cancelled',
  'accepted see-missing': 'unknown',
  'accepted see-gone': 'cancelled',
  'accepted see-over': 'expired',
  'accepted leave': 'left',
  'resting see-resting': 'resting',
  'resting see-sent': 'sent',
  'resting see-cancelled': 'cancelled',
  'resting see-missing': 'unknown',
  'resting see-gone': 'cancelled',
  'resting see-over': 'expired',
  'resting leave': 'left',
  'written-off see-resting': 'resting',
  'written-off see-sent': 'sent',
  'written-off see-cancelled': 'cancelled',
  'written-off leave': 'left',
};

describe('the life of a GTT order', () => {
  it.each(GTT_STATES.flatMap((state) => GTT_EVENTS.map((event) => [state, event] as const)))(
    'of one that is %s, after %s',
    (state, event) => {
      expect(nextGttState(state, event)).toBe(PAIRS[`${state} ${event}`] ?? null);
    },
  );

  it('is never made to rest by an answer, and in doubt it still counts', () => {
    for (const state of GTT_STATES)
      for (const event of ['accept', 'lose-answer', 'write-off'] as const)
        expect(nextGttState(state, event)).not.toBe('resting');
    expect(MAY_TRIGGER).toContain('unknown');
    expect(MAY_TRIGGER).toContain('submitted');
  });
});

const TERMS = { side: 'buy', quantity: 10, trigger: 390_00, price: 391_00 } as const;
const rule = (ruleId: string, change: Partial<typeof TERMS> | null = {}) => ({
  ruleId,
  terms: change && { ...TERMS, ...change },
});
const known = { before: new Set(['1']), taken: new Set(['2']) };

describe('a rule of the list', () => {
  it('is ours if it is new, nobody has it, and no other is like it', () => {
    const others = [rule('1'), rule('2'), rule('4', { quantity: 11 } as never)];
    expect(matchRule(TERMS, [...others, rule('3')], known)).toEqual({ kind: 'one', ruleId: '3' });
    expect(matchRule(TERMS, others, known)).toEqual({ kind: 'none' });
  });

  it('is nobody knows whose when two are alike, or one cannot be read', () => {
    expect(matchRule(TERMS, [rule('3'), rule('5')], known)).toEqual({ kind: 'several' });
    expect(matchRule(TERMS, [rule('3'), rule('5', null)], known)).toEqual({ kind: 'several' });
    expect(matchRule(TERMS, [rule('5', null)], known)).toEqual({ kind: 'several' });
  });

  it.each([
    ['side', { side: 'sell' }],
    ['quantity', { quantity: 9 }],
    ['trigger', { trigger: 390_05 }],
    ['limit', { price: 391_05 }],
  ] as const)('is another by its %s', (_, change) => {
    expect(hasSameTerms(TERMS, { ...TERMS, ...change })).toBe(false);
  });
});
