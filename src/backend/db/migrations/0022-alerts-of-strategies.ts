import { sql, type Kysely } from 'kysely';

/** Of which strategy an alert is, and when it was on the market: a simulated or replayed one has a time of its own. */
export const alertsOfStrategies = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table alerts add column strategy_id integer`.execute(db);
    await sql`alter table alerts add column market_at bigint`.execute(db);
  },
};
