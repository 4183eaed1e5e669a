import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The strategy `value` with all versions of its publication. */
const VERSIONS = sql`(select value union select other.strategy_id from strategy_versions as mine
  join strategy_versions as other on other.publication_id = mine.publication_id where mine.strategy_id = value)`;

/**
 * Number of people who follow each strategy, or hold a copy. Its author is left out. Followers of any version of a
 * published strategy count: a user who keeps an older one has not left.
 */
export const followingOf = async (
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<(id: number) => number> => {
  if (ids.length === 0) return () => 0;
  const { rows } = await sql<{ id: number; followers: number }>`
    select value as id,
      (select count(*) from (
        select user_id from follows where strategy_id in ${VERSIONS}
        union select owner_id from strategies where parent_id in ${VERSIONS} and removed_at is null) as followers
        where user_id != (select owner_id from strategies where id = value)) as followers
    from json_each(${JSON.stringify(ids)})`.execute(db);
  const found = new Map(rows.map(({ id, followers }) => [id, followers]));
  return (id) => found.get(id) ?? 0;
};

/** The strategies that a user follows, in all versions. All other versions of their publications are included. */
export const followedInAnyVersion = async (
  db: Kysely<Schema>,
  userId: number,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select strategy_id as id from follows where user_id = ${userId}
    union
    select other.strategy_id from follows
      join strategy_versions as mine on mine.strategy_id = follows.strategy_id
      join strategy_versions as other on other.publication_id = mine.publication_id
    where follows.user_id = ${userId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Which strategies a user follows, of some. */
export const followedBy = async (
  db: Kysely<Schema>,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select strategy_id as id from follows
    where user_id = ${userId} and strategy_id in (select value from json_each(${JSON.stringify(ids)}))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
};
