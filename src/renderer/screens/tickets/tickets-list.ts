import { api } from '../../api/api.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { ticketColumns } from './tickets-table.tsx';

export const TICKET_FILTERS = ['all', 'open', 'closed'] as const;
export type TicketFilter = (typeof TICKET_FILTERS)[number];

export const ticketsSearch = urlSearch({
  state: searchField.oneOf(TICKET_FILTERS, 'all'),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  /** The opened ticket. */
  ticket: searchField.id(),
  /** Set while a new one is written: by hand, or about an order or a strategy. */
  raise: searchField.oneOf(['no', 'yes'], 'no'),
  order: searchField.id(),
  strategy: searchField.id(),
});

interface Filter {
  state: TicketFilter;
  from: string;
  to: string;
}

const load = ({ state, from, to, ...page }: Filter & PageRequest) =>
  api.tickets.list({ state, from_date: from || undefined, to_date: to || undefined, ...page });

export const ticketsList = createPagedList({
  call: load,
  page: (answer) => ({ rows: answer.ticket_list, total: answer.total }),
  idOf: (ticket) => ticket.ticketId,
  filter: { state: 'all', from: '', to: '' },
});

/** Every ticket that the filters let through, for a spreadsheet. */
export const ticketsCsv = ({ all }: FilteredRows<typeof ticketsList>): ReturnType<CsvSource> =>
  csvTableOf('tickets', ticketColumns(), all());
