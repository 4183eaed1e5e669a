import type { Ticket } from '../../../shared/contract/tickets.ts';
import { api } from '../../api/api.ts';
import { csvTime } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { categoryNames, stateText } from './ticket-labels.ts';

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

const ask = ({ state, from, to, ...page }: Filter & PageRequest) =>
  api.tickets.list({ state, from_date: from || undefined, to_date: to || undefined, ...page });

export const ticketsList = createPagedList({
  call: ask,
  page: (answer) => ({ rows: answer.ticket_list, total: answer.total }),
  idOf: (ticket) => ticket.ticketId,
  filter: { state: 'all', from: '', to: '' },
});

const csvColumns = (): readonly CsvColumn<Ticket>[] => [
  { title: t('Number'), csv: (row) => String(row.ticketId) },
  { title: t('Subject'), csv: (row) => row.subject },
  { title: t('Category'), csv: (row) => categoryNames[row.category] },
  { title: t('State'), csv: (row) => stateText(row.state) },
  { title: t('Replies'), csv: (row) => String(row.replies) },
  { title: t('Raised (IST)'), csv: (row) => csvTime(row.openedAt) },
  { title: t('Last change (IST)'), csv: (row) => csvTime(row.updatedAt) },
];

/** Every ticket that the filters let through, for a spreadsheet. */
export const ticketsCsv: CsvSource = () => csvTableOf('tickets', csvColumns(), ticketsList.all());
