import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStream } from '../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it('a market that stands still is published at once to all subscribers, as an alert when it lasts, and when it goes on', async () => {
  const people = [await server.register('stall0'), await server.register('stall1')];
  const streams = await Promise.all(people.map(({ accessToken }) => openStream(server.url, accessToken)));
  const { marketRuns: trading } = server.backend.parts;
  const { simulated } = trading;
  const states = (index: number) =>
    (streams[index]?.received ?? []).flatMap(({ event }) =>
      event.type === 'market' ? [event.feed.state] : [],
    );
  const titles = async (index: number) =>
    ((await people[index]?.call('alerts.list', {}))?.notification_list ?? []).map(({ title }) => title);

  const onTicks = simulated.execution.onTicks.bind(simulated.execution);
  simulated.execution.onTicks = () => Promise.reject(new Error('database or disk is full'));
  await trading.setSpeed(simulated, 600);
  for (const index of [0, 1])
    await until('the state', () => Promise.resolve(states(index).includes('stalled')));
  expect(await titles(0)).toEqual([]);
  for (const index of [0, 1])
    await until('the alert', async () => (await titles(index)).includes('The market feed stands still'));
  simulated.execution.onTicks = onTicks;
  for (const index of [0, 1])
    await until('the end', async () => (await titles(index))[0] === 'The market feed goes on', 40_000);
  expect(await titles(1)).toHaveLength(2);
  expect(states(0).at(-1)).toBe('running');
  for (const stream of streams) stream.close();
}, 90_000);
