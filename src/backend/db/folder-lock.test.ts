import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackendProcess, startBackendProcess } from '../../../tests/support/backend-process.ts';
import { bundled } from '../../../tests/support/bundled.ts';
import { startTestBackend } from '../../../tests/support/test-backend.ts';
import { DATABASE_FILE } from './database.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

const IN_USE = /TrickDesk is already open with this data folder \(process \d+ since \d\d:\d\d\)\./;
const NOW = Date.parse('2026-11-20T09:12:00+05:30');

let folder = '';
let running: BackendProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-lock-'));
  running = [];
});
afterEach(async () => {
  for (const one of running) await one.kill();
  rmSync(folder, { recursive: true });
});

const start = async (): Promise<BackendProcess> => {
  const started = await startBackendProcess(folder);
  running.push(started);
  return started;
};
const version = (): number => {
  const handle = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  const { user_version } = handle.prepare('pragma user_version').get() as { user_version: number };
  handle.close();
  return user_version;
};
const setVersion = (to: number): void => {
  // The backend beside it may be writing.
  const handle = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: 10_000 });
  handle.exec(`pragma user_version = ${to}`);
  handle.close();
};
const support = async () => {
  const program = await bundled('src/backend/staff/support.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'list', '--data', folder], {
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
};

it('a folder is locked for one process, and for the next when it is released', () => {
  const first = lockFolder(folder, NOW);
  const refused = () => lockFolder(folder, NOW + 1);
  expect(refused).toThrow(FolderInUse);
  expect(refused).toThrow(
    `TrickDesk is already open with this data folder (process ${process.pid} since 09:12).`,
  );
  first.release();
  lockFolder(folder, NOW).release();
});

it(
  'a second backend is refused with a sentence, whichever way it is started',
  { timeout: 60_000 },
  async () => {
    await start();
    await expect(startBackendProcess(folder)).rejects.toThrow(IN_USE);
    await expect(startTestBackend({ dataDir: folder })).rejects.toThrow(IN_USE);
  },
);

it('the lock of a killed backend is acquired at once', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 3; round++) {
    const one = await start();
    await one.kill();
    running = [];
  }
});

it('of several that start in the same moment exactly one comes up', { timeout: 60_000 }, async () => {
  const outcomes = await Promise.allSettled([start(), start(), start(), start()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(String(outcome.reason)).toMatch(/TrickDesk is already open with this data folder/);
});

it(
  'support works beside a backend, and never changes data that a backend of another version has open',
  { timeout: 60_000 },
  async () => {
    const one = await start();
    expect(await support()).toEqual({ status: 0, text: 'No ticket waits.\n' });
    const latest = version();
    setVersion(latest - 1);
    const refused = await support();
    expect(refused.status).toBe(1);
    expect(refused.text).toMatch(IN_USE);
    expect(refused.text).toMatch(/It is of another version than this command\./);
    expect(version()).toBe(latest - 1);
    await one.kill();
    running = [];
  },
);
