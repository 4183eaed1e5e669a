import { sql, type Kysely } from 'kysely';
import { wholeNumber } from '../dialect-differences.ts';

/** Strategy of an alert, and its time on the market. A simulated or replayed market has a time of its own. */
export const alertsOfStrategies = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table alerts add column strategy_id ${wholeNumber(db)}`.execute(db);
    await sql`alter table alerts add column market_at bigint`.execute(db);
  },
};
