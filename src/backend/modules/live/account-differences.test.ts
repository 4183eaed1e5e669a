import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLiveSample } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
let user: TestUser;
let differenceId: number;

beforeAll(async () => {
  const links = new SeededLinks(Date.now);
  server = await startTestBackend({ linkBroker: links.link });
  user = await server.register('differences');
  ({ differenceId } = await addLiveSample(server, user, links));
});
afterAll(() => server.dispose());

const shown = async () => {
  const { differences } = await user.call('live.differences', {});
  return differences.find((one) => one.differenceId === differenceId);
};

it('a decision about quantities that have changed since they were looked at is refused, and nothing is decided', async () => {
  const settle = (theirs: number) =>
    user.ask('live.settleDifference', { differenceId, resolution: 'leave-alone', ours: 10, theirs });
  const { status, body } = await settle(4);
  expect([status, body.message]).toEqual([
    409,
    'The quantities have changed since: TrickDesk holds 10, the account 0. Look again, then decide.',
  ]);
  expect(await shown()).toMatchObject({ status: 'open', resolution: null });
  expect((await settle(0)).status).toBe(200);
  expect(await shown()).toMatchObject({ status: 'open', resolution: 'leave-alone' });
});
