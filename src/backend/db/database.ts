import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { DATABASE_FILE } from '../../shared/backend-handshake.ts';
import { keepToOwner, makeFile } from '../owner-only.ts';
import { migrations } from './migrations.ts';
import { PersonalReads } from './personal-reads.ts';
import type { Schema } from './schema.ts';
import { type OnStrategiesChanged, StrategyChanges } from './strategy-changes.ts';
import { NodeSqliteDialect, openSqlite, openSqliteReader, openSqliteToFill } from './sqlite-connection.ts';
import type { Transaction } from './transaction.ts';
import type { OnWrite } from './write-events.ts';
import { WriteQueue } from './write-queue.ts';

export type { Transaction } from './transaction.ts';

/** The database: one door for changes, one connection for reads. */
export interface Database {
  /**
   * Changes. `work` awaits nothing but its own queries: no I/O, hashing or timers. What `isUrgent` waits for no others
   * that could share its commit.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, isUrgent?: boolean): Promise<T>;
  /** Reads; sees everything committed. */
  readonly read: Kysely<Schema>;
  /**
   * Reads of what grows with a person's history, on their own thread. They see everything committed. One statement of a
   * person runs at a time, and too many that wait are refused.
   */
  readOf(userId: number): Kysely<Schema>;
  /** Report after each commit which strategies it has changed. */
  onStrategiesChanged(listener: OnStrategiesChanged): void;
  close(): Promise<void>;
}

/** Why a database cannot be used, as a sentence for a trader. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

export { DATABASE_FILE };

const versionOf = (handle: DatabaseSync): number =>
  Number((handle.prepare('pragma user_version').get() as { user_version: number }).user_version);

const migrate = async (
  handle: DatabaseSync,
  query: Kysely<Schema>,
  upTo = migrations.length,
): Promise<void> => {
  const version = versionOf(handle);
  if (version > migrations.length)
    throw new DatabaseUnusable(
      'Your data was written by a newer version of TrickDesk. Update TrickDesk to open it; nothing was changed.',
    );
  for (const [index, load] of migrations.entries()) {
    if (index < version || index >= upTo) continue;
    const migration = await load();
    handle.exec('begin immediate');
    try {
      await migration.up(query as unknown as Kysely<unknown>);
      handle.exec(`pragma user_version = ${index + 1}`);
      handle.exec('commit');
    } catch (error) {
      handle.exec('rollback');
      throw error;
    }
  }
};

/**
 * Make the database of a version at a path without one. The version is a number of migrations. It is for data that is
 * filled in and put on the disk before anybody relies on it: nothing of it is safe from a power cut before that.
 */
