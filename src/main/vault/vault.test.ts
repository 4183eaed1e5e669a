import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataKeysOf } from './data-key.ts';
import { encryptedFileStore } from './encrypted-file-store.ts';
import type { Encryption } from './encrypted-file-store.ts';
import { keychainStore } from './keychain-store.ts';
import type { Keychain } from './keychain-store.ts';
import { openVault } from './vault.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const workingKeychain = (): Keychain & { values: Map<string, string> } => {
  const values = new Map<string, string>();
  return {
    values,
    getPassword: (_service, account) => Promise.resolve(values.get(account) ?? null),
    setPassword: (_service, account, value) => Promise.resolve(void values.set(account, value)),
    deletePassword: (_service, account) => Promise.resolve(values.delete(account)),
  };
};
const forever = new Promise<never>(() => undefined);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vault-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (char) =>
    String.fromCharCode(char.charCodeAt(0) + (char.toLowerCase() < 'n' ? 13 : -13)),
  );
const encryption = (backend: string): Encryption => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => backend,
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(rot13(text))),
  decryptStringAsync: (encrypted) => Promise.resolve({ result: rot13(encrypted.toString()) }),
});

describe('with a keychain', () => {
  test('secrets outlive the process, each data folder with its own', async () => {
    const keychain = workingKeychain();
    const places = (data: string) => [keychainStore(() => Promise.resolve(keychain), data)];
    const vault = await openVault(places('/home/a'), quiet);
    expect(vault.keptIn).toBe('keychain');
    await vault.write('session', 'secret');
    expect(await (await openVault(places('/home/a'), quiet)).read('session')).toBe('secret');
    expect(await (await openVault(places('/home/b'), quiet)).read('session')).toBeNull();
    await vault.clear('session');
    expect(await (await openVault(places('/home/a'), quiet)).read('session')).toBeNull();
  });

  test('the data key is made once and is 32 bytes', async () => {
    const keychain = workingKeychain();
    const places = [keychainStore(() => Promise.resolve(keychain), folder)];
    const made = await dataKeysOf(await openVault(places, quiet));
    expect(made.map((key) => Buffer.from(key, 'base64').length)).toEqual([32]);
    expect(await dataKeysOf(await openVault(places, quiet))).toEqual(made);
  });

  test('a data key that was tampered with is not replaced: there may be one of before in a copy', async () => {
    const keychain = workingKeychain();
    const vault = await openVault([keychainStore(() => Promise.resolve(keychain), folder)], quiet);
    await vault.write('data-key', 'short');
    expect(await dataKeysOf(vault)).toEqual(['short']);
  });
});

describe('without a keychain', () => {
  const broken: [string, () => Promise<Keychain>][] = [
    ['missing', () => Promise.reject(new Error("Cannot find package 'keytar'"))],
    [
      'locked',
      () => Promise.resolve({ ...workingKeychain(), getPassword: () => Promise.reject(new Error('locked')) }),
    ],
    ['hanging', () => Promise.resolve({ ...workingKeychain(), getPassword: () => forever })],
  ];
  test.each(broken)('%s: the session lives in memory and no data key is returned', async (_what, load) => {
    const before = Date.now();
    const vault = await openVault([keychainStore(load, folder)], quiet, { timing: { firstPollMs: 50 } });
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(vault.keptIn).toBe('memory');
    await vault.write('session', 'secret');
    expect(await vault.read('session')).toBe('secret');
    expect(await dataKeysOf(vault)).toEqual([]);
  });

  test('the system’s encryption is the second choice, and what is on disk is not the secret', async () => {
    const places = () => [
      keychainStore(() => Promise.reject(new Error('no keytar')), folder),
      encryptedFileStore(encryption('gnome_libsecret'), folder, 'linux'),
    ];
    const vault = await openVault(places(), quiet);
    expect(vault.keptIn).toBe('safe-storage');
    await vault.write('session', 'secret');
    expect(readFileSync(join(folder, 'session.secret'), 'utf8')).not.toContain('secret');
    // Windows has no such bits: there the folder of a person is theirs.
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'session.secret')).mode & 0o777).toBe(0o600);
    expect(await (await openVault(places(), quiet)).read('session')).toBe('secret');
  });

  test('encryption with a known key is no encryption', async () => {
    const vault = await openVault([encryptedFileStore(encryption('basic_text'), folder, 'linux')], quiet);
    expect(vault.keptIn).toBe('memory');
  });
});

