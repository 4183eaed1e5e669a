import { api } from '../../api/api.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { rewardColumns } from './reward-columns.ts';

/** Levels whose payments earn a reward. */
export const REWARD_LEVELS = ['first', 'second', 'third'] as const;
export type RewardLevel = 'all' | (typeof REWARD_LEVELS)[number];

export const rewardsSearch = urlSearch({
  level: searchField.oneOf(['all', ...REWARD_LEVELS], 'all'),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  reward: searchField.id(),
});

interface Filter {
  level: RewardLevel;
  from: string;
  to: string;
}

const load = ({ level, from, to, ...page }: Filter & PageRequest) =>
  api.team.rewards({
    level: level === 'all' ? undefined : REWARD_LEVELS.indexOf(level) + 1,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

export const rewardsList = createPagedList({
  call: load,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (reward) => reward.entryId,
  filter: { level: 'all', from: '', to: '' },
});

/** Every reward that the filters let through, for a spreadsheet. */
export const rewardsCsv = ({ all }: FilteredRows<typeof rewardsList>): ReturnType<CsvSource> =>
  csvTableOf('rewards', rewardColumns(), all());
