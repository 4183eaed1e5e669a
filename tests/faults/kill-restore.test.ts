import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDataTask } from '../../src/backend/backup/data-tasks.ts';
import { settle } from '../../src/backend/backup/pending-change.ts';
import { contentOf } from '../support/data-rows.ts';
import { MoneyWorld } from '../support/money-world.ts';
import type { RestoringTask } from './restoring-process.ts';

/** How many of the moments a restore is killed at; `TRICKDESK_KILLS` asks for more, and there are no more than all. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 10);

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-restore-'));
  folders.push(folder);
  return folder;
};

/** A used and closed data folder whose users have the given money. */
const usedFolder = async (paise: number): Promise<string> => {
  const world = await MoneyWorld.open();
  folders.push(world.folder);
  for (let count = 0; count < 5; count++) await world.person({ paise });
  await world.database.close();
  return world.folder;
};

let present: string;
let backup: string;
let before: ReturnType<typeof contentOf>;
let after: ReturnType<typeof contentOf>;
let moments: number;

/** Restore in a process that kills itself before its `killAt`th change. The change is one on the disk. */
const restoreIn = (dataDir: string, killAt: number): { isKilled: boolean; changes: number } => {
  const task: RestoringTask = { dataDir, backup, killAt };
  const { signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['tests/faults/restoring-process.ts', JSON.stringify(task)],
    { encoding: 'utf8' },
  );
  if (signal === 'SIGKILL') return { isKilled: true, changes: killAt };
  if (!/^\d+$/.test(stdout)) throw new Error(stderr);
  return { isKilled: false, changes: Number(stdout) };
};

beforeAll(async () => {
  const wanted = await usedFolder(700_00);
  backup = join(newFolder(), 'kept.trickdesk');
  await runDataTask({ kind: 'back-up', path: backup, app: '1' }, { dataDir: wanted });
  present = await usedFolder(100_00);
  before = contentOf(present);
  const undisturbed = newFolder();
  cpSync(present, undisturbed, { recursive: true });
  moments = restoreIn(undisturbed, Infinity).changes;
  after = contentOf(undisturbed);
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it(`a restore that is killed at ${KILLS} of its moments leaves the old data or the new, and never between`, () => {
  expect(moments).toBeGreaterThan(20);
  expect(after).not.toEqual(before);
  const seen = { old: 0, restored: 0 };
  const step = Math.max(1, moments / KILLS);
  for (let moment = 1; moment <= moments; moment += step) {
    const dataDir = newFolder();
    cpSync(present, dataDir, { recursive: true });
    expect(restoreIn(dataDir, Math.floor(moment)).isKilled).toBe(true);
    settle(dataDir);
    const now = contentOf(dataDir);
    const isOld = JSON.stringify(now) === JSON.stringify(before);
    expect(now, `killed before change ${Math.floor(moment)} of ${moments}`).toEqual(isOld ? before : after);
    seen[isOld ? 'old' : 'restored']++;
    if (isOld) continue;
    // What was there before is still there, whole.
    const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(contentOf(join(dataDir, aside))).toEqual(before);
    rmSync(dataDir, { recursive: true });
  }
  expect(seen.old).toBeGreaterThan(0);
  expect(seen.restored).toBeGreaterThan(0);
}, 600_000);
