import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseOptions } from '../database-port.ts';
import { AnotherServer, DatabaseUnusable } from '../database-unusable.ts';
import { migrations } from '../migrations.ts';
import { MOVED_TO, requireNotMoved } from '../moved-mark.ts';
import { Connections } from './connections.ts';
import { postgresQueries } from './dialect.ts';
import { SQLITE_FUNCTIONS } from './functions.ts';
import { type Lease, LEASE_LIFE_MS, SeenLeases } from './seen-leases.ts';
import { NOTICES } from './strategy-notices.ts';
import { inWords } from './trouble.ts';

/** Two starts migrate one after the other. No user has this id. */
export const MIGRATION_LOCK = -1;
/** Time in which another start may be done with its migration. */
const PATIENCE = '120s';
/** Beyond the life of a lease. */
const LEASE_ENDS_MS = LEASE_LIFE_MS + 2_000;
const LOOK_AGAIN_MS = 250;
const OLDEST_SERVER = 150_000;
/** Row of `meta`: the number of migrations that the database has had. */
export const VERSION_KEY = 'schema-version';
/** Row of `meta`: digest of the functions and triggers. They are made anew when it differs. */
export const OBJECTS_KEY = 'schema-objects';

/** Digest of what stands beside the tables. */
const OBJECTS_DIGEST = createHash('sha256')
  .update([...SQLITE_FUNCTIONS, ...NOTICES].join('\n'))
  .digest('hex');

interface FoundRow {
  readonly encoding: string;
  readonly collation: string;
  readonly type: string;
  readonly provider: string;
  readonly name: string;
}

/** Provider of collations by which the two names count. */
const OF_THE_NAMES = 'c';

export type Ask = Pick<pg.ClientBase, 'query'>;

const serverVersion = async (client: Ask): Promise<number> => {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Number(rows[0]?.server_version_num);
};

