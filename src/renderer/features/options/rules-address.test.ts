import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXPIRY_CHOICES, LEG_LIMITS } from '../../../shared/leg-document.ts';
import { rulesOfText, rulesText } from './rules-address.ts';

const rule = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom('call' as const, 'put' as const),
  lots: fc.integer({ min: 1, max: LEG_LIMITS.lots }),
  expiry: fc.constantFrom(...EXPIRY_CHOICES),
  steps: fc.integer({ min: -LEG_LIMITS.steps, max: LEG_LIMITS.steps }),
});

it('rules come back from an address as they were', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: LEG_LIMITS.legs }), (rules) => {
      expect(rulesOfText(rulesText(rules))).toEqual(rules);
    }),
  );
});

it.each([
  '',
  'sell',
  'hold.call.1.this-week.0',
  'sell.call.0.this-week.0',
  'sell.call.1.this-year.0',
  'sell.put.1.this-week.51',
])('an address with “%s” has no leg', (text) => expect(rulesOfText(text)).toEqual([]));
