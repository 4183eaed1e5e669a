import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openManifest, type UpdateKey } from '../../src/main/updates/signed-manifest.ts';

interface Signing {
  makeKey(file: string): UpdateKey;
  readKey(file: string): UpdateKey;
  signFolder(folder: string, key: UpdateKey): string[];
  updateTrouble(given: { url?: string; keyFile?: string; keys?: readonly UpdateKey[] }): string | null;
}
const SCRIPT = '../../scripts/update-signature.mjs';
const { makeKey, readKey, signFolder, updateTrouble } = (await import(SCRIPT)) as Signing;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-signing-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('installers that are signed as they are packed are the ones that an installed copy takes', () => {
  const keyFile = join(folder, 'private.pem');
  const key = makeKey(keyFile);
  if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o077).toBe(0);
  writeFileSync(join(folder, 'TrickDesk-1.2.0.AppImage'), 'an installer');
  writeFileSync(
    join(folder, 'latest-linux.yml'),
    'version: 1.2.0\nfiles:\n  - url: TrickDesk-1.2.0.AppImage\n    sha512: x\n    size: 12\npath: x\n',
  );
  expect(signFolder(folder, readKey(keyFile))).toEqual(['trickdesk-1.2.0-linux.json']);
  const text = readFileSync(join(folder, 'trickdesk-1.2.0-linux.json'), 'utf8');
  expect(openManifest(text, [key])).toMatchObject({
    version: '1.2.0',
    platform: 'linux',
    files: [{ name: 'TrickDesk-1.2.0.AppImage', size: 12 }],
  });
  const other = makeKey(join(folder, 'other.pem'));
  expect(() => openManifest(text, [{ ...other, id: key.id }])).toThrow('not signed');
});

test('a key is not written over one that is there', () => {
  const keyFile = join(folder, 'private.pem');
  makeKey(keyFile);
  expect(() => makeKey(keyFile)).toThrow('EEXIST');
});

test('nothing is packed for a feed over http, or with a key that no copy is built with', () => {
  const keyFile = join(folder, 'private.pem');
  const key = makeKey(keyFile);
  const url = 'https://updates.example';
  expect(updateTrouble({ url: 'http://updates.example' })).toMatch(/over https only/);
  expect(updateTrouble({ keyFile })).toMatch(/give both/);
  expect(updateTrouble({ url, keyFile: join(folder, 'missing') })).toMatch(/There is no key/);
  expect(updateTrouble({ url, keyFile })).toMatch(/none of src\/main\/updates\/update-keys.json/);
  expect(updateTrouble({ url, keyFile, keys: [key] })).toBeNull();
  expect([updateTrouble({}), updateTrouble({ url })]).toEqual([null, null]);
});

test('the repository holds public keys alone', () => {
  const keys = JSON.parse(readFileSync('src/main/updates/update-keys.json', 'utf8')) as UpdateKey[];
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['id', 'publicKey']);
    expect(Buffer.from(key.publicKey, 'base64')).toHaveLength(32);
  }
});
