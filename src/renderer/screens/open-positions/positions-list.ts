import type { Position } from '../../../shared/contract/positions.ts';
import { PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const TABS = ['all', 'live', 'test'] as const;
export type Tab = (typeof TABS)[number];

/** Besides the three lists: grouped by strategy, and what the analysts of one's advisor plan say. */
export const VIEWS = [...TABS, 'strategies', 'calls'] as const;
export type View = (typeof VIEWS)[number];

export const positionsSearch = urlSearch({
  type: searchField.oneOf(VIEWS, 'all'),
  calls: searchField.oneOf(['all', 'open', 'done'], 'all'),
  page: searchField.page(),
  position: searchField.id(),
});

interface Filter {
  type: Tab;
}

const everything: Filter = { type: 'all' };

export const positionsList = createPagedList({
  call: ({ type, pageNumber, pageSize }: Filter & PageRequest) =>
    api.positions.open({ type, page: pageNumber, pageSize, status: 'open' }),
  page: (answer) => ({ rows: answer.list, total: answer.total }),
  idOf: (position) => position.positionId,
  filter: everything,
  pageSize: PAGE_SIZE,
});

/** Takes a fact about a position in: a change in place, or a reload when it came or went. */
export const acceptPosition = (position: Position): void => {
  const isKnown = positionsList.get().rows.some((row) => row.positionId === position.positionId);
  if (isKnown && position.status === 'open') positionsList.replace(position);
  else void positionsList.reload();
};
