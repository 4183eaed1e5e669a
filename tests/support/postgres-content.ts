import { overPostgres } from './over-postgres.ts';

const CATALOGUE = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'function ' || oid::regprocedure || ' ' || md5(prosrc)
    from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1`;

/** Everything in a database that can be changed, in lines. The rows of a table are a digest. */
export const contentOf = (url: string): Promise<readonly string[]> =>
  overPostgres(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(CATALOGUE);
    const lines = rows.map(({ line }) => line);
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    for (const { name } of tables.rows) {
      const found = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
      );
      lines.push(`rows ${name} ${found.rows[0]?.digest}`);
    }
    return lines;
  });
