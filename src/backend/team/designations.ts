import { formatCount } from '../../shared/money.ts';
import type { Designation, PriceList } from '../billing/price-list.ts';
import type { Transaction } from '../db/database.ts';
import type { Notify } from '../notices/notify.ts';
import { countActiveAtLevel } from './team-levels.ts';
import { withReferrersOf } from './team-tree.ts';

/** Active members of a team. */
export interface ActiveMembers {
  readonly direct: number;
  readonly members: number;
}

/** The highest level (its place in the list) whose demands are met, each level before it included. */
export const designationLevel = (designations: readonly Designation[], active: ActiveMembers): number => {
  const missed = designations.findIndex(
    ({ direct, members }) => active.direct < direct || active.members < members,
  );
  return (missed === -1 ? designations.length : missed) - 1;
};

/** Counts somebody who has become active for everybody above, and raises those who have reached a level; nobody falls. */
export const countActive = async (
  tx: Transaction,
  { notify, prices }: { readonly notify: Notify; readonly prices: PriceList },
  memberId: number,
): Promise<void> => {
  await countActiveAtLevel(tx, memberId);
  const above = await withReferrersOf(tx.query, memberId)
    .selectFrom('above')
    .innerJoin('users', 'users.id', 'above.id')
    .select([
      'users.id',
      'above.level',
      'users.active_direct',
      'users.active_team',
      'users.designation_level',
      'users.is_house',
    ])
    .execute();
  for (const user of above) {
    const direct = user.active_direct + (user.level === 1 ? 1 : 0);
    const members = user.active_team + 1;
    const earned = designationLevel(prices.designations, { direct, members });
    const level = Math.max(earned, user.designation_level);
    await tx.query
      .updateTable('users')
      .set({ active_direct: direct, active_team: members, designation_level: level })
      .where('id', '=', user.id)
      .execute();
    const reached = prices.designations[level];
    if (!reached || level <= user.designation_level || user.is_house) continue;
    await notify(tx, user.id, 'wallet', {
      title: `You are ${reached.name} now`,
      body: `Your team has ${formatCount(members)} active members.`,
      link: '/my-team',
    });
  }
};
