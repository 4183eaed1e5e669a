import { type Kysely, sql } from 'kysely';

/** Index of spent tokens, which are kept for some days only. */
export const retention = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index refresh_tokens_spent on refresh_tokens (spent_at) where spent_at is not null`.execute(
      db,
    );
  },
};
