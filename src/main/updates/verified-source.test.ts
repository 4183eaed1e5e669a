import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNewer, SIGNED_AS, type UpdateKey, type UpdateManifest } from './signed-manifest.ts';
import { VerifiedSource, type VerifiedSourceDeps } from './verified-source.ts';

const DER_HEAD = 12;
const newKey = (id: string): { key: UpdateKey; privateKey: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(DER_HEAD);
  return { key: { id, publicKey: bytes.toString('base64') }, privateKey };
};
const ours = newKey('ours');
const theirs = newKey('theirs');

const CONTENT = 'the bytes of an installer';
const NAME = 'TrickDesk-1.2.0.AppImage';
const MANIFEST: UpdateManifest = {
  product: 'in.trickdesk.desktop',
  platform: 'linux',
  version: '1.2.0',
  files: [
    { name: NAME, sha512: createHash('sha512').update(CONTENT).digest('base64'), size: CONTENT.length },
  ],
};
const signed = (manifest: unknown = MANIFEST, { key, privateKey } = ours, as = SIGNED_AS): string => {
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(as + text), privateKey).toString('base64');
  return JSON.stringify({ keyId: key.id, manifest: text, signature });
};

let folder: string;
let file: string;
let asked: string[];
let installs: number;
let answer: string;
let deps: VerifiedSourceDeps;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-update-'));
  file = join(folder, NAME);
  writeFileSync(file, CONTENT);
  [asked, installs, answer] = [[], 0, signed()];
  deps = {
    feed: 'https://updates.example/trickdesk',
    currentVersion: '1.1.9',
    platform: 'linux',
    keys: [ours.key],
    updater: {
      check: () => Promise.resolve({ version: '1.2.0', files: [NAME] }),
      download: () => Promise.resolve([file]),
      install: () => Promise.resolve(void installs++),
    },
    fetchText: (url) => {
      asked.push(url);
      return Promise.resolve(answer);
    },
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const offered = (version: string, files = [NAME]) => ({
  ...deps.updater,
  check: () => Promise.resolve({ version, files }),
});

test('a version that is newer, signed and whole is found, downloaded and installed', async () => {
  const source = new VerifiedSource(deps);
  expect(await source.check()).toBe('1.2.0');
  expect(asked).toEqual(['https://updates.example/trickdesk/trickdesk-1.2.0-linux.json']);
  await source.download(() => undefined);
  await source.install();
  expect(installs).toBe(1);
});

test('where nothing is newer, nothing is asked for', async () => {
  const updater = { ...deps.updater, check: () => Promise.resolve(null) };
  expect(await new VerifiedSource({ ...deps, updater }).check()).toBeNull();
  expect(asked).toEqual([]);
});

describe('a version is refused with a sentence', () => {
  const refusal = async (change: Partial<VerifiedSourceDeps> = {}) => {
    try {
      await new VerifiedSource({ ...deps, ...change }).check();
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const NOT_SIGNED = 'The new version is not signed as TrickDesk signs its versions, so it is not taken.';
  const OTHER = 'What was signed is another version than the one that is offered.';

  test.each(['http://updates.example/', 'ftp://updates.example/', 'file:///tmp/updates', '', 'updates'])(
    'when it is looked for at %j',
    async (feed) => {
      expect(await refusal({ feed })).toMatch(/^New versions are taken over https only/);
      expect(asked).toEqual([]);
    },
  );

  test('when this copy knows no key', async () =>
    expect(await refusal({ keys: [] })).toMatch(/^This copy was made without a key/));

  test.each(['1.1.9', '1.1.8', '0.9.99', '1.1.9-beta', '1.2.0-beta.1', 'v2', '', '2'])(
    'when %j comes after 1.1.9',
    async (version) => {
      expect(await refusal({ updater: offered(version) })).toMatch(/is not newer than this one/);
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ['with a key of somebody else', () => signed(MANIFEST, theirs)],
    [
      'with a key of somebody else under the name of ours',
      () => signed(MANIFEST, { ...theirs, key: ours.key }),
    ],
    ['as something else', () => signed(MANIFEST, ours, 'TrickDesk receipt 1\n')],
    ['with fields that nobody knows', () => signed({ ...MANIFEST, run: 'this' })],
    ['for another product', () => signed({ ...MANIFEST, product: 'in.trickdesk.other' })],
    [
      'with a name that leads elsewhere',
      () => signed({ ...MANIFEST, files: [{ ...MANIFEST.files[0], name: '../x' }] }),
    ],
    ['and changed afterwards', () => signed().replace('1.2.0', '1.2.1')],
    ['and cut off', () => signed().slice(0, -20)],
    [
      'not at all',
      () => JSON.stringify({ keyId: 'ours', manifest: JSON.stringify(MANIFEST), signature: '' }),
    ],
    ['by nobody: a page of the server', () => '<html>not found</html>'],
  ])('when it is signed %s', async (_how, made) => {
    answer = made();
    expect(await refusal()).toBe(NOT_SIGNED);
  });

  test.each([
    ['of another version', () => signed({ ...MANIFEST, version: '1.1.0' })],
    ['of another system', () => signed({ ...MANIFEST, platform: 'win32' })],
  ])('when the signature is one %s', async (_which, made) => {
    answer = made();
    expect(await refusal()).toBe(OTHER);
  });

  test('when a file is offered that nobody has signed', async () =>
    expect(await refusal({ updater: offered('1.2.0', [NAME, 'more.exe']) })).toBe(OTHER));
});

test('what was downloaded and is not what was signed is not installed, whenever it was changed', async () => {
  const source = new VerifiedSource(deps);
  await source.check();
  appendFileSync(file, 'x');
  await expect(source.download(() => undefined)).rejects.toThrow('not what was signed');
  writeFileSync(file, CONTENT);
  await source.download(() => undefined);
  writeFileSync(file, CONTENT.replace('bytes', 'bites'));
  await expect(source.install()).rejects.toThrow('not what was signed');
  expect(installs).toBe(0);
});

test('nothing is installed that was never looked at', async () => {
  await expect(new VerifiedSource(deps).install()).rejects.toThrow('not what was signed');
  expect(installs).toBe(0);
});

test('versions are compared by their numbers', () => {
  const newer = (version: string, than: string) => expect(isNewer(version, than), version);
  newer('1.10.0', '1.9.9').toBe(true);
  newer('2.0.0', '1.99.99').toBe(true);
  newer('1.9.9', '1.10.0').toBe(false);
  newer('1.0.0', '1.0.0').toBe(false);
  newer('1.0.0.0', '0.9.9').toBe(false);
});
