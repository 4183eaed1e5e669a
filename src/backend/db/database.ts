import type { Kysely } from 'kysely';
import { DATABASE_FILE } from '../../shared/backend-handshake.ts';
import type { Database, DatabaseOptions } from './database-port.ts';
import type { Schema } from './schema.ts';
import { isPostgresUrl } from './postgres/address.ts';
import { openFolderReader, openSqliteDatabase } from './sqlite/open-sqlite.ts';

export type { Database, DatabaseOptions } from './database-port.ts';
export { type Concern, HOUSE } from './concern.ts';
export { DatabaseUnusable } from './database-unusable.ts';
export type { Transaction } from './transaction.ts';
export { DATABASE_FILE, isPostgresUrl };

const raise = (error: unknown): never => {
  throw error;
};

/**
 * Opens (and migrates) the database of a place: a data folder, or the address of a PostgreSQL database. What PostgreSQL
 * needs is loaded when it is asked for.
 * @throws DatabaseUnusable with a sentence for the person when it cannot be used.
 */
export const openDatabase = async (
  place: string,
  { onFailedAfter = raise, ...options }: DatabaseOptions = {},
): Promise<Database> => {
  if (!isPostgresUrl(place)) return openSqliteDatabase(place, { ...options, onFailedAfter });
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(place, { ...options, onFailedAfter });
};

/** Opens the database of a place to read on another thread. This process or another has it open. */
export const openReader = async (place: string): Promise<Kysely<Schema>> => {
  if (!isPostgresUrl(place)) return openFolderReader(place);
  const { openPostgresReader } = await import('./postgres/open-postgres.ts');
  return openPostgresReader(place);
};
