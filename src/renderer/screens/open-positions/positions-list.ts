import type { Position, PositionPlace } from '../../../shared/contract/positions.ts';
import { PAGE_SIZE } from '../../../shared/page-size.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';
import { api } from '../../api/api.ts';
import { BROKER_CHOICES } from '../../state/broker-choice.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const TABS = ['all', 'live', 'test'] as const;
export type Tab = (typeof TABS)[number];

/**
 * Besides the three lists: those by hand, shares of baskets, what stands in other markets, groups by strategy, what was left, and
 * analysts' calls.
 */
const VIEWS = [...TABS, 'by-hand', 'baskets', 'elsewhere', 'strategies', 'closed', 'calls'] as const;
export type View = (typeof VIEWS)[number];

/** Request of a view that is a list; null of the others. */
export const filterOf = (view: View, broker: (typeof BROKER_CHOICES)[number]): Filter | null => {
  if (view === 'strategies' || view === 'calls') return null;
  const brokerId = BROKER_ID[broker];
  if (view === 'closed') return { type: 'all', place: 'all', status: 'closed', brokerId };
  return view === 'by-hand' || view === 'baskets' || view === 'elsewhere'
    ? { type: 'all', place: view, status: 'open', brokerId }
    : { type: view, place: 'strategies', status: 'open', brokerId };
};

export const positionsSearch = urlSearch({
  type: searchField.oneOf(VIEWS, 'all'),
  calls: searchField.oneOf(['all', 'open', 'done'], 'all'),
  broker: searchField.oneOf(BROKER_CHOICES, 'any'),
  page: searchField.page(),
  position: searchField.id(),
});

interface Filter {
  type: Tab;
  place: PositionPlace | 'all' | 'by-hand';
  status: Position['status'];
  brokerId: 0 | 1 | 2;
}

export const positionsList = createPagedList({
  call: ({ pageNumber, ...request }: Filter & PageRequest) =>
    api.positions.open({ ...request, page: pageNumber }),
  page: (answer) => ({ rows: answer.list, total: answer.total }),
  idOf: (position) => position.positionId,
  filter: { type: 'all', place: 'strategies', status: 'open', brokerId: BROKER_ID.any },
  pageSize: PAGE_SIZE,
});

/** Apply a fact about a position: a change in place, or a reload when it came or went. */
export const acceptPosition = (list: ReturnType<typeof positionsList.useHere>, position: Position): void => {
  const { filter, rows } = list.get();
  // Of those that were left only another one is news.
  if (filter.status === 'closed' && position.status === 'open') return;
  const isKnown = rows.some((row) => row.positionId === position.positionId);
  if (isKnown && position.status === 'open') list.replace(position);
  else void list.reload();
};
