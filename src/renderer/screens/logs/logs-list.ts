import type { LOG_LEVELS } from '../../../shared/contract/logs.ts';
import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type Level = (typeof LOG_LEVELS)[number];

export const logsSearch = urlSearch({
  tab: searchField.oneOf(['activity', 'trade'], 'activity'),
  level: searchField.oneOf<'all' | Level>(['all', 'info', 'warning', 'error'], 'all'),
  search: searchField.text(),
  page: searchField.page(),
});

interface Filter {
  tab: 'activity' | 'trade';
  level: 'all' | Level;
  search: string;
}

export const logsList = createPagedList({
  call: ({ tab, level, ...rest }: Filter & { pageNumber: number; pageSize: number }) => {
    const request = { ...rest, level: level === 'all' ? undefined : level };
    return tab === 'activity' ? api.logs.activity(request) : api.logs.trading(request);
  },
  page: (answer) => ({ rows: answer.log_list, total: answer.total }),
  idOf: (entry) => entry.logId,
  filter: { tab: 'activity', level: 'all', search: '' },
});
