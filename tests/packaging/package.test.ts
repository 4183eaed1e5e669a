import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron ships them: version, number, then one digit each; `1` is on. */
const FACTORY_FUSES = Buffer.concat([Buffer.from([1, 9]), Buffer.from('111100001')]);
const MEGABYTE = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-package-'));
const unpacked = join(folder, 'packages/linux-unpacked');
const asar = join(unpacked, 'resources/app.asar');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const realDistribution = join(ROOT, 'node_modules/electron/dist');

/**
 * An Electron distribution with a bare binary. It has the shape of one, and its binary has the switches and nothing
 * else.
 */
const emptyDistribution = (): string => {
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  mkdirSync(join(dist, 'locales'));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  writeFileSync(join(dist, 'version'), devDependencies.electron);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox'])
    writeFileSync(join(dist, name), name);
  writeFileSync(
    join(dist, 'electron'),
    Buffer.concat([Buffer.alloc(64, 0x7f), Buffer.from(FUSE_SENTINEL), FACTORY_FUSES, Buffer.alloc(64)]),
    { mode: 0o755 },
  );
  return dist;
};

const distribution = () =>
  existsSync(join(realDistribution, 'electron')) ? realDistribution : emptyDistribution();

describe.skipIf(process.platform !== 'linux')('the packed app (this test packs for Linux)', () => {
  let files: string[];

  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/package.mjs'), '--dir', '--linux'],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          TRICKDESK_ELECTRON_DIST: distribution(),
          TRICKDESK_PACKAGES: join(folder, 'packages'),
          TRICKDESK_UPDATE_URL: 'https://updates.example.invalid/trickdesk',
        },
      },
    );
    expect(status, stdout + stderr).toBe(0);
    files = listPackage(asar, { isPack: false });
  }, 240_000);

  test('has what it needs to run', () => {
    for (const name of [
      '/package.json',
      '/out/main/main.js',
      '/out/main/backend.js',
      '/out/main/chunks/run-worker.js',
      '/out/main/chunks/read-worker.js',
      '/out/main/licences.txt',
      '/out/preload/preload.cjs',
      '/out/renderer/index.html',
      '/out/renderer/licences.txt',
      '/node_modules/@node-rs/argon2/index.js',
      '/node_modules/keytar/lib/keytar.js',
    ])
      expect(files).toContain(name);
  });

  test('has no source, no source map, no test and nothing that only builds it', () => {
    const ours = files.filter((name) => !name.startsWith('/node_modules'));
    expect(ours.filter((name) => !/^\/(out|package\.json)/.test(name))).toEqual([]);
    expect(files.filter((name) => /\.(map|tsx?|tsbuildinfo)$|\.test\.|\/\.sources$/.test(name))).toEqual([]);
    const packages = new Set(
      files.flatMap((name) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)(?:\/|$)/.exec(name)?.[1] ?? []),
    );
    expect([...packages].filter((name) => !/^(keytar|@node-rs\/argon2(-[\w-]+)?)$/.test(name))).toEqual([]);
    const manifest = readFileSync(join(extracted(), 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).not.toHaveProperty('devDependencies');
    expect(JSON.parse(manifest)).not.toHaveProperty('scripts');
  });

  test('is small: under ten megabytes without Electron', () => {
    expect(statSync(asar).size / MEGABYTE).toBeLessThan(10);
  });

  test('has every switch of its binary as decided', async () => {
    const fuses = await getCurrentFuseWire(join(unpacked, 'trickdesk'));
    expect(fuses.version).toBe(FuseVersion.V1);
    const on = Object.values(FuseV1Options)
      .filter((fuse) => typeof fuse === 'number')
      .filter((fuse) => fuses[fuse] === FuseState.ENABLE)
      .map((fuse) => FuseV1Options[fuse]);
    expect(on).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'WasmTrapHandlers',
    ]);
  });

  test('knows where updates are looked for, as the maker of the installer said', () => {
    const channel = join(unpacked, 'resources/app-update.yml');
    expect(readFileSync(channel, 'utf8')).toContain('updates.example.invalid');
  });

  test('thanks everybody whose work is in it', () => {
    const notices = ['main', 'renderer']
      .map((part) => readFileSync(join(extracted(), 'out', part, 'licences.txt'), 'utf8'))
      .join('\n');
    for (const name of [
      'react',
      'lightweight-charts',
      '@fluentui/react-components',
      'axios',
      'zod',
      'kysely',
      'keytar',
    ])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
    expect(notices).toContain('TradingView');
  });

  test('opens its window from what was packed alone', async () => {
    const app = spawn(
      join(ROOT, 'tests/stand-in/electron'),
      [extracted(), `--user-data-dir=${join(folder, 'data')}`],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, XDG_CONFIG_HOME: folder } },
    );
    const said: string[] = [];
    try {
      createInterface({ input: app.stderr }).on('line', (line) => said.push(line));
      for await (const line of createInterface({ input: app.stdout })) {
        said.push(line);
        if (line === 'trickdesk: window open') break;
      }
      expect(said, said.join('\n')).toContain('trickdesk: window open');
      expect(existsSync(join(folder, 'data'))).toBe(true);
    } finally {
      app.kill('SIGTERM');
    }
  });
});

let content: string | null = null;
/** The packed files laid out in a folder far from the project. */
const extracted = (): string => {
  if (content === null) {
    content = join(folder, 'content');
    extractAll(asar, content);
  }
  return content;
};
