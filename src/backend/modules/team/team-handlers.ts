import { entryView } from '../../ledger/entry-view.ts';
import { rewardsOf } from './queries.ts';
import { myTeam } from './my-team.ts';
import { memberPage } from './member-page.ts';
import type { TeamCalls, TeamDeps } from './team-deps.ts';

/** One's team: who is in it, how deep, what it has paid, and what came of that. */
export const teamHandlers = (deps: TeamDeps): TeamCalls => ({
  mine: myTeam(deps),
  direct: (input, { userId }) =>
    memberPage(
      deps,
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
    memberPage(deps, userId, { keyword: input.keyword, level: input.level ?? null, order: 'level' }, input),
  rewards: async (input, { userId }) => {
    const { rows, total, earned } = await rewardsOf(deps.database.readOf(userId), userId, input);
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
});
