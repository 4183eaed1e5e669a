import { dateTimeText } from '../../i18n/dates.ts';
import { inEnglish } from '../../i18n/translate.ts';
import { api } from '../../api/api.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

import { succeed, type Result } from '../../../shared/failure.ts';
import { allRows, type CsvTable } from '../../state/csv-export.ts';
import type { Ticket } from '../../../shared/contract/tickets.ts';
import { categoryNames, stateWords } from './ticket-words.ts';

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
  trick: searchField.id(),
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

const columns = ['Number', 'Subject', 'Category', 'State', 'Replies', 'Raised (IST)', 'Last change (IST)'];

const csvRow = (ticket: Ticket): string[] => [
  String(ticket.ticketId),
  ticket.subject,
  categoryNames[ticket.category],
  stateWords(ticket.state),
  String(ticket.replies),
  dateTimeText(Date.parse(ticket.openedAt)),
  dateTimeText(Date.parse(ticket.updatedAt)),
];

/** Every ticket that the filters let through, for a spreadsheet. */
export const ticketsTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = ticketsList.get();
  const rows = await allRows(
    (page) => ask({ ...filter, ...page }),
    (answer) => ({ rows: answer.ticket_list, total: answer.total }),
  );
  return rows.ok
    ? succeed({ name: 'tickets', columns, rows: inEnglish(() => rows.value.map(csvRow)) })
    : rows;
};
