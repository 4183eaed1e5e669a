import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE, storageTrouble } from './database.ts';
import { openSqliteReader } from './sqlite-connection.ts';

/**
 * What `read` finds in the data of a folder, whose backend may run; `otherwise` when that data cannot be read or is of
 * a version without it.
 */
export const readFolder = <T>(dataDir: string, read: (handle: DatabaseSync) => T, otherwise: T): T => {
  try {
    const handle = openSqliteReader(join(dataDir, DATABASE_FILE));
    try {
      return read(handle);
    } finally {
      handle.close();
    }
  } catch (error) {
    if (storageTrouble(error) !== null || /no such (table|column)/.test(String(error))) return otherwise;
    throw error;
  }
};
