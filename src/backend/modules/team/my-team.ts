import { pricesOn } from '../../billing/price-list.ts';
import type { ActiveMembers, Designation } from '../../team/designations.ts';
import { teamLevels } from '../../team/team-levels.ts';
import { headOf } from './queries.ts';
import type { TeamCalls, TeamDeps } from './team-deps.ts';

/** Opens the desktop's registration with the code filled in. */
const inviteLinkOf = (referralCode: string): string =>
  `trickdesk://open/register?code=${encodeURIComponent(referralCode)}`;

/** Conditions of the level after this one; null at the highest. */
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

/** The user's team: its levels, volume and rewards in paise, and the next designation. */
export const myTeam =
  (deps: TeamDeps): TeamCalls['mine'] =>
  async (_input, { userId }) => {
    const { database, clock } = deps;
    const { read } = deps.database;
    const { designations, rewardPercents } = pricesOn(clock.now());
    const user = await headOf(read, userId);
    const { levels, rewards } = await teamLevels(read, userId, database.readOf(userId));
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
  };
