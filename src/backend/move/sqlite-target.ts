import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { WORK_FOLDER } from '../../shared/backend-handshake.ts';
import { syncFile, syncFolder } from '../backup/durable-files.ts';
import { isChangePending } from '../backup/pending-change.ts';
import { DATABASE_FILE } from '../db/database.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { migrations } from '../db/migrations.ts';
import type { Schema } from '../db/schema.ts';
import { NodeSqliteDialect, openSqliteReader } from '../db/sqlite/connection.ts';
import { makeDatabase, sqliteMeta } from '../db/sqlite/open-sqlite.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import { MOVED_BY, type MovedRow, type MovedTable, namesOf } from './moved-table.ts';
import { refuseOrphan, type Target, TargetNotEmpty } from './places.ts';
import { sqliteSide, sqliteTables } from './sqlite-side.ts';

/** The move that has filled a folder; null when none is known. */
const movedByOf = (path: string): string | null => {
  try {
    const handle = openSqliteReader(path);
    try {
      return sqliteMeta(handle, MOVED_BY);
    } finally {
      handle.close();
    }
  } catch {
    // It is no database of ours, and stays untouched.
    return null;
  }
};

const requireEmpty = (dataDir: string): void => {
  const path = join(dataDir, DATABASE_FILE);
  const isThere = ['', '-wal', '-shm'].some((suffix) => existsSync(path + suffix));
  if (isThere) throw new TargetNotEmpty(`The folder ${dataDir}`, movedByOf(path));
  // A start would finish that, and would take away what was moved here.
  if (isChangePending(dataDir)) throw new TargetNotEmpty(`The folder ${dataDir}`, null);
};

const insertInto = (handle: DatabaseSync) => {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return (table: MovedTable, rows: readonly MovedRow[]): Promise<void> => {
    const names = table.columns.map(({ name }) => name);
    const marks = names.map(() => '?').join(', ');
    const insert =
      statements.get(table.name) ??
      handle.prepare(`insert into "${table.name}" (${namesOf(names)}) values (${marks})`);
    statements.set(table.name, insert);
    for (const row of rows) insert.run(...row);
    return Promise.resolve();
  };
};

/** Raises the counters of ids, so that none is given out twice. */
const setCounters = (handle: DatabaseSync, highest: ReadonlyMap<string, number>): void => {
  const raise = handle.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?');
  const begin = handle.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  for (const [table, id] of highest) if (id > 0 && raise.run(id, table).changes === 0) begin.run(table, id);
};

const requireParents = (handle: DatabaseSync): void => {
  const [orphan] = handle.prepare('select "table", parent from pragma_foreign_key_check').all();
  if (orphan) refuseOrphan(String(orphan['table']), String(orphan['parent']));
};

const clearAway = (work: string): void => rmSync(work, { recursive: true, force: true });

/** Database in a work folder. It gets its name when it is whole. */
const targetIn = (handle: DatabaseSync, dataDir: string, release: () => void): Target => {
  const work = join(dataDir, WORK_FOLDER);
  // Rows name each other in circles, so no order of copying is right: references are looked at once all are there.
  handle.exec('begin; pragma defer_foreign_keys = on');
  // The rows that migrations have written come with those that are moved.
  for (const { name } of sqliteTables(handle)) handle.exec(`delete from "${name}"`);
  handle.exec('delete from sqlite_sequence');
  return {
    ...sqliteSide(handle),
    query: new Kysely<Schema>({ dialect: new NodeSqliteDialect(handle) }),
    insert: insertInto(handle),
    finish: (highest) => {
      setCounters(handle, highest);
      requireParents(handle);
      return Promise.resolve();
    },
    commit: () => {
      handle.exec('commit');
      handle.close();
      syncFile(join(work, DATABASE_FILE));
      renameSync(join(work, DATABASE_FILE), join(dataDir, DATABASE_FILE));
      syncFolder(dataDir);
      // Before the source is marked as moved: after that nobody comes here again.
      clearAway(work);
      return Promise.resolve();
    },
    close: () => {
      if (handle.isOpen) handle.close();
      clearAway(work);
      release();
      return Promise.resolve();
    },
  };
};

/**
 * Opens a data folder without a database to fill it.
 * @throws TargetNotEmpty, DatabaseUnusable with a sentence for the person; nothing was changed then
 */
export const openSqliteTarget = async (dataDir: string, now: number): Promise<Target> => {
  const isNew = !existsSync(dataDir);
  if (!isNew) requireEmpty(dataDir);
  const lock = lockFolder(dataDir, now);
  const release = (): void => {
    lock.release();
    if (isNew && !existsSync(join(dataDir, DATABASE_FILE))) rmSync(dataDir, { recursive: true });
  };
  try {
    requireEmpty(dataDir);
    const work = join(dataDir, WORK_FOLDER);
    clearAway(work);
    mkdirSync(work, { mode: OWNER_ONLY.folder });
    const handle = await makeDatabase(join(work, DATABASE_FILE), migrations.length);
    return targetIn(handle, dataDir, release);
  } catch (error) {
    release();
    throw error;
  }
};
