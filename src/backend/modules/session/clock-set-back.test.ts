import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
} from '../../../../tests/support/test-backend.ts';

const HOUR = 3_600_000;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now } });
});
afterAll(() => server.dispose());

it('a spent token gives no new pair for the hour by which the clock was set back', async () => {
  const { refreshToken } = await server.register('set-back');
  const refresh = () =>
    server.post('/jwt/refresh-token', { refreshToken }, { 'x-api-token': TEST_API_TOKEN });
  expect((await refresh()).status).toBe(200);
  now -= HOUR;
  now += HOUR / 2;
  expect((await refresh()).status).toBe(401);
});
