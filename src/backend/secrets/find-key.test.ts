import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { trySignIn } from '../../../tests/support/signed-in.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { KEY_PRINT } from './find-key.ts';
import { HOUSE } from '../db/database.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const PAN = 'ABCPE1234F';

let dataDir = '';
let server: TestBackend | null = null;
/** It stands still: no code expires between its making and its use. */
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') };
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-key-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(dataDir, { recursive: true });
});

/** Starts anew with the keys that the vault hands over; without a word on them as on a server. */
const start = async (...dataKeys: (string | null)[]): Promise<TestBackend> => {
  await server?.close();
  server = await startTestBackend({
    dataDir,
    clock,
    dataKeys: dataKeys.length === 0 ? undefined : dataKeys.filter((key) => key !== null),
  });
  return server;
};

const code = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(clock.now() / 1000) + steps * 30 });

/** Somebody with two-step sign-in, and its secret. */
const withTwoSteps = async (name: string): Promise<{ user: TestUser; secret: string }> => {
  const user = await server!.register(name);
  const { secret } = await user.call('profile.totp', { action: 'enrol' });
  await user.call('profile.totp', { action: 'confirm', code: code(secret!, -1) });
  return { user, secret: secret! };
};

const forgetPrint = (): Promise<void> =>
  server!.backend.parts.database.write(HOUSE, async ({ query }) => {
    await query.deleteFrom('meta').where('key', '=', KEY_PRINT).execute();
  });

it('a keychain that is away for one run changes nothing: what it sealed opens again in the next', async () => {
  const key = newKey();
  await start(key);
  const { user, secret } = await withTwoSteps('away');
  await start(null);
  expect(server!.backend.keyState).toBe('missing');
  const answer = await trySignIn(server!, user.email, { totp: code(secret) });
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('Unlock it')]);
  expect(existsSync(join(dataDir, 'data.key'))).toBe(false);
  await start(key);
  expect(server!.backend.keyState).toBe('fits');
  expect((await trySignIn(server!, user.email, { totp: code(secret) })).status).toBe(200);
});

it('while the key is away nothing is sealed or verified, and everything else goes on', async () => {
  const key = newKey();
  await start(key);
  const user = await server!.register('nothing-sealed');
  await start(null);
  const again = await server!.register('someone-else');
  for (const [id, input] of [
    ['profile.totp', { action: 'enrol' }],
    ['profile.verifyPan', { pan: PAN, fullName: 'Someone Tester', dob: '1990-01-01' }],
  ] as const) {
    const answer = await again.ask(id, input);
    expect([id, answer.status, answer.body.message]).toEqual([id, 422, expect.stringContaining('Unlock it')]);
  }
  expect((await again.ask('strategies.mine')).status).toBe(200);
  expect((await trySignIn(server!, user.email)).status).toBe(200);
  const { database } = server!.backend.parts;
  expect(await database.read.selectFrom('second_factors').selectAll().execute()).toEqual([]);
});

it.each([
  ['another key', newKey()],
  ['a key that is none', 'short'],
])('%s is not used in place of the right one', async (_what, wrong) => {
  const key = newKey();
  await start(key);
  const { user, secret } = await withTwoSteps('wrong-key');
  await start(wrong);
  expect(server!.backend.keyState).toBe('another');
  const answer = await trySignIn(server!, user.email, { totp: code(secret) });
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('is not the one')]);
  await start(key);
  expect((await trySignIn(server!, user.email, { totp: code(secret) })).status).toBe(200);
});

it('a wrong key is known by what is sealed where an older version kept no check value', async () => {
  const key = newKey();
  await start(key);
  await withTwoSteps('older');
  await forgetPrint();
  await start(newKey());
  expect(server!.backend.keyState).toBe('another');
  await start(key);
  expect(server!.backend.keyState).toBe('fits');
});

it('a server draws its key once, for its owner only, and makes no other when the file is gone', async () => {
  await start();
  const file = join(dataDir, 'data.key');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  await start();
  expect(server!.backend.keyState).toBe('fits');
  await withTwoSteps('on-a-server');
  rmSync(file);
  await start();
  expect([server!.backend.keyState, existsSync(file)]).toEqual(['missing', false]);
});

it('nobody on a server is asked to unlock a keychain that a server does not have', async () => {
  await start();
  await withTwoSteps('sealed-there');
  const file = join(dataDir, 'data.key');
  for (const lose of [() => rmSync(file), () => writeFileSync(file, newKey())]) {
    lose();
    await start();
    const user = await server!.register(`on-a-server-${server!.backend.keyState}`);
    const answer = await user.ask('profile.totp', { action: 'enrol' });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('Whoever runs it')]);
  }
});

it('a desktop that had its key in a file reads on what was sealed with it', async () => {
  await start();
  const { user, secret } = await withTwoSteps('from-file');
  await forgetPrint();
  await start(newKey());
  expect(server!.backend.keyState).toBe('fits');
  expect((await trySignIn(server!, user.email, { totp: code(secret) })).status).toBe(200);
});

it('while nothing is sealed another key takes the place of the one before', async () => {
  await start();
  await server!.register('nothing-yet');
  const key = newKey();
  await start(key);
  expect(server!.backend.keyState).toBe('fits');
  await withTwoSteps('sealed-now');
  await start(newKey());
  expect(server!.backend.keyState).toBe('another');
  await start(key);
  expect(server!.backend.keyState).toBe('fits');
});

it('of several keys the one that the data was sealed with is used, whatever the keychain held before', async () => {
  const key = newKey();
  await start(key);
  const { user, secret } = await withTwoSteps('several');
  await start(newKey(), key);
  expect(server!.backend.keyState).toBe('fits');
  expect((await trySignIn(server!, user.email, { totp: code(secret) })).status).toBe(200);
  await forgetPrint();
  await start(newKey(), 'short', key);
  expect(server!.backend.keyState).toBe('fits');
  await start(newKey(), newKey());
  expect(server!.backend.keyState).toBe('another');
});
