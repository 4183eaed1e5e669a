import type { Mode } from '../../../shared/contract/fields.ts';
import type { Order } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { orderFileColumns } from '../../features/trades/order-columns.tsx';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { modeField } from '../../state/first-side.ts';
import { historyRows } from '../../state/history-rows.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const ORDER_FILTERS = ['all', 'complete', 'open', 'rejected', 'cancelled'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const ordersSearch = urlSearch({
  mode: modeField(),
  status: searchField.oneOf(ORDER_FILTERS, 'all'),
  search: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  order: searchField.id(),
});

interface Filter {
  mode: Mode;
  status: OrderFilter;
  search: string;
  from: string;
  to: string;
}

/** The mode and rows of an answer, whatever was asked for. */
export const answeredOrders = (answer: { test_orderhistory?: Order[]; live_orderhistory?: Order[] }) =>
  historyRows({ test: answer.test_orderhistory, live: answer.live_orderhistory });

const load = ({ mode, status, search, from, to, ...page }: Filter & PageRequest) =>
  api.positions.orders({
    isTest: tradeHistoryFlag(mode),
    status,
    search,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

const everything: Filter = { mode: 'test', status: 'all', search: '', from: '', to: '' };

export const ordersList = createPagedList({
  call: load,
  page: (answer) => ({ rows: answeredOrders(answer)?.rows ?? [], total: answer.total }),
  idOf: (order) => order.orderId,
  filter: everything,
});

/** Every order that the filters let through, for a spreadsheet. */
export const ordersCsv = ({ filter, all }: FilteredRows<typeof ordersList>): ReturnType<CsvSource> =>
  csvTableOf(`orders-${modeWord(filter.mode)}`, orderFileColumns(), all());
