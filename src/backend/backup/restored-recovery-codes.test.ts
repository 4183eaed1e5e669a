import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterEach, expect, it } from 'vitest';
import { runDataTask } from './data-tasks.ts';
import { acceptRestored, settle } from './pending-change.ts';
import { trySignIn } from '../../../tests/support/signed-in.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
let folder = '';
let server: TestBackend;
afterEach(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const signIn = async (email: string, totp: string): Promise<number> =>
  (await trySignIn(server, email, { totp })).status;

it('a recovery code that was used or replaced since the backup does not come back with it', async () => {
  let now = Date.parse('2026-11-21T10:00:00+05:30');
  const clock = { now: () => now };
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-codes-'));
  server = await startTestBackend({ clock, dataKeys: [KEY] });
  const { dataDir } = server;
  const place = { dataDir, dataKeys: [KEY] };
  const user = await server.register('with-codes');
  const { secret } = await user.call('profile.totp', { action: 'enrol' });
  const code = generateSync({ secret: secret!, epoch: Math.floor(now / 1000) });
  const { recoveryCodes } = await user.call('profile.totp', { action: 'confirm', code });
  const [used, replaced] = recoveryCodes!;
  const path = join(folder, 'before.trickdesk');
  await runDataTask({ kind: 'back-up', path, app: '1' }, place, clock);

  expect(await signIn(user.email, used!)).toBe(200);
  const { recoveryCodes: fresh } = await user.call('profile.newRecoveryCodes');
  await server.close();
  now += 60_000;
  await runDataTask({ kind: 'stage', path }, place, clock);
  await runDataTask({ kind: 'restore' }, place, clock);
  expect(settle(dataDir).outcome).toBe('restored');
  acceptRestored(dataDir);
  server = await startTestBackend({ clock, dataDir, dataKeys: [KEY] });
  expect([
    await signIn(user.email, used!),
    await signIn(user.email, replaced!),
    await signIn(user.email, fresh[0]!),
  ]).toEqual([401, 401, 200]);
});
