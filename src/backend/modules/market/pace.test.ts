import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';

let desk: TestBackend;
beforeAll(async () => {
  desk = await startTestBackend({ isShared: true });
  await desk.backend.prepared;
});
afterAll(() => desk.dispose());

it('nobody on a server sets the pace of the market that all of them share', async () => {
  const [one, other] = [await desk.register('pace-one'), await desk.register('pace-other')];
  const { speed } = (await other.call('market.feed')).feed;
  const answer = await one.ask('market.pace', { speed: 600 });
  expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('shares')]);
  expect((await other.call('market.feed')).feed.speed).toBe(speed);
});
