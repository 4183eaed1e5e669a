import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseUnusable } from '../database-unusable.ts';
import { migrations } from '../migrations.ts';
import { MOVED_TO, requireNotMoved } from '../moved-mark.ts';
import type { Connections } from './connections.ts';
import { postgresQueries } from './dialect.ts';
import { SQLITE_FUNCTIONS } from './functions.ts';
import { NOTICES } from './strategy-notices.ts';

/** Two starts migrate one after the other. No user has this id. */
export const MIGRATION_LOCK = -1;
/** Time in which another start may be done with its migration. */
const PATIENCE = '120s';
const OLDEST_SERVER = 150_000;
/** Row of `meta`: the number of migrations that the database has had. */
export const VERSION_KEY = 'schema-version';
/** Row of `meta`: digest of the functions and triggers. They are made anew when it differs. */
export const OBJECTS_KEY = 'schema-objects';

/** Definitions that stand beside the tables, and a digest of them. */
const OBJECTS = [...SQLITE_FUNCTIONS, ...NOTICES];
const OBJECTS_DIGEST = createHash('sha256').update(OBJECTS.join('\n')).digest('hex');

interface ServerRow {
  readonly version: number;
  readonly encoding: string;
  readonly collation: string;
  readonly type: string;
  readonly name: string;
}

/** Refuses a server or database on which the program would be wrong. */
export const requireFit = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<ServerRow>(
    `select current_setting('server_version_num')::int as version, datname as name, datcollate as collation,
       datctype as type, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  );
  const [server] = rows;
  if (!server) throw new DatabaseUnusable('The database does not say what it is.');
  if (server.version < OLDEST_SERVER)
    throw new DatabaseUnusable(
      `The PostgreSQL server is of version ${Math.trunc(server.version / 10_000)}. TrickDesk needs version 15 or newer; nothing was changed.`,
    );
  const isC = [server.collation, server.type].every((name) => ['C', 'POSIX'].includes(name));
  if (server.encoding !== 'UTF8' || !isC)
    throw new DatabaseUnusable(
      `The database "${server.name}" sorts by the language ${server.collation} in ${server.encoding}. TrickDesk needs one ` +
        `that sorts by code: create database ${server.name} template template0 encoding 'UTF8' locale 'C'. Nothing was changed.`,
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

const runMissing = async (
  connections: Connections,
  client: pg.PoolClient,
  runStep: RunStep,
): Promise<void> => {
  const found = await metaOf(client, VERSION_KEY);
  if (found === null && (await metaOf(client, OBJECTS_KEY)) !== null)
    throw new DatabaseUnusable('The database does not say of which version it is; nothing was changed.');
  const version = Number(found ?? 0);
  if (version > migrations.length)
    throw new DatabaseUnusable(
      'The database was written by a newer version of TrickDesk. Update TrickDesk to use it; nothing was changed.',
    );
  // Some migrations call what stands beside the tables.
  for (const definition of SQLITE_FUNCTIONS) await client.query(definition);
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
    for (const definition of OBJECTS) await client.query(definition);
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

/**
 * Brings a database up to date. Two that start at once do it one after the other.
 * @throws DatabaseUnusable with a sentence for the person; nothing was changed then
 */
export const migratePostgres = async (connections: Connections, evenIfMoved = false): Promise<void> => {
  const client = await connections.reserve();
  try {
    await requireFit(client);
    if (!evenIfMoved) requireNotMoved(await metaOf(client, MOVED_TO));
    if (await isUpToDate(client)) return;
    await client.query(
      `set lock_timeout = '${PATIENCE}'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    );
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await runMissing(connections, client, inTransaction);
  } finally {
    // Its settings and its lock go with the connection.
    client.release(true);
  }
};
