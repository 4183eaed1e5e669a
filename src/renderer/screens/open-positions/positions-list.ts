import type { Position, PositionPlace } from '../../../shared/contract/positions.ts';
import { PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const TABS = ['all', 'live', 'test'] as const;
export type Tab = (typeof TABS)[number];

/** Besides the three lists: shares of baskets, what stands in other markets, groups by strategy, and analysts' calls. */
export const VIEWS = [...TABS, 'baskets', 'elsewhere', 'strategies', 'calls'] as const;
export type View = (typeof VIEWS)[number];

/** What a view that is a list asks for; null of the others. */
export const filterOf = (view: View): Filter | null => {
  if (view === 'strategies' || view === 'calls') return null;
  return view === 'baskets' || view === 'elsewhere'
    ? { type: 'all', place: view }
    : { type: view, place: 'strategies' };
};

export const positionsSearch = urlSearch({
  type: searchField.oneOf(VIEWS, 'all'),
  calls: searchField.oneOf(['all', 'open', 'done'], 'all'),
  page: searchField.page(),
  position: searchField.id(),
});

interface Filter {
  type: Tab;
  place: PositionPlace;
}

const everything: Filter = { type: 'all', place: 'strategies' };

export const positionsList = createPagedList({
  call: ({ type, place, pageNumber, pageSize }: Filter & PageRequest) =>
    api.positions.open({ type, place, page: pageNumber, pageSize, status: 'open' }),
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
