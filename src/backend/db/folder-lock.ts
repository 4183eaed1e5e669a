import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HOLDER_FILE, type Holder, HolderSchema } from '../../shared/backend-handshake.ts';
import { istMinute } from '../../shared/time.ts';
import { keepToOwner, makeFile, OWNER_ONLY } from '../owner-only.ts';
import { DatabaseUnusable } from './database.ts';

/** Holds the lock; nothing is ever stored in it. */
const LOCK_FILE = 'in-use.lock';
/** Time in which two simultaneous starts settle which of them is first. */
const PATIENCE_MS = 1_000;

/** A data folder that this process alone writes to. It holds until it is released or the process ends. */
export interface FolderLock {
  /** Say where it answers, for commands on this machine. */
  answersAt(url: string): void;
  release(): void;
}

/** Another process has the data folder. */
export class FolderInUse extends DatabaseUnusable {}

const holderOf = (dataDir: string): string => {
  try {
    const { pid, since } = HolderSchema.parse(JSON.parse(readFileSync(join(dataDir, HOLDER_FILE), 'utf8')));
    return ` (process ${pid} since ${istMinute(since)})`;
  } catch {
    // It may not have been written yet; the sentence is true without it.
    return '';
  }
};

/**
 * Lock a data folder for this process. The lock is one of the operating system on a file, so that it is gone with the
 * process, however that ends. `now` in epoch ms.
 * @throws FolderInUse with a sentence for the person
 */
export const lockFolder = (dataDir: string, now: number): FolderLock => {
  keepToOwner(dataDir);
  const lock = join(dataDir, LOCK_FILE);
  makeFile(lock);
  const handle = new DatabaseSync(lock, { timeout: PATIENCE_MS });
  try {
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (!/database is locked|SQLITE_BUSY/i.test(String(error))) throw error;
    throw new FolderInUse(`TrickDesk is already open with this data folder${holderOf(dataDir)}.`, {
      cause: error,
    });
  }
  const say = (holder: Holder): void => {
    try {
      writeFileSync(join(dataDir, HOLDER_FILE), JSON.stringify(holder), { mode: OWNER_ONLY.file });
    } catch {
      // A disk that is full must not keep anybody from starting.
    }
  };
  const holder = { pid: process.pid, since: now };
  say(holder);
  return {
    answersAt: (url) => {
      if (handle.isOpen) say({ ...holder, url });
    },
    release: () => {
      if (!handle.isOpen) return;
      rmSync(join(dataDir, HOLDER_FILE), { force: true });
      handle.close();
    },
  };
};