/** Refuses a server or database on which the program would be wrong. */
export const requireFit = async (client: Ask): Promise<void> => {
  const version = await serverVersion(client);
  if (!(version >= OLDEST_SERVER))
    throw new DatabaseUnusable(
      `The PostgreSQL server is of version ${Math.trunc(version / 10_000)}. TrickDesk needs version 15 or newer; nothing was changed.`,
    );
  // Older ones do not know all of it.
  const { rows } = await client.query<FoundRow>(
    `select datname as name, datcollate as collation, datctype as type, datlocprovider as provider,
       pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw new DatabaseUnusable('The database does not say what it is.');
  const isC =
    found.provider === OF_THE_NAMES &&
    [found.collation, found.type].every((name) => ['C', 'POSIX'].includes(name));
  if (found.encoding !== 'UTF8' || !isC)
    throw new DatabaseUnusable(
      `The database "${found.name}" does not keep UTF8 in the order of its codes, which TrickDesk needs. ` +
        `Make one that does: create database "${found.name}" template template0 encoding 'UTF8' locale 'C'. Nothing was changed.`,
    );
};

/** Value of a row of `meta`; null where there is none. */
export const metaOf = async (client: pg.ClientBase, key: string): Promise<string | null> => {
  const { rows: tables } = await client.query(`select to_regclass('public.meta') as meta`);
  if ((tables[0] as { meta: string | null }).meta === null) return null;
  const { rows } = await client.query<{ value: string }>('select value from meta where key = $1', [key]);
  return rows[0]?.value ?? null;
};

/** Writes a row of `meta`. */
export const keepMeta = (client: pg.ClientBase, key: string, value: string): Promise<unknown> =>
  client.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );

/** How a step of a migration is run: in a transaction of its own, or within one that has begun. */
type RunStep = (client: pg.ClientBase, work: () => Promise<void>) => Promise<void>;

/** Runs work in a transaction of the connection. */
const inTransaction: RunStep = async (client, work) => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/** Number of migrations that a database has had. @throws DatabaseUnusable for one of a newer program */
const knownVersion = async (client: pg.ClientBase): Promise<number> => {
  const found = await metaOf(client, VERSION_KEY);
  if (found === null && (await metaOf(client, OBJECTS_KEY)) !== null)
    throw new DatabaseUnusable('The database does not say of which version it is; nothing was changed.');
  const version = Number(found ?? 0);
  if (version > migrations.length)
    throw new DatabaseUnusable(
      'The database was written by a newer version of TrickDesk. Update TrickDesk to use it; nothing was changed.',
    );
  return version;
};

const runMissing = async (
  connections: Connections,
  client: pg.PoolClient,
  runStep: RunStep,
): Promise<void> => {
  const version = await knownVersion(client);
  // Some migrations call what stands beside the tables.
  await runStep(client, async () => {
    for (const definition of SQLITE_FUNCTIONS) await client.query(definition);
  });
  const query = postgresQueries<unknown>((statement) => connections.runOn(client, statement));
  for (const [index, load] of migrations.entries()) {
    if (index < version) continue;
    const migration = await load();
    await runStep(client, async () => {
      await migration.up(query);
      await keepMeta(client, VERSION_KEY, String(index + 1));
    });
  }
  await runStep(client, async () => {
    for (const definition of NOTICES) await client.query(definition);
    await keepMeta(client, OBJECTS_KEY, OBJECTS_DIGEST);
  });
};

/** Makes the schema in an empty database. It is within the transaction that the connection has begun. */
export const makeSchema = (connections: Connections, client: pg.PoolClient): Promise<void> =>
  runMissing(connections, client, (_client, work) => work());

/** Whether the database needs nothing of what a start does. */
const isUpToDate = async (client: pg.ClientBase): Promise<boolean> =>
  (await metaOf(client, VERSION_KEY)) === String(migrations.length) &&
  (await metaOf(client, OBJECTS_KEY)) === OBJECTS_DIGEST;

/** Whether servers of the version before may work on meanwhile. */
const isAdditive = async (client: pg.ClientBase): Promise<boolean> => {
  const version = await knownVersion(client);
  if (version === 0 || (await metaOf(client, OBJECTS_KEY)) !== OBJECTS_DIGEST) return false;
  const missing = await Promise.all(migrations.slice(version).map((load) => load()));
  return missing.every((migration) => migration.isAdditive === true);
};

const whyAnother = async (client: pg.ClientBase): Promise<string> =>
  (await metaOf(client, VERSION_KEY)) === null
    ? 'There is no TrickDesk data in this database. Give the address of the one that the server uses.'
    : 'The database is of another version of TrickDesk than this command. Use the command of its own version; nothing was changed.';

/** Leases of the servers of a database; none where there is no table of them yet. */
export const leasesIn = async (client: Ask): Promise<readonly Lease[]> => {
  const { rows: tables } = await client.query<{ shards: string | null }>(
    `select to_regclass('public.shards') as shards`,
  );
  if ((tables[0]?.shards ?? null) === null) return [];
  return (await client.query<Lease>('select id, owner, epoch, until from shards')).rows;
};

/**
 * Wait until no server works on a database: one that has died has leases for some seconds still.
 * @returns one that works on it all the same, by its leases; null when there is none
 */
export const serverAtWork = async (
  client: Ask,
  seen = new SeenLeases(LEASE_LIFE_MS),
): Promise<string | null> => {
  for (const until = performance.now() + LEASE_ENDS_MS; ; await delay(LOOK_AGAIN_MS)) {
    const asked = performance.now();
    const leases = await leasesIn(client);
    const ended = new Set(seen.ended(leases, asked));
    const held = leases.find((lease) => !ended.has(lease));
    if (!held) return null;
    if (performance.now() > until) return held.owner;
  }
};

/** Refuses to change tables under a server that runs. */
const requireNobodyAtWork = async (client: Ask, seen: SeenLeases | undefined): Promise<void> => {
  const owner = await serverAtWork(client, seen);
  if (owner !== null)
    throw new AnotherServer(
      `Another TrickDesk server works on this database (${owner}), which has to be brought up to date first. Stop it, and start again; nothing was changed.`,
    );
};

/**
 * Require a database on which this program could work. Nothing is changed.
 * @throws DatabaseUnusable
 */
export const requireUsable = async (
  client: pg.ClientBase,
  { beforeChange, evenIfMoved = false }: Pick<DatabaseOptions, 'beforeChange' | 'evenIfMoved'>,
): Promise<void> => {
  await requireFit(client);
  if (!evenIfMoved) requireNotMoved(await metaOf(client, MOVED_TO));
  await knownVersion(client);
  await beforeChange?.((key) => metaOf(client, key));
};

type Found = Pick<DatabaseOptions, 'isAsFound' | 'beforeChange' | 'evenIfMoved' | 'seenLeases'>;

const bringUpToDate = async (
  connections: Connections,
  client: pg.PoolClient,
  { isAsFound = false, seenLeases, ...found }: Found,
): Promise<void> => {
  await requireUsable(client, found);
  if (await isUpToDate(client)) return;
  if (isAsFound) throw new DatabaseUnusable(await whyAnother(client));
  await client.query(`set lock_timeout = '${PATIENCE}'`);
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  // The one before may have done it all; to do it again would stop those who are at work already.
  if (await isUpToDate(client)) return;
  if (!(await isAdditive(client))) await requireNobodyAtWork(client, seenLeases);
  await runMissing(connections, client, inTransaction);
};

/**
 * Brings a database up to date. Two that start at once do it one after the other.
 * @throws DatabaseUnusable with a sentence for the person; nothing was changed then
 */
export const migratePostgres = async (url: string, found: Found = {}): Promise<void> => {
  const connections = new Connections(url, 1, () => undefined, { isUnhurried: true });
  try {
    const client = await connections.reserve();
    // Its settings and its lock go with the connection.
    try {
      await inWords(() => bringUpToDate(connections, client, found));
    } finally {
      client.release(true);
    }
  } finally {
    await connections.close();
  }
};
