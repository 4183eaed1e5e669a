import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runStep } from '../run-step.mjs';
import { fingerprint, forgetInstall, isInstalled, rememberInstall } from './fingerprint.mjs';
import { withLock } from './lock.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trickdesk-setup-'));
  writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion": 3}');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('what is installed', () => {
  test('a fresh clone has nothing installed', () => {
    expect(isInstalled(root)).toBe(false);
  });

  test('a finished install is remembered', () => {
    rememberInstall(root);
    expect(isInstalled(root)).toBe(true);
  });

  test('an install that was killed half-way is noticed', () => {
    rememberInstall(root);
    forgetInstall(root);
    mkdirSync(join(root, 'node_modules/half-a-package'));
    expect(isInstalled(root)).toBe(false);
  });

  test('another lock file asks for another install', () => {
    rememberInstall(root);
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion": 3, "packages": {}}');
    expect(isInstalled(root)).toBe(false);
  });

  test('native modules of another machine do not count', () => {
    const here = fingerprint(root, { platform: 'linux', arch: 'x64' });
    expect(fingerprint(root, { platform: 'linux', arch: 'arm64' })).not.toBe(here);
    expect(fingerprint(root, { platform: 'darwin', arch: 'x64' })).not.toBe(here);
    expect(fingerprint(root, { platform: 'linux', arch: 'x64' })).toBe(here);
  });
});

describe('two set-ups at once', () => {
  test('the lock is released, also after an error', () => {
    const lock = join(root, 'lock');
    expect(withLock(lock, () => 'done')).toBe('done');
    expect(() =>
      withLock(lock, () => {
        throw new Error('no network');
      }),
    ).toThrow('no network');
    expect(withLock(lock, () => 'again')).toBe('again');
  });

  test('the lock of a set-up that died counts for nothing', () => {
    const lock = join(root, 'lock');
    const beyondAnyPid = 2 ** 22 + 1;
    writeFileSync(lock, String(beyondAnyPid));
    expect(withLock(lock, () => 'done')).toBe('done');
  });
});

test('a step that fails says everything it said, and one that works says nothing', () => {
  const said: string[] = [];
  const original = console.error;
  console.error = (line: string) => void said.push(line);
  try {
    expect(runStep(process.execPath, ['-e', 'console.log("fine")'])).toBe(true);
    expect(said).toEqual([]);
    expect(
      runStep(process.execPath, [
        '-e',
        'console.log("before"); console.error("no space left"); process.exit(3)',
      ]),
    ).toBe(false);
    expect(said.join('\n')).toContain('before\nno space left');
    expect(runStep('a-program-that-is-not-there', [])).toBe(false);
  } finally {
    console.error = original;
  }
});
