import { type Kysely, PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Whether statements of this connection go to PostgreSQL. */
export const isPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Type of whole numbers in a statement that is written out: PostgreSQL's own `integer` is too small. */
export const wholeNumber = (db: Kysely<unknown>): RawBuilder<unknown> =>
  sql.raw(isPostgres(db) ? 'bigint' : 'integer');

interface RefusedChange {
  /** Name of the trigger. */
  readonly name: string;
  /** As in `before update of referrer_id on users`. */
  readonly change: string;
  /** Condition on `new` and `old`, in SQLite's words; every change without one. */
  readonly when?: string;
  readonly sentence: string;
}

/** Makes the database refuse a change by a trigger. */
export const refuseChange = async (
  db: Kysely<unknown>,
  { name, change, when, sentence }: RefusedChange,
): Promise<void> => {
  if (!isPostgres(db)) {
    // Its text is compared with that of a backup, word for word.
    const condition = when === undefined ? '' : `when ${when}`;
    await sql
      .raw(`create trigger ${name} ${change} ${condition} begin select raise(abort, '${sentence}'); end`)
      .execute(db);
    return;
  }
  const condition = when === undefined ? '' : `when (${when.replaceAll(' is not ', ' is distinct from ')})`;
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$
       begin raise exception '${sentence}'; end $$`,
    )
    .execute(db);
  await sql
    .raw(`create trigger ${name} ${change} for each row ${condition} execute function ${name}()`)
    .execute(db);
};

/** Makes a table append-only, by triggers. */
export const appendOnly = async (db: Kysely<unknown>, table: string): Promise<void> => {
  for (const change of ['update', 'delete'])
    await refuseChange(db, {
      name: `${table}_no_${change}`,
      change: `before ${change} on ${table}`,
      sentence: `${table} is append-only`,
    });
};
