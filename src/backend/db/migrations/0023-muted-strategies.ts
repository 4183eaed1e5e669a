import { sql, type Kysely } from 'kysely';
import { wholeNumber } from '../dialect-differences.ts';

/** Strategies whose fills their owner does not want to be told of. */
export const mutedStrategies = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table strategies add column is_muted ${wholeNumber(db)} not null default 0`.execute(db);
  },
};