export const makeDatabase = async (path: string, version: number): Promise<DatabaseSync> => {
  makeFile(path);
  const handle = openSqliteToFill(path);
  try {
    const dialect = new NodeSqliteDialect(handle);
    await migrate(handle, new Kysely<Schema>({ dialect }), version);
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
};

/** Whether an existing data folder's database is of this program's version. */
export const isOfThisVersion = (dataDir: string): boolean => {
  const handle = openSqliteReader(join(dataDir, DATABASE_FILE));
  try {
    return versionOf(handle) === migrations.length;
  } finally {
    handle.close();
  }
};

const DAMAGED = /not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether SQLite refuses what it may accept later. So it is when the disk is full; a damaged file stays damaged. */
export const isPassingTrouble = (error: unknown): boolean =>
  storageTrouble(error) !== null && !DAMAGED.test(messageOf(error));

const FULL = /disk is full|SQLITE_FULL|ENOSPC/i;
const UNWRITTEN = /disk I\/O error|SQLITE_IOERR/i;

/** A sentence for SQLite's own refusals; null when it is not one of those. */
export const storageTrouble = (error: unknown): string | null => {
  const text = messageOf(error);
  if (FULL.test(text)) return 'The disk is full, so nothing was saved. Free some space and try again.';
  if (UNWRITTEN.test(text))
    return 'The disk could not be written, so nothing was saved. Check the disk and try again.';
  if (/readonly database|SQLITE_READONLY|unable to open|EACCES|EROFS|EPERM|ENOTDIR/i.test(text))
    return 'The data folder cannot be written to. Check its permissions and try again.';
  if (DAMAGED.test(text))
    return 'The data file is damaged. Restore a backup, or move the file away to start afresh.';
  if (/database is locked|SQLITE_BUSY/i.test(text))
    return 'The data file is in use by another TrickDesk. Close it and try again.';
  return null;
};

/** `storageTrouble` of work of which a part was saved before. */
export const storageTroubleInPart = (error: unknown): string | null => {
  const text = messageOf(error);
  if (FULL.test(text)) return 'The disk is full, so not everything was saved. Free some space and try again.';
  if (UNWRITTEN.test(text))
    return 'The disk could not be written, so not everything was saved. Check the disk and try again.';
  return storageTrouble(error);
};

export interface DatabaseOptions {
  /** The most commands that share one commit. */
  readonly commandsACommit?: number | undefined;
  /** Called with why a thread died while it read nothing. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Called with what failed after a commit. What was written stands, and its caller gets no failure. */
  readonly onFailedAfter?: ((error: unknown) => void) | undefined;
  /** Called at each step of a write. */
  readonly onWrite?: OnWrite | undefined;
}

const raise = (error: unknown): never => {
  throw error;
};

/**
 * Opens (and migrates) the SQLite database of a data folder. As many commands as wait share one commit.
 * @throws DatabaseUnusable with a sentence for the person when it cannot be used.
 */
export const openDatabase = async (
  dataDir: string,
  { onLost = () => undefined, ...options }: DatabaseOptions = {},
): Promise<Database> => {
  const handles: DatabaseSync[] = [];
  const open = (path: string): DatabaseSync => {
    const handle = openSqlite(path);
    handles.push(handle);
    return handle;
  };
  try {
    keepToOwner(dataDir);
    const path = join(dataDir, DATABASE_FILE);
    // SQLite gives its other files the mode of this one.
    makeFile(path);
    const writer = open(path);
    const reader = open(path);
    const writeQuery = new Kysely<Schema>({
      dialect: new NodeSqliteDialect(writer),
    });
    const read = new Kysely<Schema>({ dialect: new NodeSqliteDialect(reader) });
    await migrate(writer, writeQuery);
    const personal = new PersonalReads(path, onLost);
    return assemble({ writer, reader, writeQuery, read, personal }, options);
  } catch (error) {
    for (const handle of handles) handle.close();
    if (error instanceof DatabaseUnusable) throw error;
    const sentence = storageTrouble(error);
    throw sentence ? new DatabaseUnusable(sentence, { cause: error }) : error;
  }
};

/** Open the database of a data folder to read on another thread. This process or another has it open. */
export const openReader = (dataDir: string): Kysely<Schema> => {
  const handle = openSqliteReader(join(dataDir, DATABASE_FILE));
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(handle) });
};

interface Connections {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
  readonly writeQuery: Kysely<Schema>;
  readonly read: Kysely<Schema>;
  readonly personal: PersonalReads;
}

const assemble = (
  { writer, reader, writeQuery, read, personal }: Connections,
  { commandsACommit, onFailedAfter = raise, onWrite }: DatabaseOptions,
): Database => {
  const changes = new StrategyChanges(writer);
  // Every command is bracketed by these: prepared once.
  const [savepoint, release] = [writer.prepare('savepoint command'), writer.prepare('release command')];
  const queue = new WriteQueue(
    {
      begin: () => writer.exec('begin immediate'),
      commit: () => {
        writer.exec('commit');
        changes.committed();
      },
      rollback: () => writer.exec('rollback'),
      savepoint: () => void savepoint.run(),
      release: () => void release.run(),
      undo: () => writer.exec('rollback to command; release command'),
    },
    commandsACommit,
    onWrite,
  );
  return {
    read,
    readOf: (userId) => personal.of(userId),
    onStrategiesChanged: (listener) => changes.follow(listener),
    write: async (work, isUrgent) => {
      let actions: (() => void)[] = [];
      const value = await queue.run(() => {
        actions = [];
        return work({ query: writeQuery, afterCommit: (action) => actions.push(action) });
      }, isUrgent);
      for (const action of actions)
        try {
          action();
        } catch (error) {
          onFailedAfter(error);
        }
      return value;
    },
    close: async () => {
      await personal.close();
      await writeQuery.destroy();
      await read.destroy();
      // Kysely closes only what it has used.
      for (const handle of [writer, reader]) if (handle.isOpen) handle.close();
    },
  };
};
