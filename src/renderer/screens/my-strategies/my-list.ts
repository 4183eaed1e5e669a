import { MY_STRATEGIES_PAGE_SIZE } from '../../../shared/page-size.ts';
import type { PAGE_TYPES } from '../../../shared/contract/strategies.ts';
import { ANY_STRATEGY_STATUS, BROKER_ID, STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { api } from '../../api/api.ts';
import { BROKER_CHOICES } from '../../state/broker-choice.ts';
import { UNDECIDED } from '../../state/first-side.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

interface Filter {
  strategyStatus: 0 | 1 | 2 | 3;
  pageType: (typeof PAGE_TYPES)[number];
  brokerId: 0 | 1 | 2;
  search: string;
}

/** The tabs, as the address names them, and what each asks for. */
const asked = {
  Live: { pageType: 'Live', strategyStatus: STRATEGY_STATUS.running },
  Test: { pageType: 'Test', strategyStatus: ANY_STRATEGY_STATUS },
  Stopped: { pageType: 'All', strategyStatus: STRATEGY_STATUS.stopped },
  Disabled: { pageType: 'All', strategyStatus: STRATEGY_STATUS.disabled },
} as const satisfies Record<string, Pick<Filter, 'strategyStatus' | 'pageType'>>;

export type Tab = keyof typeof asked;
export const TABS = Object.keys(asked) as ['Live', 'Test', ...Tab[]];
const [LIVE, PAPER] = TABS;
/** The tabs that a page may begin with. */
export const FIRST_TABS = { live: LIVE, paper: PAPER } as const;

export const mySearch = urlSearch({
  tab: searchField.oneOf<Tab | typeof UNDECIDED>([UNDECIDED, ...TABS], UNDECIDED),
  broker: searchField.oneOf(BROKER_CHOICES, 'any'),
  page: searchField.page(),
  search: searchField.text(),
  view: searchField.oneOf(['cards', 'list'], 'cards'),
});

/** Request of a tab to the server. */
export const filterFor = (query: {
  tab: Tab;
  broker: (typeof BROKER_CHOICES)[number];
  search: string;
}): Filter => ({
  ...asked[query.tab],
  brokerId: BROKER_ID[query.broker],
  search: query.search,
});

export const myList = createPagedList({
  call: (request: Filter & { pageNumber: number; pageSize: number }) => api.strategies.mine(request),
  page: (answer) => ({ rows: answer.rows, total: answer.total }),
  idOf: (strategy) => strategy.strategyId,
  filter: filterFor({ tab: 'Live', broker: 'any', search: '' }),
  pageSize: MY_STRATEGIES_PAGE_SIZE,
});
