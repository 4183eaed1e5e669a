import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Opens a query with `team`: everybody below a user with the level (1 = brought in directly), at any depth or down to
 * `deepest`. A ring cannot come about: whoever refers was there before, which the database itself keeps.
 */
export const withTeamOf = (db: Kysely<Schema>, userId: number, deepest: number | null = null) =>
  db.withRecursive('team', (cte) =>
    cte
      .selectFrom('users')
      .select(['users.id', sql<number>`1`.as('level')])
      .where('users.referrer_id', '=', userId)
      .unionAll(
        cte
          .selectFrom('users')
          .innerJoin('team', 'team.id', 'users.referrer_id')
          .select(['users.id', sql<number>`team.level + 1`.as('level')])
          .$if(deepest !== null, (below) => below.where('team.level', '<', deepest ?? 0)),
      ),
  );

/**
 * Opens a query with `above`: a user's referrer at level 1, the referrer's referrer at level 2, and so on, up to
 * `highest`.
 */
export const withReferrersOf = (db: Kysely<Schema>, userId: number, highest: number | null = null) =>
  db.withRecursive('above', (cte) =>
    cte
      .selectFrom('users as member')
      .innerJoin('users', 'users.id', 'member.referrer_id')
      .select(['users.id', 'users.referrer_id', sql<number>`1`.as('level')])
      .where('member.id', '=', userId)
      .unionAll(
        cte
          .selectFrom('above')
          .innerJoin('users', 'users.id', 'above.referrer_id')
          .select(['users.id', 'users.referrer_id', sql<number>`above.level + 1`.as('level')])
          .$if(highest !== null, (further) => further.where('above.level', '<', highest ?? 0)),
      ),
  );

/** A user and the referrers above, who never change. At any level, or up to `highest`. */
export const withThoseAbove = async (
  db: Kysely<Schema>,
  userId: number,
  highest: number | null = null,
): Promise<number[]> => {
  const above = await withReferrersOf(db, userId, highest).selectFrom('above').select('id').execute();
  return [userId, ...above.map(({ id }) => id)];
};

/** Whether somebody is in a user's team, at any depth. */
export const isInTeam = async (db: Kysely<Schema>, userId: number, memberId: number): Promise<boolean> =>
  (await withReferrersOf(db, memberId)
    .selectFrom('above')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()) !== undefined;
