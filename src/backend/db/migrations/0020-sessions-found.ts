import { type Kysely, sql } from 'kysely';

/**
 * Indexes of a user's sessions and of a session's tokens. A session that is renewed all day has hundreds of thousands
 * of spent tokens, and each renewal read those of all users.
 */
export const sessionsFound = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'revoked_at']).execute();
    await schema
      .createIndex('refresh_tokens_by_session')
      .on('refresh_tokens')
      .columns(['session_id', 'spent_at'])
      .execute();
    await sql`create index refresh_tokens_to_retry on refresh_tokens (session_id)
      where successor_sealed is not null`.execute(db);
  },
};
