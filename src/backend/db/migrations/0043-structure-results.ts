import { type Kysely, sql } from 'kysely';
import { keepStructureResults } from '../../trading/kept-results.ts';

/** Results of strategies with legs counted each leg. The legs of a structure are one result. */
export const structureResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('strategy_results')
      .addColumn('results', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('strategy_results').addColumn('latest_json', 'text').execute();
    await sql`update strategy_results set results = trades`.execute(db);
    await keepStructureResults(db);
  },
};
