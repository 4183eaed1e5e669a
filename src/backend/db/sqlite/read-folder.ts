import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../../shared/backend-handshake.ts';
import { openSqliteReader } from './connection.ts';

/** SQLite's messages about a file that a second try will not read. */
const LOST = /not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB|disk I\/O error|SQLITE_IOERR/i;
/** Of a version without it. */
const OLDER = /no such (table|column)/;

/**
 * Result of `read` on the data of a folder, or `otherwise`. The folder's backend may run. `otherwise` is returned when
 * there is no data, when it is damaged or of a version without what is asked.
 * @throws what SQLite says of data that is busy or cannot be opened now: its content is not known
 */
export const readFolder = <T>(dataDir: string, read: (handle: DatabaseSync) => T, otherwise: T): T => {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return otherwise;
  try {
    const handle = openSqliteReader(path);
    try {
      return read(handle);
    } finally {
      handle.close();
    }
  } catch (error) {
    if (LOST.test(String(error)) || OLDER.test(String(error))) return otherwise;
    throw error;
  }
};
