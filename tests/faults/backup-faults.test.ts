import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runDataTask } from '../../src/backend/backup/data-tasks.ts';
import { settle } from '../../src/backend/backup/pending-change.ts';
import { openDatabase } from '../../src/backend/db/database.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { MoneyWorld } from '../support/money-world.ts';
import type { BackingUpTask } from './backing-up-process.ts';

const PROCESS = 'tests/faults/backing-up-process.ts';
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-backup-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('backups in a storm of transfers hold whole transfers only, and nobody waits for them', async () => {
  const world = await MoneyWorld.open();
  folders.push(world.folder);
  const people = await Promise.all(Array.from({ length: 20 }, () => world.person({ paise: 1_000_00 })));
  let isOver = false;
  let transfers = 0;
  let longest = 0;
  const storm = async (from: number): Promise<void> => {
    while (!isOver) {
      const to = people[(people.indexOf(from) + 1) % people.length] ?? from;
      const began = performance.now();
      await world.database.write([from, to], (tx) =>
        world.ledger.post(tx, {
          userId: from,
          key: world.nextKey(),
          kind: 'transfer',
          postings: [
            { userId: from, account: 'available', amount: -1, kind: 'sent', counterpartyId: to },
            { userId: to, account: 'available', amount: 1, kind: 'received', counterpartyId: from },
          ],
        }),
      );
      longest = Math.max(longest, performance.now() - began);
      transfers++;
    }
  };
  const storming = Promise.all(people.map(storm));
  const out = newFolder();
  const { status, stderr } = await backingUp({
    dataDir: world.folder,
    paths: [1, 2, 3].map((n) => join(out, `${n}`)),
  });
  isOver = true;
  await storming;
  expect(status, stderr).toBe(0);
  const sizes: number[] = [];
  for (const name of readdirSync(out).sort()) {
    const dataDir = newFolder();
    await runDataTask({ kind: 'stage', path: join(out, name) }, { dataDir });
    await runDataTask({ kind: 'restore' }, { dataDir });
    expect(settle(dataDir).outcome).toBe('restored');
    const copy = await openDatabase(dataDir);
    const report = await checkLedger(copy.read);
    await copy.close();
    expect(report.problems).toEqual([]);
    expect(report.entries).toBe(2 * report.transfers);
    sizes.push(report.transfers);
  }
  expect(sizes).toHaveLength(3);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes[0]).toBeLessThan(sizes[2] ?? 0);
  expect(transfers).toBeGreaterThan(100);
  expect(longest).toBeLessThan(2_000);
  await world.database.close();
});

/** Beside the writer, as the desktop does it: in a process of its own. */
const backingUp = (task: BackingUpTask): Promise<{ status: number | null; stderr: string }> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [PROCESS, JSON.stringify(task)], (_error, _stdout, stderr) =>
      done({ status: child.exitCode, stderr }),
    );
  });

/** A small disk of its own for a command; only where this process may make one. */
const onSmallDisk = (folder: string, kilobytes: number, command: string[]) =>
  spawnSync(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && exec "$@"`,
      folder,
      ...command,
    ],
    { encoding: 'utf8' },
  );
const canMount = onSmallDisk(newFolder(), 64, ['true']).status === 0;

it.skipIf(!canMount)(
  `a full disk is reported in a sentence, and leaves the last backup as it was${canMount ? '' : ' (this user may not mount a small disk)'}`,
  async () => {
    const world = await MoneyWorld.open();
    folders.push(world.folder);
    await world.person({ paise: 5_00 });
    await world.database.close();
    const path = join(newFolder(), 'kept.trickdesk');
    await runDataTask({ kind: 'back-up', path, app: '1' }, { dataDir: world.folder });
    const { size } = statSync(path);
    const disk = newFolder();
    const task: BackingUpTask = { dataDir: world.folder, paths: [join(disk, 'full.trickdesk')] };
    const script = `${process.execPath} ${PROCESS} '${JSON.stringify(task)}'; echo "left: $(ls -A ${disk})"`;
    for (const kilobytes of [16, Math.floor((size * 0.9) / 1024)]) {
      const { stdout, stderr } = onSmallDisk(disk, kilobytes, ['sh', '-c', script]);
      expect(stderr).toContain('The disk is full, so nothing was saved. Free some space and try again.');
      expect(stdout).toContain('left: \n');
    }
    // Enough for it: it was the disk.
    const enough = onSmallDisk(disk, Math.ceil(size / 1024) + 64, ['sh', '-c', script]);
    expect(enough.stdout).toContain('left: full.trickdesk');
    expect(existsSync(join(world.folder, 'data-task.part'))).toBe(false);
  },
);
