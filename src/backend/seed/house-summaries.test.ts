import { expect, it } from 'vitest';
import { inHindi } from '../../shared/server-text/hindi.ts';
import { HOUSE_LEG_STRATEGIES } from './house-leg-strategies.ts';

it('in Hindi a summary of the house stands in Hindi or as it was written, never half of each', () => {
  const mixed = HOUSE_LEG_STRATEGIES.map(({ summary }) => inHindi(summary)).filter(
    (shown) => /\p{Script=Devanagari}/u.test(shown) && /[a-z]{4,} [a-z]{2,} [a-z]{2,}/.test(shown),
  );
  expect(mixed).toEqual([]);
});

it('in Hindi the reason of an order of a leg is Hindi, too', () => {
  expect(inHindi('Leg 4')).toBe('लेग 4');
});
