import { type Kysely, sql } from 'kysely';

/** One run of live orders for each user. Two who ask at once find it. */
export const oneLiveRun = {
  async up(db: Kysely<unknown>): Promise<void> {
    // None has two unless its file was written by hand. The first was the one in use; the rest become nobody's.
    await sql`update feeds set user_id = null where source = 'broker' and exists (
      select 1 from feeds as earlier
      where earlier.source = 'broker' and earlier.user_id = feeds.user_id and earlier.id < feeds.id)`.execute(
      db,
    );
    await sql`create unique index feeds_one_broker on feeds (user_id) where source = 'broker'`.execute(db);
  },
};
