import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DATABASE_VARIABLE } from '../../src/backend/db/database-address.ts';
import {
  type Database,
  DATABASE_FILE,
  type DatabaseOptions,
  openDatabase,
} from '../../src/backend/db/database.ts';
import { madeOnce } from './made-once.ts';
import { overPostgres } from './over-postgres.ts';

/** Environment variable that says on which engine a test run is: `postgres`, or SQLite. */
export const ON_POSTGRES = 'TRICKDESK_DATABASE';
/** Environment variable with the address of the run's server, without a database. */
export const TEST_SERVER = 'TRICKDESK_TEST_POSTGRES';
/** Migrated database of which each test's own is a copy. */
export const TEMPLATE = 'trickdesk_template';
/** File of a data folder: which database belongs to it, and to which folder that belongs. */
const REGISTER = 'postgres-database.json';
/** A copy waits until nobody is connected to what is copied. */
const [COPY_TRIES, COPY_PAUSE_MS] = [100, 100];
const IN_USE = '55006';

/** Whether this run is on PostgreSQL; a test of SQLite alone says so in its name. */
export const isOnPostgres = process.env[ON_POSTGRES] === 'postgres';

interface Registered {
  readonly folder: string;
  readonly name: string;
}

/** Databases that this process has made, by their folders. */
const made = new Map<string, string>();
/** Databases that stay although their folder is gone: others are copied from them. */
const kept = new Set<string>();

/** Drops databases whose folders are gone. */
const sweep = async (client: pg.Client): Promise<void> => {
  for (const [folder, name] of made)
    if (!existsSync(folder) && !kept.has(name)) {
      made.delete(folder);
      await client.query(`drop database if exists ${name} with (force)`);
    }
};

const copy = async (client: pg.Client, name: string, from: string): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      // Files are copied three times as fast as pages are logged.
      await client.query(`create database ${name} template ${from} strategy file_copy`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || tries >= COPY_TRIES) throw error;
      await delay(COPY_PAUSE_MS);
    }
};

const registerOf = (folder: string): Registered | null => {
  const file = join(folder, REGISTER);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Registered) : null;
};

/**
 * Place of the database of a test's data folder. It is the folder itself, or on PostgreSQL the address of a database of
 * its own. A folder that was copied from another gets a copy of that one's database.
 */
export const placeOf = async (folder: string): Promise<string> => {
  const server = process.env[TEST_SERVER];
  if (server === undefined) return folder;
  mkdirSync(folder, { recursive: true });
  const known = registerOf(folder);
  if (known?.folder === folder) return `${server}${known.name}`;
  const name = `trickdesk_${randomBytes(6).toString('hex')}`;
  await overPostgres(`${server}postgres`, async (client) => {
    await sweep(client);
    await copy(client, name, known?.name ?? TEMPLATE);
  });
  made.set(folder, name);
  writeFileSync(join(folder, REGISTER), JSON.stringify({ folder, name }));
  return `${server}${name}`;
};

/** Environment of a program on a test's data folder; on PostgreSQL it says where the folder's database is. */
export const environmentOf = async (folder: string): Promise<NodeJS.ProcessEnv> => {
  const place = await placeOf(folder);
  return { ...process.env, ...(place !== folder && { [DATABASE_VARIABLE]: place }) };
};

/** Keeps a folder's database when the folder is renamed: others are copied from it. */
export const keepDatabaseOf = (folder: string): void => {
  const known = registerOf(folder);
  if (known) kept.add(known.name);
};

/** Puts a database of this version into a folder that has none: no test of its own makes all versions before. */
const putMigrated = async (folder: string): Promise<void> => {
  const path = join(folder, DATABASE_FILE);
  if (isOnPostgres || existsSync(path)) return;
  const made = await madeOnce('migrated', async (own) => (await openDatabase(own)).close());
  if (made === null) return;
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(made, DATABASE_FILE), path);
};

/** Opens the database of a test's folder, on the run's engine. */
export const openTestDatabase = async (folder: string, options?: DatabaseOptions): Promise<Database> => {
  await putMigrated(folder);
  return openDatabase(await placeOf(folder), options);
};
