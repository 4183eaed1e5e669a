import { dateTimeText } from '../../i18n/dates.ts';
import { inEnglish } from '../../i18n/translate.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import { succeed, type Result } from '../../../shared/failure.ts';

import { api } from '../../api/api.ts';
import { allRows, csvRupees, type CsvTable } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type Reward = OutputOf<(typeof team)['rewards']>['wallet_transaction_list'][number];

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

const ask = ({ level, from, to, ...page }: Filter & PageRequest) =>
  api.team.rewards({
    level: level === 'all' ? undefined : REWARD_LEVELS.indexOf(level) + 1,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

export const rewardsList = createPagedList({
  call: ask,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (reward) => reward.entryId,
  filter: { level: 'all', from: '', to: '' },
});

const csvRow = (row: Reward): string[] => [
  dateTimeText(Date.parse(row.at)),
  row.fromName,
  String(row.level),
  csvRupees(row.paid),
  String(row.percent),
  csvRupees(row.amount),
  csvRupees(row.balance),
  row.reference,
];

/** Every reward that the filters let through, for a spreadsheet. */
export const rewardsTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = rewardsList.get();
  const rows = await allRows(
    (page) => ask({ ...filter, ...page }),
    (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: 'rewards',
    columns: ['Time (IST)', 'From', 'Level', 'Paid net of GST', 'Percent', 'Reward', 'Balance', 'Reference'],
    rows: inEnglish(() => rows.value.map(csvRow)),
  });
};
