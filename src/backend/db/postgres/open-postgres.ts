import { type Kysely, sql } from 'kysely';
import type { Database, OpenOptions } from '../database-port.ts';
import { DatabaseUnusable } from '../database-unusable.ts';
import { PersonalReads } from '../personal-reads.ts';
import type { Schema } from '../schema.ts';
import { StrategyChanges } from '../strategy-changes.ts';
import { addressTrouble } from './address.ts';
import { FORGET_MARKS } from './commit-marks.ts';
import { Connections } from './connections.ts';
import { postgresQueries } from './dialect.ts';
import { migratePostgres } from './migrate.ts';
import { DatabaseAway, isConnectionLost, postgresTrouble } from './trouble.ts';
import { PostgresWrites } from './writes.ts';

/** Connections of a process: a write holds one for as long as it runs, a read for one statement. */
const [WRITERS, READERS] = [8, 8];

/** Why a database cannot be opened, by PostgreSQL's codes. */
const UNUSABLE: Readonly<Record<string, string>> = {
  '3D000': 'There is no such database on the server. Create it first.',
  '28P01': 'The server refuses the password of the database.',
  '28000': 'The server refuses the user of the database.',
  '42501': 'The user of the database may not do what TrickDesk needs: it must own the database.',
  '55P03': 'The database is being moved or changed by another program. Try again when that is done.',
  ENOTFOUND: 'The host of the database is not known.',
  ENOENT: 'A file of certificates or keys that the address of the database names is not there.',
  EACCES: 'A file of certificates or keys that the address of the database names cannot be read.',
  ECONNREFUSED: 'No PostgreSQL server listens at the address of the database.',
};

/** The driver's own refusal: the server asks for a password and none was found. */
const NO_PASSWORD = /client password must be a/i;

/** A sentence for why a database cannot be opened; null when it is not known. */
export const whyUnusable = (error: unknown): string | null => {
  if (error instanceof Error && NO_PASSWORD.test(error.message))
    return 'The server of the database asks for a password. Put it into PGPASSWORD or ~/.pgpass, or into the address where only this server reads it.';
  const cause = error instanceof DatabaseAway ? error.cause : error;
  const known = UNUSABLE[String((cause as { code?: unknown } | null)?.code)];
  if (known !== undefined) return known;
  return isConnectionLost(error) ? 'The server of the database cannot be reached.' : null;
};

/** Throws for an address that names no database; its password is nowhere in the sentence. */
export const requireAddress = (url: string): void => {
  const trouble = addressTrouble(url);
  if (trouble !== null) throw new DatabaseUnusable(trouble);
};

/**
 * Opens (and migrates) a PostgreSQL database.
 * @throws DatabaseUnusable with a sentence for the person when it cannot be used; nothing was changed then
 */
export const openPostgres = async (
  url: string,
  {
    onLost = () => undefined,
    onFailedAfter,
    onUnknown = () => undefined,
    onWrite = () => undefined,
    mayWrite = () => true,
    isUnhurried = false,
    ...found
  }: OpenOptions,
): Promise<Database> => {
  requireAddress(url);
  const writers = new Connections(url, WRITERS, onLost);
  const readers = new Connections(url, READERS, onLost, { isReadOnly: true, isUnhurried });
  const changes = new StrategyChanges();
  const writes = new PostgresWrites(writers, readers, {
    committed: (changed) => changes.committed(changed),
    failedAfter: onFailedAfter,
    unknown: onUnknown,
    onWrite,
    mayWrite,
  });
  const personal = new PersonalReads((run) => postgresQueries<Schema>(run), readers.run);
  try {
    await migratePostgres(url, found);
    if (!found.isAsFound) await sql.raw(FORGET_MARKS).execute(postgresQueries(writers.run));
  } catch (error) {
    await Promise.all([writers.close(), readers.close()]);
    const why = error instanceof DatabaseUnusable ? null : (whyUnusable(error) ?? postgresTrouble(error));
    throw why === null ? error : new DatabaseUnusable(why, { cause: error });
  }
  return {
    read: postgresQueries<Schema>(readers.run),
    readOf: (userId) => personal.of(userId),
    onStrategiesChanged: (listener) => changes.follow(listener),
    reportStrategiesChanged: (changed) => changes.report(changed),
    write: (of, work) => writes.run(of, work),
    close: async () => {
      await writes.idle();
      await Promise.all([writers.close(), readers.close()]);
    },
  };
};

/** Opens a PostgreSQL database to read on another thread. This process or another has it open. */
export const openPostgresReader = (url: string): Kysely<Schema> => {
  requireAddress(url);
  const connections = new Connections(url, 1, () => undefined, { isReadOnly: true });
  return postgresQueries<Schema>(connections.run, () => connections.close());
};

/** Opens one more connection to a database. Its statements wait for nobody else's. */
export const openPostgresAside = (url: string): Kysely<Schema> => {
  const connections = new Connections(url, 1, () => undefined);
  return postgresQueries<Schema>(connections.run, () => connections.close());
};
