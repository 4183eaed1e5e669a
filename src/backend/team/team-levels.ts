import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
import type { Schema } from '../db/schema.ts';
import { withTeamOf } from './team-tree.ts';

/** Sums over the people of a team at one level. */
export interface TeamLevel {
  readonly level: number;
  readonly members: number;
  readonly active: number;
  /** Their payments to the house, net of GST; fees of authors are not among it. */
  readonly volume: number;
}

/** Sums that are added to a level, or subtracted from it. */
type LevelSums = Partial<Pick<TeamLevel, 'members' | 'active' | 'volume'>>;

/**
 * Levels whose sums are kept. A team that is deeper is rare; the rest of it is counted when it is asked for. Without an
 * end to it, whoever registers in one long line would write more with each of them.
 */
export const KEPT_LEVELS = 40;

/** Add figures of a member to their level, for everybody above. */
const addAbove = async (tx: Transaction, memberId: number, sums: LevelSums): Promise<void> => {
  const { members = 0, active = 0, volume = 0 } = sums;
  await sql`
    with recursive above (id, level) as (
      select referrer_id, 1 from users where id = ${memberId} and referrer_id is not null
      union all
      select users.referrer_id, above.level + 1 from above join users on users.id = above.id
      where users.referrer_id is not null and level < ${KEPT_LEVELS}
    )
    insert into team_levels (user_id, level, members, active, volume)
    select id, level, cast(${members} as bigint), cast(${active} as bigint), cast(${volume} as bigint) from above where true
    on conflict (user_id, level) do update set
      members = team_levels.members + excluded.members, active = team_levels.active + excluded.active,
      volume = team_levels.volume + excluded.volume`.execute(tx.query);
};

/** Counts somebody who has registered in the team of everybody above. */
export const countJoined = (tx: Transaction, memberId: number): Promise<void> =>
  addAbove(tx, memberId, { members: 1 });

/** Counts somebody who has become active, level by level. */
export const countActiveAtLevel = (tx: Transaction, memberId: number): Promise<void> =>
  addAbove(tx, memberId, { active: 1 });

/** Count what a user really paid to the house. The volume is in paise, net of GST. */
export const countVolume = (tx: Transaction, memberId: number, volume: number): Promise<void> =>
  addAbove(tx, memberId, { volume });

/** Count a reward (paise) that a user got from a team level. */
export const countReward = async (
  tx: Transaction,
  { userId, level, amount }: { readonly userId: number; readonly level: number; readonly amount: number },
): Promise<void> => {
  await sql`
    insert into team_levels (user_id, level, rewards) values (${userId}, ${level}, ${amount})
    on conflict (user_id, level) do update set rewards = team_levels.rewards + excluded.rewards`.execute(
    tx.query,
  );
};

/**
 * Levels of a user's team, nearest first, and all their rewards. A team deeper than what is kept is counted by `deep`,
 * which may take its time.
 */
export const teamLevels = async (
  db: Kysely<Schema>,
  userId: number,
  deep = db,
): Promise<{ levels: TeamLevel[]; rewards: number }> => {
  const { rows } = await sql<TeamLevel & { rewards: number }>`
    select level, members, active, volume, rewards from team_levels
    where user_id = ${userId} order by level`.execute(db);
  const levels = rows.flatMap(({ rewards: _rewards, ...level }) => (level.members === 0 ? [] : [level]));
  const rewards = rows.reduce((sum, level) => sum + level.rewards, 0);
  return { levels: levels.length < KEPT_LEVELS ? levels : await countedLevels(deep, userId), rewards };
};

/** Number of members below each of some users, at any depth; teams deeper than what is kept are counted by `deep`. */
export const teamSizes = async (
  db: Kysely<Schema>,
  userIds: readonly number[],
  deep = db,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ user_id: number; members: number; deepest: number }>`
    select user_id, sum(members) as members, max(level) as deepest from team_levels
    where user_id in (select value from json_each(${JSON.stringify(userIds)})) group by user_id`.execute(db);
  const sizes = new Map(rows.map(({ user_id, members }) => [user_id, members]));
  const below = rows.filter(({ deepest }) => deepest >= KEPT_LEVELS).map(({ user_id }) => user_id);
  if (below.length === 0) return sizes;
  const counted = await countedSizes(deep, below);
  for (const userId of below) sizes.set(userId, counted.get(userId) ?? 0);
  return sizes;
};

/**
 * Number of members below some users and below everybody there: one walk for all of them. In a long line each of a page
 * has the same thousands below, and a walk for each would keep everybody else waiting.
 */
