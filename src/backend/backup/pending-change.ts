import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settled } from '../../shared/backup.ts';
import { DATABASE_FILE } from '../db/database.ts';
import { RESERVE_FILE } from '../db/disk-reserve.ts';
import { OUTBOX_FOLDER } from '../../shared/backend-handshake.ts';
import { ATTACHMENT_FOLDER, BackupUnusable } from './backup-format.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import { syncFolder, writeWhole } from './durable-files.ts';

/** Where a proved copy waits to be put in. */
export const STAGED_FOLDER = 'restore-staged';
/** Backups that are kept beside the data. */
const KEPT_BACKUPS = 'backups';
const PENDING_FILE = 'pending-change.json';
const ASIDE_PREFIX = 'before-restore-';
/** Each holds a whole database. */
const KEPT_ASIDES = 3;
const REFUSED_FOLDER = 'restore-refused';

/** Files that a restore exchanges. A WAL goes where its database goes. */
const EXCHANGED = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, ATTACHMENT_FOLDER];
const CLEARED = [
  ...EXCHANGED,
  OUTBOX_FOLDER,
  KEPT_BACKUPS,
  STAGED_FOLDER,
  REFUSED_FOLDER,
  'session.key',
  'data.key',
  RESERVE_FILE,
];
/**
 * Number of times that a restored database may fail to start. If it ended its process this often, it is rolled
 * back.
 */
const MOST_TRIALS = 2;

const aside = z.string().regex(/^before-restore-[\dTZ-]+$/);
const PendingSchema = z.lazy(() =>
  z.discriminatedUnion('step', [
    z.object({ step: z.literal('setting-aside'), aside }),
    z.object({ step: z.literal('putting-in'), aside }),
    z.object({ step: z.literal('trial'), aside, starts: z.int() }),
    z.object({ step: z.literal('taking-out'), aside, reason: z.string() }),
    z.object({ step: z.literal('putting-back'), aside, reason: z.string() }),
    z.object({ step: z.literal('clearing') }),
  ]),
);
type Pending = z.output<typeof PendingSchema>;

const fileOf = (dataDir: string): string => join(dataDir, PENDING_FILE);
const note = (dataDir: string, pending: Pending): void =>
  writeWhole(fileOf(dataDir), `${JSON.stringify(pending)}\n`);
const read = (dataDir: string): Pending | null =>
  existsSync(fileOf(dataDir)) ? PendingSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))) : null;
const finish = (dataDir: string): void => {
  rmSync(fileOf(dataDir), { force: true });
  syncFolder(dataDir);
};

/** Whether the next start of a data folder finishes something first. */
export const isChangePending = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Moves what is there and has not been moved yet: to be done again after any interruption. */
const move = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true, mode: OWNER_ONLY.folder });
  for (const name of EXCHANGED)
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
  syncFolder(to);
  if (existsSync(from)) syncFolder(from);
};

/** Drops the copy that waits to be put in. */
export const dropStaged = (dataDir: string): void =>
  rmSync(join(dataDir, STAGED_FOLDER), { recursive: true, force: true });

/** From here on the restore happens: at once, or at the next start. The backend must not run. */
export const decideRestore = (dataDir: string, now: number): void => {
  if (!existsSync(join(dataDir, STAGED_FOLDER, DATABASE_FILE)))
    throw new BackupUnusable(
      'The copy that was to be restored is not there any more. Choose the backup again.',
    );
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  note(dataDir, { step: 'setting-aside', aside: `${ASIDE_PREFIX}${stamp}` });
};

/** From here on the data goes: at once, or at the next start. The backend must not run. */
export const decideClearing = (dataDir: string): void => note(dataDir, { step: 'clearing' });

const clear = (dataDir: string): void => {
  const kept = readdirSync(dataDir).filter((name) => name.startsWith(ASIDE_PREFIX));
  for (const name of [...CLEARED, ...kept]) rmSync(join(dataDir, name), { recursive: true, force: true });
};

/** Does one step, each of which may be begun again; null when the data is to be opened now. */
const advance = (dataDir: string, pending: Pending): Pending | 'done' | null => {
  const at = (name: string): string => join(dataDir, name);
  switch (pending.step) {
    case 'setting-aside':
      move(dataDir, at(pending.aside));
      return { step: 'putting-in', aside: pending.aside };
    case 'putting-in':
      move(at(STAGED_FOLDER), dataDir);
      rmSync(at(STAGED_FOLDER), { recursive: true, force: true });
      return { step: 'trial', aside: pending.aside, starts: 0 };
    case 'trial':
      if (pending.starts < MOST_TRIALS) return null;
      return {
        step: 'taking-out',
        aside: pending.aside,
        reason: 'The trading service ended while it opened the restored data.',
      };
    case 'taking-out':
      move(dataDir, at(REFUSED_FOLDER));
      return { step: 'putting-back', aside: pending.aside, reason: pending.reason };
    case 'putting-back':
      move(at(pending.aside), dataDir);
      for (const name of [REFUSED_FOLDER, pending.aside]) rmSync(at(name), { recursive: true, force: true });
      return 'done';
    case 'clearing':
      clear(dataDir);
      return 'done';
  }
};

const NOTHING: Settled = { outcome: 'nothing', message: '' };

/**
 * Finish what was decided about a data folder, before anything opens it. A step that was cut off is started again.
 * `restored` means that the data is on trial: `acceptRestored` or `rollBack` must follow.
 */
export const settle = (dataDir: string): Settled => {
  for (;;) {
    const pending = read(dataDir);
    if (pending === null) return NOTHING;
    const next = advance(dataDir, pending);
    if (next === null && pending.step === 'trial') {
      note(dataDir, { ...pending, starts: pending.starts + 1 });
      return { outcome: 'restored', message: '' };
    }
    if (next === null || next === 'done') {
      finish(dataDir);
      return pending.step === 'putting-back'
        ? { outcome: 'taken-back', message: pending.reason }
        : { outcome: 'cleared', message: '' };
    }
    note(dataDir, next);
  }
};

/** Folders of the data before the latest restores, newest first. */
const asides = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => aside.safeParse(name).success)
    .sort()
    .reverse();

/**
 * The restored data works. What was there before stays beside it, under the name of the moment; of the restores before
 * it that of the last two is kept too.
 */
export const acceptRestored = (dataDir: string): void => {
  const pending = read(dataDir);
  finish(dataDir);
  // By their names those of a clock that was ahead are newer; the one of this restore stays all the same.
  const newest = pending?.step === 'trial' ? pending.aside : null;
  for (const name of asides(dataDir)
    .slice(KEPT_ASIDES)
    .filter((each) => each !== newest))
    rmSync(join(dataDir, name), { recursive: true, force: true });
};

/** The restored data does not work: what was there before comes back. */
export const rollBack = (dataDir: string, reason: string): Settled => {
  const pending = read(dataDir);
  if (pending?.step !== 'trial') throw new Error('No restored data is on trial.');
  note(dataDir, { step: 'taking-out', aside: pending.aside, reason });
  return settle(dataDir);
};
