import { type Kysely, sql } from 'kysely';

/**
 * Credits for backtests that a user has spent, month by month. They are added up where they are spent, so that two runs
 * at once find each other. Those of a database from before are the credits of its runs.
 */
export const backtestCredits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('backtest_credits')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      // In India, as `YYYY-MM`.
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('spent', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('backtest_credits_pk', ['user_id', 'month'])
      .execute();
    await sql`insert into backtest_credits (user_id, month, spent)
      select user_id, substr(date((created_at + 19800000) / 1000, 'unixepoch'), 1, 7) as month, sum(credits)
      from backtest_runs group by user_id, month having sum(credits) > 0`.execute(db);
  },
};
