import type { STRATEGY_SORTS } from '../../../shared/contract/home.ts';
import type { RISKS } from '../../../shared/contract/strategy-card.ts';
import { type Segment, SEGMENTS } from '../../../shared/strategy-segments.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

type Risk = (typeof RISKS)[number];
type Sort = (typeof STRATEGY_SORTS)[number];

/** `all` stands for no filter. */
export const marketSearch = urlSearch({
  segment: searchField.oneOf<'all' | Segment>(['all', ...SEGMENTS], 'all'),
  timeframe: searchField.oneOf<'all' | Timeframe>(['all', '1m', '3m', '5m', '15m', '30m', '1h', '1d'], 'all'),
  risk: searchField.oneOf<'all' | Risk>(['all', 'low', 'medium', 'high'], 'all'),
  // Not by return unless somebody asks for it: what others have made is no reason to choose (SEBI, 2 Sep 2022).
  sort: searchField.oneOf<Sort>(['followers', 'return', 'newest', 'drawdown', 'name'], 'followers'),
  author: searchField.id(),
  followed: searchField.oneOf(['any', 'mine'], 'any'),
  capital: searchField.oneOf(['any', '25000', '100000', '500000'], 'any'),
  page: searchField.page(),
  search: searchField.text(),
});

interface Filter {
  search: string;
  segment?: Segment;
  timeframe?: Timeframe;
  risk?: Risk;
  authorId?: number;
  isFollowed?: true;
  /** Paise. */
  maximumCapital?: number;
  sort: Sort;
}

const some = <Value extends string>(value: 'all' | Value): Value | undefined =>
  value === 'all' ? undefined : value;

interface Query {
  search: string;
  segment: 'all' | Segment;
  timeframe: 'all' | Timeframe;
  risk: 'all' | Risk;
  sort: Sort;
  author: number | null;
  followed: 'any' | 'mine';
  capital: 'any' | '25000' | '100000' | '500000';
}

/** Request to the server for the chosen filters. */
export const filterFor = (query: Query): Filter => ({
  search: query.search,
  segment: some(query.segment),
  timeframe: some(query.timeframe),
  risk: some(query.risk),
  authorId: query.author ?? undefined,
  isFollowed: query.followed === 'mine' ? true : undefined,
  maximumCapital: query.capital === 'any' ? undefined : Number(query.capital) * 100,
  sort: query.sort,
});

/** Whether anything but the sort is narrowed down. */
export const isFiltered = (query: Query): boolean =>
  query.search !== '' ||
  query.segment !== 'all' ||
  query.timeframe !== 'all' ||
  query.risk !== 'all' ||
  query.author !== null ||
  query.followed !== 'any' ||
  query.capital !== 'any';

export const NO_FILTERS = {
  search: '',
  segment: 'all',
  timeframe: 'all',
  risk: 'all',
  author: null,
  followed: 'any',
  capital: 'any',
  page: 1,
} as const;

export const marketList = createPagedList({
  call: (request: Filter & { pageNumber: number; pageSize: number }) => api.home.marketplace(request),
  page: (answer) => ({ rows: answer.rows, total: answer.total }),
  idOf: (strategy) => strategy.strategyId,
  filter: { search: '', sort: 'followers' },
});
