import { sql, type Kysely } from 'kysely';
import { wholeNumber } from '../dialect-differences.ts';

/**
 * Fills shortly after each other stand as one in the list. That is the last of them, which the others name. Those of
 * before stay as they are.
 */
export const groupedAlerts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table alerts add column group_id ${wholeNumber(db)}`.execute(db);
    await sql`alter table alerts add column group_size ${wholeNumber(db)} not null default 1`.execute(db);
    await sql`create index alerts_by_group on alerts (group_id) where group_id is not null`.execute(db);
    await sql`drop index alerts_unread`.execute(db);
    await sql`create index alerts_unread on alerts (user_id) where read_at is null and group_id is null`.execute(
      db,
    );
  },
};
