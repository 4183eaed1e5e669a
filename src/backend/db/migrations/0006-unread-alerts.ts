import { type Kysely, sql } from 'kysely';

/** Unread alerts are counted for every alert that is written. */
export const unreadAlerts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index alerts_unread on alerts (user_id) where read_at is null`.execute(db);
  },
};
