import { dateTimeText } from '../../i18n/dates.ts';
import { inEnglish } from '../../i18n/translate.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { Order } from '../../../shared/contract/positions.ts';
import { succeed, type Result } from '../../../shared/failure.ts';

import { api } from '../../api/api.ts';
import { allRows, csvRupees, type CsvTable } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { historyRows, tradeHistoryFlag } from '../../state/trade-history-flag.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const ORDER_FILTERS = ['all', 'complete', 'open', 'rejected', 'cancelled'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const ordersSearch = urlSearch({
  mode: searchField.oneOf(['live', 'test'], 'test'),
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

/** The mode and rows that the server answered with, whatever was asked for. */
export const answeredOrders = (answer: { test_orderhistory?: Order[]; live_orderhistory?: Order[] }) =>
  historyRows({ test: answer.test_orderhistory, live: answer.live_orderhistory });

const ask = ({ mode, status, search, from, to, ...page }: Filter & PageRequest) =>
  api.positions.orders({
    is_live: tradeHistoryFlag(mode),
    status,
    Search: search,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

const everything: Filter = { mode: 'test', status: 'all', search: '', from: '', to: '' };

export const ordersList = createPagedList({
  call: ask,
  page: (answer) => ({ rows: answeredOrders(answer)?.rows ?? [], total: answer.total }),
  idOf: (order) => order.orderId,
  filter: everything,
});

const csvColumns = [
  'Placed (IST)',
  'Mode',
  'Strategy',
  'Symbol',
  'Side',
  'Purpose',
  'Quantity',
  'Filled',
  'Average price',
  'State',
  'Reason',
] as const;

const csvRow = (order: Order): string[] => [
  dateTimeText(Date.parse(order.placedAt)),
  order.mode,
  order.trickName,
  order.symbol,
  order.side,
  order.purpose,
  String(order.quantity),
  String(order.filledQuantity),
  order.averagePrice === null ? '' : csvRupees(order.averagePrice),
  order.state,
  order.reason,
];

/** Every order that the filters let through, for a spreadsheet. */
export const ordersTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = ordersList.get();
  const rows = await allRows(
    (page) => ask({ ...filter, ...page }),
    (answer) => ({ rows: answeredOrders(answer)?.rows ?? [], total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: `orders-${filter.mode}`,
    columns: csvColumns,
    rows: inEnglish(() => rows.value.map(csvRow)),
  });
};
