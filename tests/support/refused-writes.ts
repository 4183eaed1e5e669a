import { sql } from 'kysely';
import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import { isPostgres, refuseChange } from '../../src/backend/db/dialect-differences.ts';

interface Refused {
  /** Name of the trigger. */
  readonly name: string;
  /** As in `insert on alerts`. */
  readonly change: string;
  /** Condition on `new` and `old`, as SQL. */
  readonly when?: string;
  readonly sentence: string;
}

/** Make a test's database refuse a change, as a full disk would. */
export const refuseWrites = (database: Database, { change, ...refused }: Refused): Promise<void> =>
  database.write(HOUSE, ({ query }) =>
    refuseChange(query as never, { ...refused, change: `before ${change}` }),
  );

/** Let a database take again what a trigger made it refuse. */
export const allowWrites = (database: Database, name: string, table: string): Promise<void> =>
  database.write(HOUSE, async ({ query }) => {
    const on = isPostgres(query) ? ` on ${table}` : '';
    await sql.raw(`drop trigger ${name}${on}`).execute(query);
    if (isPostgres(query)) await sql.raw(`drop function ${name}()`).execute(query);
  });
