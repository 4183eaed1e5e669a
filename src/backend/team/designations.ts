import { sql } from 'kysely';
import type { DESIGNATIONS } from '../../shared/contract/team.ts';
import { formatCount } from '../../shared/money.ts';
import type { Transaction } from '../db/database.ts';
import type { Notify } from '../notices/notify.ts';
import { countActiveAtLevel } from './team-levels.ts';
import { withReferrersOf } from './team-tree.ts';

/** A level of a referrer, and the active members it takes. */
export interface Designation {
  readonly name: (typeof DESIGNATIONS)[number];
  readonly direct: number;
  /** At any depth, those brought in directly among them. */
  readonly members: number;
}

/** Active members of a team. */
export interface ActiveMembers {
  readonly direct: number;
  readonly members: number;
}

/** Highest level whose demands, and those before it, are met. A level is its place in the list. */
export const designationLevel = (designations: readonly Designation[], active: ActiveMembers): number => {
  const missed = designations.findIndex(
    ({ direct, members }) => active.direct < direct || active.members < members,
  );
  return (missed === -1 ? designations.length : missed) - 1;
};

/** One statement for all of them: there may be tens of thousands above. */
const addActiveAbove = async (tx: Transaction, memberId: number): Promise<void> => {
  await sql`
    with recursive above (id, level) as (
      select referrer_id, 1 from users where id = ${memberId} and referrer_id is not null
      union all
      select users.referrer_id, above.level + 1 from above join users on users.id = above.id
      where users.referrer_id is not null
    )
    update users set active_team = users.active_team + 1,
      active_direct = users.active_direct + case when above.level = 1 then 1 else 0 end
    from above where users.id = above.id`.execute(tx.query);
};

/** People above a member who meet a higher level's demands. The level is higher than their own. */
const risingAbove = (tx: Transaction, designations: readonly Designation[], memberId: number) =>
  withReferrersOf(tx.query, memberId)
    .selectFrom('above')
    .innerJoin('users', 'users.id', 'above.id')
    .select(['users.id', 'users.active_direct', 'users.active_team', 'users.is_house'])
    .where((eb) =>
      eb.or(
        designations.map(({ direct, members }, level) =>
          eb.and([
            eb('users.designation_level', '<', level),
            eb('users.active_direct', '>=', direct),
            eb('users.active_team', '>=', members),
          ]),
        ),
      ),
    )
    .orderBy('above.level')
    .execute();

/** Count a newly active member for everybody above. Those who have reached a level are raised; nobody falls. */
export const countActive = async (
  tx: Transaction,
  { notify, designations }: { readonly notify: Notify; readonly designations: readonly Designation[] },
  memberId: number,
): Promise<void> => {
  await countActiveAtLevel(tx, memberId);
  await addActiveAbove(tx, memberId);
  for (const user of await risingAbove(tx, designations, memberId)) {
    const members = user.active_team;
    const level = designationLevel(designations, { direct: user.active_direct, members });
    const { numUpdatedRows } = await tx.query
      .updateTable('users')
      .set({ designation_level: level })
      .where('id', '=', user.id)
      .where('designation_level', '<', level)
      .executeTakeFirst();
    const reached = designations[level];
    if (!reached || numUpdatedRows === 0n || user.is_house) continue;
    await notify(tx, user.id, 'wallet', {
      title: `You are ${reached.name} now`,
      body: `Your team has ${formatCount(members)} active members.`,
      link: '/my-team',
    });
  }
};
