import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../../tests/support/signed-in.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { DAY_MS } from '../../shared/time.ts';
import { KEPT_DAYS, prune } from './retention.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

let passed = 0;
const began = Date.now();
const clock = { now: () => Date.now() + passed };
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ clock });
});
afterAll(() => server.dispose());

const countOf = async (table: 'sessions' | 'refresh_tokens' | 'logs' | 'alerts' | 'order_events') =>
  (
    await server.backend.parts.database.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const refresh = (refreshToken: string) =>
  server.post('/jwt/refresh-token', { refreshToken }, { 'x-api-token': 'test-api-token' });
const pruneNow = () => prune({ database: server.backend.parts.database, clock });

it('a session in use stays, its spent tokens and ended sessions go after their days', async () => {
  const user = await server.register('kept');
  const { bearer } = await signIn(server, user.email);
  expect((await server.post('/jwt/logout', {}, bearer)).status).toBe(200);
  let token = user.refreshToken;
  for (let round = 0; round < 3; round++) {
    const { data } = (await refresh(token)).body as { data: { refreshToken: string } };
    token = data.refreshToken;
  }
  await pruneNow();
  expect([await countOf('sessions'), await countOf('refresh_tokens')]).toEqual([2, 4]);
  passed = (KEPT_DAYS.spentTokens + 1) * DAY_MS;
  await pruneNow();
  expect([await countOf('sessions'), await countOf('refresh_tokens')]).toEqual([2, 1]);
  expect((await refresh(token)).status).toBe(200);
  passed += (KEPT_DAYS.endedSessions + 1) * DAY_MS;
  await pruneNow();
  expect([await countOf('sessions'), await countOf('refresh_tokens')]).toEqual([0, 0]);
});

it('more than one slice of old lines goes, newer ones and those of others stay', async () => {
  const { database } = server.backend.parts;
  const user = await server.register('lines');
  const { id: userId } = await user.call('profile.mine');
  const line = {
    user_id: userId,
    kind: 'activity',
    level: 'info',
    topic: 'x',
    text: 'x',
    strategy_id: null,
  } as const;
  const now = began + passed;
  await writeForAll(database, async ({ query }) => {
    await query.deleteFrom('logs').execute();
    for (let index = 0; index < 1_201; index++)
      await query
        .insertInto('logs')
        .values({ ...line, at: now - (index < 1_200 ? KEPT_DAYS.logs + 1 : KEPT_DAYS.logs - 1) * DAY_MS })
        .execute();
  });
  await pruneNow();
  expect(await countOf('logs')).toBe(1);
});
