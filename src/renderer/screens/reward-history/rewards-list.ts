import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import { api } from '../../api/api.ts';
import { csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';
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

const csvColumns = (): readonly CsvColumn<Reward>[] => [
  { title: t('Time (IST)'), csv: (row) => csvTime(row.at) },
  { title: t('From'), csv: (row) => row.fromName },
  { title: t('Level'), csv: (row) => String(row.level) },
  { title: t('Paid net of GST'), csv: (row) => csvRupees(row.paid) },
  { title: t('Percent'), csv: (row) => String(row.percent) },
  { title: t('Reward'), csv: (row) => csvRupees(row.amount) },
  { title: t('Balance'), csv: (row) => csvRupees(row.balance) },
  { title: t('Reference'), csv: (row) => row.reference },
];

/** Every reward that the filters let through, for a spreadsheet. */
export const rewardsCsv: CsvSource = () => csvTableOf('rewards', csvColumns(), rewardsList.all());
