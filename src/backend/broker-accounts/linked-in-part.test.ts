import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SQLITE_TROUBLES } from '../../../tests/support/failing-statements.ts';
import { LivePeople } from '../../../tests/support/live-person.ts';
import { ownLink } from '../../../tests/support/live-sample.ts';
import { LiveRun } from './live-run.ts';

const people = new LivePeople();
beforeEach(() => people.open());
afterEach(async () => {
  vi.restoreAllMocks();
  await people.server.dispose();
});

it.each([
  ['a first account', false],
  ['an account in place of another', true],
])('%s that was written but could not be read is said to be linked, and connects', async (_, isSecond) => {
  const user = await people.server.register('in-part');
  const { id } = await user.call('profile.mine', {});
  if (isSecond) await user.call('live.link', ownLink());
  vi.spyOn(LiveRun.prototype, 'restore').mockRejectedValueOnce(new Error(SQLITE_TROUBLES.io));
  const link = ownLink();
  const { status, body } = await user.ask('live.link', link);
  expect([status, body.message]).toEqual([
    503,
    'Angel One is linked, but not connected yet. TrickDesk tries again by itself.',
  ]);
  const { brokerAccounts, database } = people.server.backend.parts;
  await expect
    .poll(() => brokerAccounts.accountOf(id)?.run.isConnected, { timeout: 30_000, interval: 200 })
    .toBe(true);
  const rows = await database.read
    .selectFrom('broker_accounts')
    .select('id')
    .where('user_id', '=', id)
    .execute();
  expect(rows.map((row) => row.id)).toEqual([brokerAccounts.accountOf(id)?.row.id]);
});
