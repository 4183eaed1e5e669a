import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';
import { fundedFolder, wrongBooks } from '../support/funded-folder.ts';
import { killWhileMoving } from './kill-while-moving.ts';

/** Power cuts of the long run: `TRICKDESK_CUTS=1000 npx vitest run tests/faults/power-loss`. */
const CUTS = Number(process.env['TRICKDESK_CUTS'] ?? 12);
const HAS_DISK = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
const WITHOUT = HAS_DISK ? '' : ' (needs Linux and a C compiler)';

let work = '';
let folder = '';
/** Folder with the database after a power cut. */
let synced = '';
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'trickdesk-power-'));
  folder = await fundedFolder('power');
  synced = join(work, 'synced');
  mkdirSync(synced);
});
afterEach(() => {
  for (const each of [work, folder]) rmSync(each, { recursive: true });
});

const databaseFiles = (of: string): string[] =>
  readdirSync(of).filter((name) => name.startsWith(DATABASE_FILE));
const copyAll = (from: string, to: string): void => {
  for (const name of databaseFiles(to)) rmSync(join(to, name));
  // Of the shared memory nothing is left; SQLite makes it anew.
  for (const name of databaseFiles(from))
    if (!name.endsWith('-shm')) copyFileSync(join(from, name), join(to, name));
};

/** Acknowledged keys of all runs that ended in a power cut. Each run ended in one. */
const cutPower = async (cuts: number, preload: readonly string[] = []): Promise<string[]> => {
  const disk = join(work, 'only-synced.so');
  execFileSync('cc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-o',
    disk,
    join(import.meta.dirname, 'only-synced.c'),
    '-ldl',
  ]);
  const env = { LD_PRELOAD: disk, POWER_FROM: folder, POWER_TO: synced };
  const keys: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    copyAll(folder, synced);
    keys.push(...(await killWhileMoving(folder, `cut-${cut}`, { env, preload })));
    copyAll(synced, folder);
  }
  return keys;
};

describe.skipIf(!HAS_DISK)(`a power cut, after which only synced bytes are there${WITHOUT}`, () => {
  it(
    `loses nothing that was acknowledged, in ${CUTS} of them`,
    { timeout: CUTS * 5_000 + 30_000 },
    async () => {
      const acknowledged = await cutPower(CUTS);
      expect(await wrongBooks(folder, acknowledged)).toEqual([]);
      console.log(`${CUTS} power cuts, ${acknowledged.length} acknowledged transfers.`);
      expect(acknowledged.length).toBeGreaterThan(CUTS);
    },
  );

  it('would lose some if commits were not synced', { timeout: 60_000 }, async () => {
    const acknowledged = await cutPower(4, [join(import.meta.dirname, 'synced-at-checkpoints.ts')]);
    const lost = await wrongBooks(folder, acknowledged);
    expect(lost.some((problem) => problem.includes('is there 0 times'))).toBe(true);
    expect(lost.every((problem) => problem.includes('is there 0 times'))).toBe(true);
  });
});
