import { MIGRATION_LOCK } from '../db/postgres/migrate.ts';
import { CommitUnknown, isConnectionLost } from '../db/postgres/trouble.ts';
import { MOVED_BY, MoveRefused, type MovedRow, type MovedTable, namesOf } from './moved-table.ts';
import { refuseOrphan, type Target, TargetNotEmpty } from './places.ts';
import { PostgresSession } from './postgres-session.ts';

/** Content of a database. Objects of every database and of its extensions are none. */
const CONTENT = `
  select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_t%'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select 1 from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  limit 1`;

const REFERENCES = `
  select conrelid::regclass::text as "table", conname as name, confrelid::regclass::text as parent,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly parent: string;
  readonly definition: string;
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const requireEmpty = async (session: PostgresSession): Promise<void> => {
  const [lock] = await session.run<{ taken: number }>(
    `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`,
  );
  if (lock?.taken !== 1)
    throw new MoveRefused('Another program is setting up the target. Try again when it is done.');
  if ((await session.run(CONTENT)).length > 0)
    throw new TargetNotEmpty('The target database', await session.meta(MOVED_BY));
};

/** Types of lists of values, by the type of their column. */
const LISTS: Readonly<Record<string, string>> = {
  integer: 'bigint[]',
  real: 'double precision[]',
  text: 'text[]',
  blob: 'bytea[]',
};

/** Inserts rows, by one list for each column. The statement is the same for any number of them. */
const insert = async (
  session: PostgresSession,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> => {
  const { name, columns } = table;
  const lists = columns.map(({ type }, index) => `$${index + 1}::${LISTS[type]}`).join(', ');
  const values = columns.map((_, index) =>
    rows.map((row) => {
      const value = row[index] ?? null;
      return value instanceof Uint8Array ? Buffer.from(value) : value;
    }),
  );
  await session.run(
    `insert into "${name}" (${namesOf(columns.map((column) => column.name))}) select * from unnest(${lists})`,
    values,
  );
};

const setCounters = async (session: PostgresSession, highest: ReadonlyMap<string, number>): Promise<void> => {
  for (const { name, columns } of await session.tables()) {
    const id = columns.find(({ isId }) => isId)?.name;
    if (id === undefined) continue;
    const counter = `pg_get_serial_sequence('public.${name}', '${id}')`;
    const [found] = await session.run<{ last: number; counter: string | null }>(
      `select coalesce(max("${id}"), 0) as last, ${counter} as counter from "${name}"`,
    );
    const last = Math.max(found?.last ?? 0, highest.get(name) ?? 0);
    if (found?.counter && last > 0)
      await session.run(`select setval($1::regclass, $2)`, [found.counter, last]);
  }
};

const addReferences = async (session: PostgresSession, references: readonly Reference[]): Promise<void> => {
  for (const { table, name, parent, definition } of references)
    try {
      await session.run(`alter table ${table} add constraint "${name}" ${definition}`);
    } catch (error) {
      if (codeOf(error) === '23503') refuseOrphan(table, parent);
      throw error;
    }
};

const commit = async (session: PostgresSession): Promise<void> => {
  try {
    await session.run('commit');
  } catch (error) {
    throw isConnectionLost(error) ? new CommitUnknown(error) : error;
  }
};

const targetOf = async (session: PostgresSession): Promise<Target> => {
  await session.run('begin');
  await requireEmpty(session);
  await session.makeSchema();
  const tables = (await session.tables()).map(({ name }) => name);
  // Rows name each other in circles, so no order of copying is right: references are made anew over all rows.
  const references = await session.run<Reference & Record<string, string>>(REFERENCES);
  for (const { table, name } of references)
    await session.run(`alter table ${table} drop constraint "${name}"`);
  const triggers = async (state: 'enable' | 'disable'): Promise<void> => {
    for (const name of tables) await session.run(`alter table "${name}" ${state} trigger user`);
  };
  await triggers('disable');
  // The rows that migrations have written come with those that are moved.
  await session.run(`truncate ${namesOf(tables.filter((name) => name !== 'meta'))}`);
  return {
    query: session.query,
    tables: () => session.tables(),
    rows: (table) => session.rows(table),
    insert: (table, rows) => insert(session, table, rows),
    finish: async (highest) => {
      await setCounters(session, highest);
      await addReferences(session, references);
      await triggers('enable');
      // Without statistics the first statements would be planned for empty tables.
      await session.run('analyze');
    },
    commit: () => commit(session),
    close: () => session.close(),
  };
};

/**
 * Opens an empty PostgreSQL database to fill it in one transaction. Its schema is made in that too.
 * @throws TargetNotEmpty, DatabaseUnusable with a sentence for the person; nothing was changed then
 */
export const openPostgresTarget = async (url: string): Promise<Target> => {
  const session = await PostgresSession.open(url);
  try {
    return await targetOf(session);
  } catch (error) {
    await session.close();
    throw error;
  }
};
