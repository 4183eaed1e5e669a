import type { Kysely } from 'kysely';
import { DATABASE_FILE } from '../../shared/backend-handshake.ts';
import type { Database, DatabaseOptions } from './database-port.ts';
import type { Schema } from './schema.ts';
import { openFolderReader, openSqliteDatabase } from './sqlite/open-sqlite.ts';

export type { Database, DatabaseOptions } from './database-port.ts';
export { DatabaseUnusable } from './database-unusable.ts';
export type { Transaction } from './transaction.ts';
export { DATABASE_FILE };

const raise = (error: unknown): never => {
  throw error;
};

/**
 * Opens (and migrates) the database of a data folder.
 * @throws DatabaseUnusable with a sentence for the person when it cannot be used.
 */
export const openDatabase = (
  dataDir: string,
  { onFailedAfter = raise, ...options }: DatabaseOptions = {},
): Promise<Database> => openSqliteDatabase(dataDir, { ...options, onFailedAfter });

/** Opens the database of a data folder to read on another thread. This process or another has it open. */
export const openReader = (dataDir: string): Promise<Kysely<Schema>> =>
  Promise.resolve().then(() => openFolderReader(dataDir));
