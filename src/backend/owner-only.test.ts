import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUSE, openDatabase } from './db/database.ts';
import { makeReserve } from './db/disk-reserve.ts';
import { lockFolder } from './db/folder-lock.ts';

let above = '';
let folder = '';
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'trickdesk-modes-'));
  folder = join(above, 'data');
});
afterEach(() => rmSync(above, { recursive: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const modes = () => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

/** Open a data folder like the program, and read its modes. They say what others on the machine may do with it. */
const opened = async (): Promise<{ folder: string; files: Record<string, string> }> => {
  const lock = lockFolder(folder, 0);
  const database = await openDatabase(folder);
  await database.write(HOUSE, (tx) =>
    tx.query.insertInto('meta').values({ key: randomUUID(), value: '' }).execute(),
  );
  makeReserve(folder);
  const seen = { folder: modeOf(folder), files: modes() };
  await database.close();
  lock.release();
  return seen;
};
const OURS = {
  'disk-reserve': '600',
  'in-use.json': '600',
  'in-use.lock': '600',
  'in-use.lock-journal': '600',
  'trickdesk.sqlite': '600',
  'trickdesk.sqlite-shm': '600',
  'trickdesk.sqlite-wal': '600',
};

describe.skipIf(process.platform === 'win32')('others on the machine read nothing of a data folder', () => {
  let before = 0;
  beforeEach(() => {
    before = process.umask(0o022);
  });
  afterEach(() => void process.umask(before));

  it('that is made', async () => {
    expect(await opened()).toEqual({ folder: '700', files: OURS });
  });

  it('that was made empty, for everybody', async () => {
    mkdirSync(folder, { mode: 0o755 });
    expect(await opened()).toEqual({ folder: '700', files: OURS });
  });

  it('that an older version left open', async () => {
    await opened();
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    expect(await opened()).toEqual({ folder: '700', files: OURS });
  });

  it('that has files of somebody else: they and the folder keep their modes', async () => {
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'letter.txt'), 'mine', { mode: 0o644 });
    const { folder: mode, files } = await opened();
    expect({ mode, files }).toEqual({ mode: '755', files: { ...OURS, 'letter.txt': '644' } });
  });

  it('that has files of somebody else: the mail and the files that an older version left open are closed', async () => {
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    for (const name of ['outbox', 'attachments', 'backups', 'theirs'])
      mkdirSync(join(folder, name), { mode: 0o755 });
    await opened();
    expect(modes()).toMatchObject({ outbox: '700', attachments: '700', backups: '700', theirs: '755' });
  });
});
