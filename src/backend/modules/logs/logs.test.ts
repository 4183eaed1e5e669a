import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('a new line is published on the stream, and is in the list by then', async () => {
  const user = await server.register('follow');
  const stream = await openStream(server.url, user.accessToken);
  await user.call('profile.updatePersonal', { city: 'Pune' });
  await until('the event', () => Promise.resolve(stream.received.some(({ event }) => event.type === 'log')));
  expect(stream.received.map(({ event }) => event)).toContainEqual({ type: 'log', kind: 'activity' });
  const { log_list } = await user.call('logs.activity');
  expect(log_list[0]).toMatchObject({
    topic: 'profile',
    text: 'Changed the personal details.',
    level: 'info',
  });
  stream.close();
});

it('lines are found by level and by text', async () => {
  const user = await server.register('filter');
  await user.call('profile.updatePersonal', { city: 'Pune' });
  const texts = async (input: Parameters<typeof user.call<'logs.activity'>>[1]) =>
    (await user.call('logs.activity', input)).log_list.map((line) => line.text);
  expect(await texts({ search: 'PERSONAL' })).toEqual(['Changed the personal details.']);
  expect(await texts({ search: '%' })).toEqual([]);
  expect(await texts({ level: 'error' })).toEqual([]);
  expect(await texts({ level: 'info' })).toEqual(['Changed the personal details.', 'Account created.']);
});
