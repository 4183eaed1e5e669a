import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { DATABASE_FILE, openDatabase } from './database.ts';

const programs = postgresPrograms();

/** Classes of types: a migration names SQLite's, PostgreSQL has others of the same meaning. */
const CLASSES: Readonly<Record<string, string>> = {
  bigint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
};

type Rows = readonly Readonly<Record<string, unknown>>[];
type Ask = (statement: string) => Promise<Rows>;
type Part = 'columns' | 'primary keys' | 'unique indexes' | 'foreign keys' | 'other indexes';

/** Statements with one text a row, `line`. The same schema has the same lines on both engines. */
const OF_SQLITE: Readonly<Record<Part, string>> = {
  columns: `select t.name || '.' || c.name || ' ' || lower(c.type) ||
      case when c."notnull" or c.pk > 0 then ' not null' else '' end as line
    from sqlite_schema t join pragma_table_info(t.name) c`,
  'primary keys': `select t.name || ' ' || (select group_concat(name, ',') from
      (select name from pragma_table_info(t.name) where pk > 0 order by pk)) as line
    from sqlite_schema t`,
  'unique indexes': `select t.name || ' (' || (select group_concat(coalesce(name, 'expression'), ',') from
      (select name from pragma_index_info(i.name) order by seqno)) || ')' ||
      case when i.partial then ' in part' else '' end as line
    from sqlite_schema t join pragma_index_list(t.name) i on i."unique" and i.origin <> 'pk'`,
  'foreign keys': `select t.name || '.' || f."from" || ' to ' || f."table" || ' ' || lower(f.on_delete) as line
    from sqlite_schema t join pragma_foreign_key_list(t.name) f`,
  'other indexes': `select i.name || ' on ' || t.name as line
    from sqlite_schema t join pragma_index_list(t.name) i on not i."unique" and i.origin = 'c'`,
};
const OF_POSTGRES: Readonly<Record<Part, string>> = {
  columns: `select table_name || '.' || column_name || ' ' || data_type ||
      case when is_nullable = 'NO' then ' not null' else '' end as line
    from information_schema.columns where table_schema = 'public'`,
  'primary keys': `select conrelid::regclass || ' ' || (select string_agg(a.attname, ',' order by k.place)
      from unnest(conkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = conrelid and a.attnum = k.number) as line
    from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace`,
  'unique indexes': `select i.indrelid::regclass || ' (' ||
      (select string_agg(coalesce(a.attname, 'expression'), ',' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k(number, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) || ')' ||
      case when i.indpred is not null then ' in part' else '' end as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  'foreign keys': `select conrelid::regclass || '.' || a.attname || ' to ' || confrelid::regclass || ' ' ||
      case confdeltype when 'a' then 'no action' when 'c' then 'cascade' when 'n' then 'set null'
        when 'r' then 'restrict' else 'set default' end as line
    from pg_constraint, unnest(conkey) k join pg_attribute a on true
    where contype = 'f' and connamespace = 'public'::regnamespace and a.attrelid = conrelid and a.attnum = k`,
  'other indexes': `select c.relname || ' on ' || i.indrelid::regclass as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisunique and c.relnamespace = 'public'::regnamespace`,
};

describe.skipIf(programs === null)('both engines (PostgreSQL)', () => {
  let server: PostgresServer;
  let folder = '';
  let sqlite: Ask;
  let postgres: Ask;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-schema-'));
    await (await openDatabase(folder)).close();
    const file = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
    sqlite = (statement) =>
      Promise.resolve(
        file
          .prepare(
            `select line from (${statement} where t.type = 'table' and t.name not like 'sqlite!_%' escape '!') where line is not null`,
          )
          .all(),
      );
    server = await PostgresServer.start(programs ?? '');
    const url = server.url('postgres');
    await (await openDatabase(url)).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    postgres = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows;
    ends.push(
      () => file.close(),
      () => client.end(),
      () => server.stop(),
    );
  });
  afterAll(async () => {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true });
  });

  /** Lines in one order, with the types by their classes. */
  const lines = (rows: Rows): string[] =>
    rows
      .map(({ line }) =>
        String(line).replace(/bigint|double precision|bytea/, (type) => CLASSES[type] ?? type),
      )
      .sort();

  it.each([
    ['columns', 300],
    ['primary keys', 40],
    ['unique indexes', 10],
    ['foreign keys', 20],
    ['other indexes', 20],
  ] as const)('have the same %s', async (part, least) => {
    const ofSqlite = lines(await sqlite(OF_SQLITE[part]));
    expect(ofSqlite.length).toBeGreaterThan(least);
    expect(lines(await postgres(OF_POSTGRES[part]))).toEqual(ofSqlite);
  });
});
