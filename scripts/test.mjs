// `npm test`: builds, runs the tests (Vitest, then Playwright for Electron) and ends with one line of counts.
// `npm run test:all` runs those too that are kept for a release (`test-sets.mjs`).
// `npm run test:e2e -- NAME` runs Playwright alone, and of it what NAME matches.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { buildIfChanged } from './build-if-changed.mjs';
import { findElectron } from './electron-binary.mjs';
import { withKeyring } from './keyring.mjs';
import { hasPostgres } from './setup/system-packages.mjs';
import { BEFORE_A_RELEASE, OF_MONEY_ON_POSTGRES, ON_POSTGRES } from './test-sets.mjs';

/** Files whose time is told at the end. */
const MOST_SLOW = 25;

/** A disk in memory, and the free memory with which tests may use it. */
const MEMORY = '/dev/shm';
const LEAST_FREE = 8 * 1024 ** 3;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where tests keep their folders: ten thousand databases wait for a real disk far longer than for the processor. */
function placeOfFolders() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > LEAST_FREE ? MEMORY : tmpdir();
}

const scratch = mkdtempSync(join(placeOfFolders(), 'trickdesk-'));
// PostgreSQL runs as a user of its own, and must come through.
chmodSync(scratch, 0o755);

/** Runs one test runner; one that ends without its counts counts as a failure. */
function run(name, command, env) {
  const countsFile = join(scratch, `${name}.json`);
  const [program, ...args] = command;
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: scratch,
      // Hundreds of apps and backends are started of the same modules: each is compiled once.
      NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      ...env,
      TEST_COUNTS: countsFile,
    },
  });
  if (result.error) console.error(`${name}: ${result.error.message}`);
  const isWhole = existsSync(countsFile);
  const counts = isWhole
    ? JSON.parse(readFileSync(countsFile, 'utf8'))
    : {
        passed: 0,
        failed: [{ name, reason: 'it ended without counting its tests' }],
        skipped: [],
        seconds: {},
      };
  // A runner may fail for a reason that is no test's.
  if (result.status !== 0 && counts.failed.length === 0)
    counts.failed.push({ name, reason: `it ended with ${result.status ?? result.signal}` });
  return counts;
}

/** The first line of an error's message, without the colours of a terminal. */
const firstLine = (message = 'no reason was given') => stripVTControlCharacters(message).split('\n')[0];

const bin = (name) => join(root, 'node_modules', name);
const vitest = [
  process.execPath,
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  '--reporter=./scripts/vitest-counts.mjs',
];
const playwright = [
  process.execPath,
  bin('playwright/cli.js'),
  'test',
  '--reporter=dot,./scripts/playwright-counts.mjs',
];

const [only, ...filters] = process.argv.slice(2);
const isWhole = only === 'all';

/** Runs the backend's tests once more, on PostgreSQL. */
function runOnPostgres() {
  if (!hasPostgres())
    return {
      passed: 0,
      failed: [],
      skipped: [{ name: 'the backend on PostgreSQL', reason: 'PostgreSQL 15 or newer is not installed' }],
      seconds: {},
    };
  const counts = run('postgres', [...vitest, ...(isWhole ? ON_POSTGRES : OF_MONEY_ON_POSTGRES)], {
    TRICKDESK_DATABASE: 'postgres',
  });
  const named = ({ name, reason }) => ({ name: `on PostgreSQL: ${name}`, reason });
  return {
    ...counts,
    failed: counts.failed.map(named),
    skipped: counts.skipped.map(named),
    seconds: Object.fromEntries(
      Object.entries(counts.seconds).map(([file, seconds]) => [`on PostgreSQL: ${file}`, seconds]),
    ),
  };
}

function runAll() {
  const left = isWhole ? [] : BEFORE_A_RELEASE.map((path) => `--exclude=${path}`);
  const all = only === 'e2e' ? [] : [run('vitest', [...vitest, ...left], {}), runOnPostgres()];
  if (!buildIfChanged(root))
    return [
      ...all,
      { passed: 0, failed: [{ name: 'build', reason: 'it failed' }], skipped: [], seconds: {} },
    ];
  const electron = findElectron(root);
  if (electron.isStandIn)
    console.log(
      'test: Electron could not be downloaded, so the windows are shown in Chromium (tests/stand-in)',
    );
  const keyring = withKeyring([...playwright, ...filters]);
  if (!keyring) console.log('test: there is no keyring here, so nothing is kept in one');
  const env = {
    ...electron.env,
    XDG_DATA_HOME: scratch,
    TRICKDESK_HAS_KEYRING: keyring ? '1' : '',
  };
  return [...all, run('playwright', keyring ?? [...playwright, ...filters], env)];
}

const all = runAll();
rmSync(scratch, { recursive: true, force: true });
// What to look at when the whole takes too long.
const slowest = all
  .flatMap(({ seconds }) => Object.entries(seconds))
  .sort(([, a], [, b]) => b - a)
  .slice(0, MOST_SLOW);
for (const [file, seconds] of slowest) console.log(`slow: ${file}: ${Math.round(seconds)} s`);
const skipped = all.flatMap((counts) => counts.skipped);
for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);
const passed = all.reduce((sum, counts) => sum + counts.passed, 0);
const failed = all.flatMap((counts) => counts.failed);
// Last, so that the end of the output alone names every failure.
for (const { name, reason } of failed) console.log(`failed: ${name}: ${firstLine(reason)}`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
