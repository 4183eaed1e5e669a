import { type Kysely, sql } from 'kysely';

/**
 * Kept with each message of support: when its user was told of it. One number for all of them left out whatever was
 * committed after a message with a higher id. What a database from before has told stays told.
 */
export const toldMessages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table ticket_messages add column told_at bigint`.execute(db);
    await sql`update ticket_messages set told_at = at
      where user_id is null
        and id <= (select cast(value as integer) from meta where key = 'support-told-to')`.execute(db);
    await sql`delete from meta where key = 'support-told-to'`.execute(db);
    await sql`create index ticket_messages_untold on ticket_messages (id)
      where user_id is null and told_at is null`.execute(db);
  },
};
