import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Whose fee somebody has paid, of some publications. */
export const licensedTo = async (
  db: Kysely<Schema>,
  userId: number,
  publicationIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (publicationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from licences where user_id = ${userId}
      and publication_id in (select value from json_each(${JSON.stringify(publicationIds)}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
