import { expect, it } from 'vitest';
import { startTestBackend } from '../../../tests/support/test-backend.ts';
import { fieldsWithNul } from './nul-text.ts';

const fieldsOf = (body: unknown) => fieldsWithNul(JSON.stringify(body), body);

it('distinguishes NUL from a text that looks like it, and names the field', () => {
  for (const text of ['a\0b', '\0', '\\\0'])
    expect(fieldsOf({ name: text, other: 'good' })).toEqual(['name']);
  expect(fieldsOf({ list: [{ deep: 'a\0' }] })).toEqual(['list']);
  for (const text of ['a', '\\u0000', '\\\\u0000', '\u0001'])
    expect(fieldsOf({ name: text }), text).toBeNull();
});

it('a text with NUL is refused where it comes in, so that no backup is refused for it', async () => {
  const server = await startTestBackend();
  const user = await server.register('nul');
  const answer = await user.ask('tickets.add', { subject: 'A\0B', category: 'other', body: 'C' });
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'The request holds a character (NUL) that no text has.',
  ]);
  await server.dispose();
});
