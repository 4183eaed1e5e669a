import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { DATABASE_FILE } from '../../../shared/backend-handshake.ts';
import { keepToOwner, makeFile } from '../../owner-only.ts';
import type { Database, OpenOptions } from '../database-port.ts';
import { DatabaseUnusable } from '../database-unusable.ts';
import { migrations } from '../migrations.ts';
import { MOVED_TO, requireNotMoved } from '../moved-mark.ts';
import { PersonalReads } from '../personal-reads.ts';
import type { Schema } from '../schema.ts';
import { storageTrouble } from '../storage-trouble.ts';
import { StrategyChanges } from '../strategy-changes.ts';
import { NodeSqliteDialect, openSqlite, openSqliteReader, openSqliteToFill } from './connection.ts';
import { SqliteNotices } from './notices.ts';
import { ReadThread, threadDialect } from './read-thread.ts';
import { WriteQueue } from './write-queue.ts';

/** Number of migrations that a database has had. */
export const versionOf = (handle: DatabaseSync): number =>
  Number((handle.prepare('pragma user_version').get() as { user_version: number }).user_version);

/** Value of a row of `meta`; null where there is none, and in a new file. */
export const sqliteMeta = (handle: DatabaseSync, key: string): string | null => {
  if (versionOf(handle) === 0) return null;
  const row = handle.prepare('select value from meta where key = ?').get(key);
  return row === undefined ? null : String(row['value']);
};

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

/**
 * Opens (and migrates) the SQLite database of a data folder. As many commands as wait share one commit.
 * @throws DatabaseUnusable with a sentence for the person when it cannot be used.
 */
export const openSqliteDatabase = async (
  dataDir: string,
  { onLost = () => undefined, evenIfMoved = false, ...options }: OpenOptions,
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
    if (!evenIfMoved) requireNotMoved(sqliteMeta(writer, MOVED_TO));
    await migrate(writer, writeQuery);
    const thread = new ReadThread(path, onLost);
    return assemble({ writer, reader, writeQuery, read, thread }, options);
  } catch (error) {
    for (const handle of handles) handle.close();
    if (error instanceof DatabaseUnusable) throw error;
    const sentence = storageTrouble(error);
    throw sentence ? new DatabaseUnusable(sentence, { cause: error }) : error;
  }
};

/** Open the database of a folder to read on another thread. This process or another has it open. */
export const openFolderReader = (dataDir: string): Kysely<Schema> => {
  const handle = openSqliteReader(join(dataDir, DATABASE_FILE));
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(handle) });
};

interface Connections {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
  readonly writeQuery: Kysely<Schema>;
  readonly read: Kysely<Schema>;
  readonly thread: ReadThread;
}

const assemble = (
  { writer, reader, writeQuery, read, thread }: Connections,
  { commandsACommit, onFailedAfter, onWrite }: OpenOptions,
): Database => {
  const changes = new StrategyChanges();
  const notices = new SqliteNotices(writer);
  // Every command is bracketed by these: prepared once.
  const [savepoint, release] = [writer.prepare('savepoint command'), writer.prepare('release command')];
  const personal = new PersonalReads(
    (run) => new Kysely<Schema>({ dialect: threadDialect(run) }),
    thread.run,
  );
  const queue = new WriteQueue(
    {
      begin: () => writer.exec('begin immediate'),
      commit: () => {
        writer.exec('commit');
        changes.committed(notices.drain());
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
    reportStrategiesChanged: (changed) => changes.report(changed),
    write: async (_of, work, isUrgent) => {
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
      await thread.close();
      await writeQuery.destroy();
      await read.destroy();
      // Kysely closes only what it has used.
      for (const handle of [writer, reader]) if (handle.isOpen) handle.close();
    },
  };
};
