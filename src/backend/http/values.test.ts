import { expect, it } from 'vitest';
import { hasMoreValues } from './values.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['{"a":[1,2,3],"b":{}}', 6],
  ['[[],[],[]]', 6],
  ['{"text":"1,2,3 [{ \\" , , , \\\\","next":"ü,₹,"}', 2],
])('%s holds no more values than its commas and openings say', (json, values) => {
  expect([hasMoreValues(bytes(json), values), hasMoreValues(bytes(json), values - 1)]).toEqual([false, true]);
});

it('a long text is one value', () => {
  expect(hasMoreValues(bytes(JSON.stringify({ text: '"1,2\\'.repeat(100_000) })), 1)).toBe(false);
});