test('a keychain that breaks later loses nothing of this run and is owned up to', async () => {
  const keychain = workingKeychain();
  const said: string[] = [];
  const log = { ...quiet, error: (message: string) => void said.push(message) };
  const places = [keychainStore(() => Promise.resolve(keychain), folder)];
  const vault = await openVault(places, log, { timing: { writeMs: 50 } });
  await vault.write('session', 'first');
  keychain.setPassword = () => forever;
  await vault.write('session', 'second');
  expect(await vault.read('session')).toBe('second');
  expect(vault.keptIn).toBe('memory');
  expect(said).toEqual(['Secrets can no longer be kept in keychain']);
});

describe('a keychain that is unlocked later', () => {
  /** A keychain that answers nothing until it is unlocked. */
  const lockedKeychain = () => {
    const keychain = workingKeychain();
    const unlocked = Promise.withResolvers<void>();
    const locked: Keychain = {
      ...keychain,
      getPassword: (service, account) => unlocked.promise.then(() => keychain.getPassword(service, account)),
    };
    return { keychain, load: () => Promise.resolve(locked), unlock: () => unlocked.resolve() };
  };
  const timing = { firstPollMs: 20, unlockingMs: 2_000 };

  test('is gone back to by itself, with the session and the data key that it holds', async () => {
    const { keychain, load, unlock } = lockedKeychain();
    const first = await openVault([keychainStore(() => Promise.resolve(keychain), folder)], quiet);
    await first.write('session', 'of the last run');
    const [key] = await dataKeysOf(first);
    let better = 0;
    const vault = await openVault([keychainStore(load, folder)], quiet, {
      timing,
      onBetter: () => void better++,
    });
    expect([vault.keptIn, await vault.read('session'), await dataKeysOf(vault)]).toEqual([
      'memory',
      null,
      [],
    ]);
    unlock();
    await expect.poll(() => better).toBe(1);
    expect([vault.keptIn, await vault.read('session'), await dataKeysOf(vault)]).toEqual([
      'keychain',
      'of the last run',
      [key],
    ]);
  });

  test('receives what this run has changed, and keeps its data key', async () => {
    const { keychain, load, unlock } = lockedKeychain();
    const first = await openVault([keychainStore(() => Promise.resolve(keychain), folder)], quiet);
    await first.write('session', 'of the last run');
    const [key] = await dataKeysOf(first);
    const places = [
      keychainStore(load, folder),
      encryptedFileStore(encryption('gnome_libsecret'), folder, 'linux'),
    ];
    const vault = await openVault(places, quiet, { timing });
    const [meanwhile] = await dataKeysOf(vault);
    expect(meanwhile).not.toBe(key);
    await vault.write('session', 'of this run');
    unlock();
    expect(await vault.tryAgain()).toBe('keychain');
    expect([await vault.read('session'), await dataKeysOf(vault)]).toEqual(['of this run', [key, meanwhile]]);
    const next = await openVault([keychainStore(() => Promise.resolve(keychain), folder)], quiet);
    expect([await next.read('session'), await next.read('data-key')]).toEqual(['of this run', key]);
  });

  test('forgets a session that was ended meanwhile', async () => {
    const { keychain, load, unlock } = lockedKeychain();
    await (
      await openVault([keychainStore(() => Promise.resolve(keychain), folder)], quiet)
    ).write('session', 'of the last run');
    const vault = await openVault([keychainStore(load, folder)], quiet, { timing });
    await vault.clear('session');
    unlock();
    expect([await vault.tryAgain(), await vault.read('session'), keychain.values.size]).toEqual([
      'keychain',
      null,
      0,
    ]);
  });

  test('takes over the data key that was made while it was away for the first time', async () => {
    const { keychain, load, unlock } = lockedKeychain();
    const file = encryptedFileStore(encryption('gnome_libsecret'), folder, 'linux');
    // The file is read within the first look, on a busy machine too.
    const patient = { timing: { ...timing, firstPollMs: 500 } };
    const [made] = await dataKeysOf(await openVault([keychainStore(load, folder), file], quiet, patient));
    unlock();
    const next = await openVault([keychainStore(() => Promise.resolve(keychain), folder), file], quiet);
    expect([next.keptIn, await dataKeysOf(next)]).toEqual(['keychain', [made]]);
    expect([...keychain.values.values()]).toEqual([made]);
  });

  test('that stays locked is given up after a while, and said to be', async () => {
    const { load } = lockedKeychain();
    const vault = await openVault([keychainStore(load, folder)], quiet, {
      timing: { firstPollMs: 20, unlockingMs: 30 },
    });
    expect(await vault.tryAgain()).toBe('memory');
  });
});
