import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Who follows a strategy. */
export interface Following {
  /** People who follow it or hold a copy of it. */
  readonly followers: number;
  /** Whether the user is among those who follow it. */
  readonly isFollowed: boolean;
}

const NOBODY: Following = { followers: 0, isFollowed: false };

/** Who follows some strategies, as a user sees it; `null` is nobody. */
export const followingOf = async (
  db: Kysely<Schema>,
  userId: number | null,
  ids: readonly number[],
): Promise<(id: number) => Following> => {
  if (ids.length === 0) return () => NOBODY;
  const { rows } = await sql<{ id: number; followers: number; isFollowed: number }>`
    select value as id,
      (select count(*) from follows where trick_id = value) +
      (select count(distinct owner_id) from tricks where parent_id = value and removed_at is null) as followers,
      exists (select 1 from follows where user_id = ${userId} and trick_id = value) as "isFollowed"
    from json_each(${JSON.stringify(ids)})`.execute(db);
  const found = new Map(
    rows.map(({ id, followers, isFollowed }) => [id, { followers, isFollowed: isFollowed === 1 }]),
  );
  return (id) => found.get(id) ?? NOBODY;
};

/** Which strategies a user follows, of some. */
export const followedBy = async (
  db: Kysely<Schema>,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select trick_id as id from follows
    where user_id = ${userId} and trick_id in (select value from json_each(${JSON.stringify(ids)}))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
};
