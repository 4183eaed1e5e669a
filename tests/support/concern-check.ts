import { overPostgres } from './over-postgres.ts';

/** Columns that name the user whose row it is. */
const OWNERS = ['user_id', 'owner_id', 'author_id'];

/**
 * Make a database refuse writes to rows of users not named. Such a write has not locked them, which would go unnoticed
 * until two meet.
 */
export const checkConcerns = (url: string): Promise<void> =>
  overPostgres(url, async (client) => {
    await client.query(`create function require_concern() returns trigger language plpgsql as $$
      declare
        concern text := coalesce(current_setting('trickdesk.of', true), '');
        owners jsonb := case when tg_op = 'INSERT' then '[]' else jsonb_build_array(to_jsonb(old)->tg_argv[0]) end
          || case when tg_op = 'DELETE' then '[]' else jsonb_build_array(to_jsonb(new)->tg_argv[0]) end;
        owner text;
      begin
        -- Not a write of the program: a test's own statement.
        if concern = '' then return coalesce(new, old); end if;
        for owner in select jsonb_array_elements_text(owners) loop
          if owner is not null and owner <> '0' and not owner = any(string_to_array(concern, ',')) then
            raise exception 'a write of % changes % of user %', concern, tg_table_name, owner;
          end if;
        end loop;
        return coalesce(new, old);
      end $$`);
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      `select c.table_name, c.column_name from information_schema.columns c
       where c.table_schema = 'public' and c.column_name = any($1)`,
      [OWNERS],
    );
    for (const { table_name: table, column_name: column } of rows)
      await client.query(
        `create trigger require_concern_${column} before insert or update or delete on ${table}
         for each row execute function require_concern('${column}')`,
      );
    // Of users that the write itself makes nobody else can have rows.
    await client.query(`create function add_concern() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('trickdesk.of', true), '') <> '' then
        perform set_config('trickdesk.of', current_setting('trickdesk.of') || ',' || new.id, true);
      end if;
      return null; end $$`);
    await client.query(
      `create trigger add_concern after insert on users for each row execute function add_concern()`,
    );
    await client.query(`create trigger require_concern_id before update or delete on users
      for each row execute function require_concern('id')`);
  });
