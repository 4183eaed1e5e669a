import { expect, test } from 'vitest';
import { TokenQueue } from '../../src/main/gateway/token-queue.ts';
import { openVault } from '../../src/main/vault/vault.ts';
import { memoryStore } from '../../src/main/vault/secret-store.ts';
import { succeed } from '../../src/shared/failure.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const full = (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device, write'));
/** The file of this computer on a disk that is full. */
const FULL_FILE = {
  get: () => undefined,
  set: () => {
    throw new Error('ENOSPC: no space left on device, write');
  },
};
/** Secrets in files, on the same disk. */
const fullStore = () => ({ ...memoryStore(), keptIn: 'safe-storage' as const, write: full, clear: full });

test('a vault on a full disk goes on in memory and never fails', async () => {
  const vault = await openVault([fullStore()], quiet, { file: FULL_FILE });
  await vault.write('session', 'renewed');
  expect([vault.keptIn, await vault.read('session')]).toEqual(['memory', 'renewed']);
  await vault.clear('session');
  expect(await vault.read('session')).toBeNull();
});

test('a call goes on with the renewed token although the session could not be kept', async () => {
  const queue = new TokenQueue({
    renew: () => Promise.resolve(succeed({ accessToken: 'new', refreshToken: 'next' })),
    keep: full,
    revoke: () => undefined,
    onExpired: () => undefined,
  });
  queue.begin({ accessToken: null, refreshToken: 'kept' });
  const lateness = new Promise((resolve) => setTimeout(() => resolve('nobody answered'), 500));
  expect(await Promise.race([queue.pass(), lateness])).toMatchObject({ ok: true });
});
