import type { TeamMember } from '../../../shared/contract/team.ts';
import { istIso } from '../../../shared/time.ts';
import { maskEmail, maskPhone } from '../../masked-person.ts';
import { teamSizes } from '../../team/team-levels.ts';
import { type MemberFilter, membersOf } from './queries.ts';
import type { TeamDeps } from './team-deps.ts';

export const memberPage = async (
  deps: TeamDeps,
  userId: number,
  filter: MemberFilter,
  page: { pageNumber: number; pageSize: number },
) => {
  const { database } = deps;
  const { read } = deps.database;
  const { rows, total } = await membersOf(database.readOf(userId), userId, filter, page);
  const sizes = await teamSizes(
    read,
    rows.map(({ id }) => id),
    database.readOf(userId),
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
