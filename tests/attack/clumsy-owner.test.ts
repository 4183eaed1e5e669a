import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestCode } from '../support/outbox.ts';
import { TEST_API_TOKEN, startTestBackend, type TestBackend } from '../support/test-backend.ts';

const TRIES = 6;
const DOOR = { 'x-api-token': TEST_API_TOKEN };
let desk: TestBackend;
beforeAll(async () => {
  desk = await startTestBackend();
});
afterAll(() => desk.dispose());

it('new passwords that are not good enough lock nobody out who knows the old one', async () => {
  const user = await desk.register('not-inventive');
  const change = (newPassword: string) =>
    user.ask('profile.changePassword', { oldPassword: 'a long enough password', newPassword });
  for (let count = 0; count < TRIES; count++) expect((await change('password123')).status).toBe(400);
  expect((await change('an entirely other one')).status).toBe(200);
});

it('new passwords that are not good enough do not use up a right reset code', async () => {
  const user = await desk.register('forgetful');
  await desk.post('/jwt/forgot-password', { email: user.email }, DOOR);
  await expect.poll(() => newestCode(desk.dataDir, user.email)).not.toBeNull();
  const code = newestCode(desk.dataDir, user.email);
  const reset = (newPassword: string) =>
    desk.post('/jwt/reset-password', { email: user.email, code, newPassword }, DOOR);
  for (let count = 0; count < TRIES; count++) expect((await reset('password123')).status).toBe(400);
  expect((await reset('an entirely other one')).status).toBe(200);
});

it('nobody on a server is told to unlock a keychain that a server does not have', async () => {
  const server = await startTestBackend();
  const user = await server.register('on-a-server');
  const { dataDir } = server;
  await server.close();
  const file = join(dataDir, 'data.key');
  expect(existsSync(file)).toBe(true);
  rmSync(file);
  const again = await startTestBackend({ dataDir });
  const other = await again.register('on-the-server-too');
  const answer = await other.ask('profile.totp', { action: 'enrol' });
  await again.dispose();
  expect(user.email).not.toBe(other.email);
  expect(answer.status).toBe(422);
  expect(answer.body.message).not.toMatch(/keychain/);
});
