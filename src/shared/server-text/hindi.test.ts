import { expect, it } from 'vitest';
import { inHindi } from './hindi.ts';

it('has the reason with which an entry of a leg is withdrawn', () => {
  const reason = 'Another leg was not entered, or the structure is closed';
  expect(inHindi(reason)).not.toBe(reason);
});