const countedSizes = async (
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ id: number; referrer_id: number }>`
    with recursive below (id, referrer_id) as (
      select id, referrer_id from users
      where referrer_id in (select value from json_each(${JSON.stringify(userIds)}))
      union
      select users.id, users.referrer_id from below join users on users.referrer_id = below.id
    )
    select id, referrer_id from below order by id desc`.execute(db);
  const sizes = new Map<number, number>();
  // A person is referred by one who was there before, so the team of each is whole before it is added to the one above.
  for (const { id, referrer_id } of rows)
    sizes.set(referrer_id, (sizes.get(referrer_id) ?? 0) + 1 + (sizes.get(id) ?? 0));
  return sizes;
};

/** The levels of a team, counted person by person. */
const countedLevels = async (db: Kysely<Schema>, userId: number): Promise<TeamLevel[]> => {
  const rows = await withTeamOf(db, userId)
    .selectFrom('team')
    .innerJoin('users', 'users.id', 'team.id')
    .select((eb) => [
      'team.level',
      eb.fn.countAll<number>().as('members'),
      eb.fn.sum<number>('users.is_active').as('active'),
      eb.fn
        .sum<number>(
          eb.fn.coalesce(
            eb
              .selectFrom('purchases')
              .select(({ fn }) => fn.sum<number>('purchases.taxable').as('volume'))
              .whereRef('purchases.user_id', '=', 'users.id')
              .where('purchases.state', '=', 'paid')
              .where('purchases.paid_with', '=', 'wallet')
              .where('purchases.kind', '!=', 'author'),
            eb.lit(0),
          ),
        )
        .as('volume'),
    ])
    .groupBy('team.level')
    .orderBy('team.level')
    .execute();
  return rows.map((row) => ({ ...row }));
};

interface LevelRow extends TeamLevel {
  readonly user_id: number;
  readonly rewards: number;
}

/** Every level of everybody, in order. Computed from the people, their payments and their rewards. */
const allLevels = async (db: Kysely<Schema>): Promise<LevelRow[]> => {
  const people = await db
    .selectFrom('users')
    .select(['id', 'referrer_id', 'is_active'])
    .orderBy('id')
    .execute();
  const paid = await db
    .selectFrom('purchases')
    .select(['user_id', (eb) => eb.fn.sum<number>('taxable').as('volume')])
    .where('state', '=', 'paid')
    .where('paid_with', '=', 'wallet')
    .where('kind', '!=', 'author')
    .groupBy('user_id')
    .execute();
  const rewarded = await db
    .selectFrom('rewards')
    .select(['user_id', 'level', (eb) => eb.fn.sum<number>('amount').as('rewards')])
    .groupBy(['user_id', 'level'])
    .execute();
  const volumes = new Map(paid.map(({ user_id, volume }) => [user_id, volume]));
  const referrers = new Map(people.map(({ id, referrer_id }) => [id, referrer_id]));
  const levels = new Map<number, Map<number, LevelRow>>();
  const add = (userId: number, level: number, sums: LevelSums & { readonly rewards?: number }): void => {
    const own = levels.get(userId) ?? new Map<number, LevelRow>();
    levels.set(userId, own);
    const row = own.get(level) ?? { user_id: userId, level, members: 0, active: 0, volume: 0, rewards: 0 };
    own.set(level, {
      ...row,
      members: row.members + (sums.members ?? 0),
      active: row.active + (sums.active ?? 0),
      volume: row.volume + (sums.volume ?? 0),
      rewards: row.rewards + (sums.rewards ?? 0),
    });
  };
  for (const { id, referrer_id, is_active } of people) {
    const sums = { members: 1, active: is_active, volume: volumes.get(id) ?? 0 };
    for (
      let [above, level] = [referrer_id, 1];
      above !== null && level <= KEPT_LEVELS;
      above = referrers.get(above) ?? null, level++
    )
      add(above, level, sums);
  }
  for (const { user_id, level, rewards } of rewarded) add(user_id, level, { rewards });
  return [...levels.keys()]
    .sort((a, b) => a - b)
    .flatMap((id) => [...(levels.get(id)?.values() ?? [])].sort((a, b) => a.level - b.level));
};

const ROWS_A_STATEMENT = 500;

/** Compute all that is kept of teams anew, from their people. */
export const keepTeamLevels = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('team_levels').execute();
  const rows = await allLevels(db);
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await db
      .insertInto('team_levels')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .execute();
};

/** Where kept team levels differ from the people's, as a sentence. Empty when all is right. */
export const checkTeamLevels = async (db: Kysely<Schema>): Promise<string[]> => {
  const kept = await db.selectFrom('team_levels').selectAll().orderBy('user_id').orderBy('level').execute();
  const right = await allLevels(db);
  const place = Array.from({ length: Math.max(kept.length, right.length) }).findIndex(
    (_, index) => !isDeepStrictEqual({ ...kept[index] }, { ...right[index] }),
  );
  if (place === -1) return [];
  const { user_id: userId, level } = right[place] ?? kept[place] ?? {};
  return [`The team of user ${userId} is not what is kept of its level ${level}`];
};
