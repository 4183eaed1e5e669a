import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { databaseAddress, type GivenAddress } from './database-address.ts';
import { DATABASE_FILE, openDatabase, openReader } from './database.ts';
import type { Schema } from './schema.ts';

/** A database that a command reads. */
export interface OpenToRead {
  readonly db: Kysely<Schema>;
  readonly close: () => Promise<void>;
}

/** Why a command does not find its data, as a sentence. */
export class NoSuchData extends Error {
  override readonly name = 'NoSuchData';
}

/**
 * Open the data of a command to read it: a data folder, or the address of a PostgreSQL database. Nothing is changed, and
 * TrickDesk may be running on it.
 * @throws NoSuchData, BadAddress
 */
export const openToRead = async (
  folder: string | undefined,
  given: GivenAddress,
  defaultFolder: string,
): Promise<OpenToRead> => {
  const address = databaseAddress(given, process.env);
  if (address !== null) {
    if (folder !== undefined) throw new NoSuchData('Name a data folder or a PostgreSQL database, not both.');
    const database = await openDatabase(address, { isAsFound: true, isUnhurried: true });
    return { db: database.read, close: () => database.close() };
  }
  const place = resolve(folder ?? defaultFolder);
  if (!existsSync(join(place, DATABASE_FILE)))
    throw new NoSuchData(`There is no ${DATABASE_FILE} in ${place}.`);
  const db = await openReader(place);
  return { db, close: () => db.destroy() };
};
