import { expect, it } from 'vitest';
import { startTestBackend } from '../../../tests/support/test-backend.ts';
import { holdsNul } from './nul-text.ts';

it('tells NUL from a text that looks like it', () => {
  for (const text of ['a\0b', '\0', '\\\0'] as const) expect(holdsNul(JSON.stringify([text]))).toBe(true);
  expect(holdsNul(JSON.stringify({ 'a\0': 1 }))).toBe(true);
  for (const text of ['a', '\\u0000', '\\\\u0000', '\u0001'] as const)
    expect(holdsNul(JSON.stringify([text])), text).toBe(false);
});

it('a text with NUL is refused where it comes in, so that no backup is refused for it', async () => {
  const desk = await startTestBackend();
  const user = await desk.register('nul');
  const answer = await user.ask('tickets.add', { subject: 'A\0B', category: 'other', body: 'C' });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'The request holds a character (NUL) that no text has.',
  ]);
  await desk.dispose();
});
