import { keepMeta, serverAtWork, VERSION_KEY } from '../db/postgres/migrate.ts';
import { MOVED_TO, readMark } from '../db/moved-mark.ts';
import { MoveRefused, namesOf } from './moved-table.ts';
import { requireThisVersion, type Source } from './places.ts';
import { PostgresSession } from './postgres-session.ts';

/** Counters of ids, with the highest that each has given out. */
const COUNTERS = `
  select c.relname as "table", pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as counter
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> ''`;

const requireAlone = async (session: PostgresSession): Promise<void> => {
  const rows = await session.run(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'trickdesk' and pid <> pg_backend_pid()`,
  );
  if (rows.length > 0)
    throw new MoveRefused(
      `TrickDesk is connected to the database that is to be moved (connections: ${rows.length}). Stop it first; nothing was changed.`,
    );
};

/** Refuse while a server holds leases: a frozen one, or one that was cut off, has no connection. */
const requireNobodyAtWork = async ({ client }: PostgresSession): Promise<void> => {
  const owner = await serverAtWork(client);
  if (owner !== null)
    throw new MoveRefused(
      `A TrickDesk server works on the database that is to be moved (${owner}). Stop it first; nothing was changed.`,
    );
};

/** Revoke all leases: a server that wakes finds them gone, and ends. */
const revokeLeases = (session: PostgresSession): Promise<unknown> =>
  session.run(`update shards set owner = '', epoch = epoch + 1, until = 0`);

/**
 * Locks all tables until the end of the transaction. Nobody writes to them, and a TrickDesk that starts waits at `meta`
 * and gives up.
 */
const lockTables = async (session: PostgresSession): Promise<void> => {
  const others = (await session.tables()).map(({ name }) => name).filter((name) => name !== 'meta');
  await session.run('begin isolation level repeatable read');
  try {
    await session.run('lock table meta in access exclusive mode');
    await session.run(`lock table ${namesOf(others)} in share mode`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error;
    throw new MoveRefused(
      'Somebody else is using the database that is to be moved. Stop them first; nothing was changed.',
      { cause: error },
    );
  }
};

const sourceOf = async (session: PostgresSession): Promise<Source> => {
  const version = await session.meta(VERSION_KEY);
  if (version === null)
    throw new MoveRefused('There is no data of TrickDesk in the database that is to be moved.');
  requireThisVersion(Number(version), 'the database');
  await requireAlone(session);
  await requireNobodyAtWork(session);
  await lockTables(session);
  await requireAlone(session);
  let isLocked = true;
  return {
    tables: () => session.tables(),
    rows: (table) => session.rows(table),
    moved: readMark(await session.meta(MOVED_TO)),
    highestIds: async () => {
      const highest = new Map<string, number>();
      for (const { table, counter } of await session.run<{ table: string; counter: string }>(COUNTERS)) {
        const [row] = await session.run<{ last: number }>(
          `select case when is_called then last_value else 0 end as last from ${counter}`,
        );
        highest.set(table, row?.last ?? 0);
      }
      return highest;
    },
    mark: async (mark) => {
      await keepMeta(session.client, MOVED_TO, JSON.stringify(mark));
      if (!isLocked) return;
      await revokeLeases(session);
      await requireAlone(session);
      await session.run('commit');
      isLocked = false;
    },
    close: () => session.close(),
  };
};

/**
 * Opens a PostgreSQL database to move its data away.
 * @throws MoveRefused, DatabaseUnusable with a sentence for the person
 */
export const openPostgresSource = async (url: string): Promise<Source> => {
  const session = await PostgresSession.open(url);
  try {
    return await sourceOf(session);
  } catch (error) {
    await session.close();
    throw error;
  }
};
