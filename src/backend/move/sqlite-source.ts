import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isChangePending } from '../backup/pending-change.ts';
import { DATABASE_FILE } from '../db/database.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { MOVED_TO, readMark } from '../db/moved-mark.ts';
import { openSqlite } from '../db/sqlite/connection.ts';
import { sqliteMeta, versionOf } from '../db/sqlite/open-sqlite.ts';
import { MoveRefused } from './moved-table.ts';
import { requireThisVersion, type Source } from './places.ts';
import { sqliteSide } from './sqlite-side.ts';

const requireWhole = (handle: DatabaseSync): void => {
  const [found] = handle.prepare('pragma integrity_check(1)').all();
  if (found?.['integrity_check'] !== 'ok')
    throw new MoveRefused('The data file is damaged. Restore a backup, and move that; nothing was changed.');
};

const openLocked = (dataDir: string, path: string, release: () => void): Source => {
  const handle = openSqlite(path);
  try {
    const version = versionOf(handle);
    if (version === 0) throw new MoveRefused(`There is no data of TrickDesk in ${dataDir}.`);
    requireThisVersion(version, dataDir);
    requireWhole(handle);
    const moved = readMark(sqliteMeta(handle, MOVED_TO));
    handle.exec('begin');
    return {
      ...sqliteSide(handle),
      moved,
      highestIds: () => {
        const rows = handle.prepare('select name, cast(seq as text) as seq from sqlite_sequence').all();
        return Promise.resolve(new Map(rows.map(({ name, seq }) => [String(name), Number(seq)])));
      },
      mark: (mark) => {
        if (handle.isTransaction) handle.exec('commit');
        handle
          .prepare(
            'insert into meta (key, value) values (?, ?) on conflict do update set value = excluded.value',
          )
          .run(MOVED_TO, JSON.stringify(mark));
        // A trigger of somebody else's may have kept it out.
        if (sqliteMeta(handle, MOVED_TO) !== JSON.stringify(mark))
          throw new MoveRefused('The data does not keep the mark of the move, so it was not moved.');
        return Promise.resolve();
      },
      close: () => {
        handle.close();
        release();
        return Promise.resolve();
      },
    };
  } catch (error) {
    handle.close();
    throw error;
  }
};

/**
 * Opens the data of a folder to move it away. The folder is locked, so that no TrickDesk runs on it.
 * @throws MoveRefused, DatabaseUnusable with a sentence for the person
 */
export const openSqliteSource = (dataDir: string, now: number): Source => {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) throw new MoveRefused(`There is no ${DATABASE_FILE} in ${dataDir}.`);
  const lock = lockFolder(dataDir, now);
  const release = (): void => lock.release();
  try {
    if (isChangePending(dataDir))
      throw new MoveRefused(
        `The data of ${dataDir} is being restored or deleted. Start TrickDesk on it once, which finishes that; nothing was changed.`,
      );
    return openLocked(dataDir, path, release);
  } catch (error) {
    release();
    throw error;
  }
};
