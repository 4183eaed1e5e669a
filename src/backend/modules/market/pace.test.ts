import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ isShared: true });
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it('nobody on a server sets the pace of the market that all of them share', async () => {
  const [one, other] = [await server.register('pace-one'), await server.register('pace-other')];
  const { speed } = (await other.call('market.feed')).feed;
  const answer = await one.ask('market.pace', { speed: 600 });
  expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('shares')]);
  expect((await other.call('market.feed')).feed.speed).toBe(speed);
});
