import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { team, TeamMember } from '../../../shared/contract/team.ts';
import { istIso } from '../../../shared/time.ts';
import { type Designation, pricesOn } from '../../billing/price-list.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { entryView } from '../../ledger/entry-view.ts';
import { maskEmail, maskPhone } from '../../masked-person.ts';
import type { ActiveMembers } from '../../team/designations.ts';
import { teamLevels, teamSizes } from '../../team/team-levels.ts';
import { headOf, type MemberFilter, membersOf, rewardsOf } from './queries.ts';

/** Opens the desktop's registration with the code filled in. */
const inviteLinkOf = (referralCode: string): string =>
  `trickdesk://open/register?code=${encodeURIComponent(referralCode)}`;

/** What the level after this one asks for; null at the highest. */
const nextLevel = (designations: readonly Designation[], level: number, active: ActiveMembers) => {
  const next = designations[level + 1];
  if (!next) return null;
  return {
    level: level + 1,
    name: next.name,
    direct: next.direct,
    members: next.members,
    missingDirect: Math.max(0, next.direct - active.direct),
    missingMembers: Math.max(0, next.members - active.members),
  };
};

/** One's team: who is in it, how deep, what it has paid, and what came of that. */
export const teamHandlers = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Handlers<typeof team, CallContext> => {
  const { read } = database;
  const memberPage = async (
    userId: number,
    filter: MemberFilter,
    page: { pageNumber: number; pageSize: number },
  ) => {
    const { rows, total } = await membersOf(database.readOf(userId), userId, filter, page);
    const sizes = await teamSizes(
      read,
      rows.map(({ id }) => id),
    );
    const members = rows.map((row): TeamMember => ({
      id: row.id,
      fullName: row.full_name,
      phone: maskPhone(row.phone),
      email: maskEmail(row.email),
      joinedAt: istIso(row.created_at),
      level: row.level,
      designation_level: row.designation_level,
      isActive: row.is_active === 1,
      isTradeactive: row.is_trade_active === 1,
      isRoboactive: row.is_robo_active === 1,
      volume: row.volume,
      members: sizes.get(row.id) ?? 0,
      sponsor: row.sponsorName,
    }));
    return { rows: members, pageNumber: page.pageNumber, pageSize: page.pageSize, total };
  };

  return {
    mine: async (_input, { userId }) => {
      const { designations, rewardPercents } = pricesOn(clock.now());
      const user = await headOf(read, userId);
      const { levels, rewards } = await teamLevels(read, userId);
      const direct = levels[0]?.members ?? 0;
      const sum = (figure: 'members' | 'active' | 'volume') =>
        levels.reduce((total, level) => total + level[figure], 0);
      const level = user.designation_level;
      const active = { direct: user.active_direct, members: user.active_team };
      return {
        referralCode: user.referral_code,
        inviteLink: inviteLinkOf(user.referral_code),
        sponsor: user.sponsorName,
        direct,
        indirect: sum('members') - direct,
        active: sum('active'),
        volume: sum('volume'),
        rewards,
        levels: levels.map((row) => ({ ...row, percent: rewardPercents[row.level - 1] ?? 0 })),
        designation: { level, name: (designations[level] ?? designations[0]).name },
        next: nextLevel(designations, level, active),
      };
    },

    direct: (input, { userId }) =>
      memberPage(
        userId,
        {
          keyword: input.keyword,
          level: 1,
          isActive: input.type === 'all' ? undefined : input.type === 'active' ? 1 : 0,
          isTradeActive: input.isTradeactive,
          isRoboActive: input.isRoboactive,
          designationLevel: input.designation_level,
          order: input.order,
        },
        input,
      ),

    indirect: (input, { userId }) =>
      memberPage(userId, { keyword: input.keyword, level: input.level ?? null, order: 'level' }, input),

    rewards: async (input, { userId }) => {
      const { rows, total, earned } = await rewardsOf(database.readOf(userId), userId, input);
      return {
        wallet_transaction_list: rows.map((row) => ({
          ...entryView(row),
          level: row.level,
          fromName: row.counterparty,
          percent: row.percent,
          paid: row.paid,
        })),
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total,
        earned,
      };
    },
  };
};
