import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Strategies with legs were listed among those on indices: they are on options, or on futures. */
export const legSegments: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const hasOption = sql<boolean>`(document_json like '%"kind":"call"%' or document_json like '%"kind":"put"%')`;
    await sql`
      update strategies set segment = case when ${hasOption} then 'options' else 'futures' end
      where document_json like '%"version":2,%' and document_json like '%"legs":[%'
    `.execute(db);
  },
};
