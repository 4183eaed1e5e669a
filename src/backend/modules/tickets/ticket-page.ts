import { FIRST_PAGE, PAGE_SIZE } from '../../../shared/page-size.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { Refusal } from '../../refusal.ts';
import { countTickets, listTickets } from './queries.ts';
import type { TicketsDeps } from './tickets-deps.ts';

interface ListInput {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly from_date?: string;
  readonly to_date?: string;
  readonly state: 'all' | 'open' | 'closed';
}

export const NEWEST: ListInput = { pageNumber: FIRST_PAGE, pageSize: PAGE_SIZE, state: 'all' };

/**
 * A page of a user's tickets, with counts of open and closed. @throws Refusal `invalid` for days that end before they
 * begin
 */
export const ticketPage = async (deps: TicketsDeps, userId: number, input: ListInput) => {
  const { database } = deps;
  const { from_date, to_date, state, pageNumber, pageSize } = input;
  if (from_date !== undefined && to_date !== undefined && from_date > to_date) {
    const problem = 'must not be before the first day';
    throw new Refusal('invalid', `The last day ${problem}.`, { fields: { to_date: problem } });
  }
  const { open, closed } = await countTickets(database, userId, input);
  const page = { limit: pageSize, offset: pageOffset(input) };
  return {
    ticket_list: await listTickets(database, userId, input, state, page),
    pageNumber,
    pageSize,
    total: { all: open + closed, open, closed }[state],
    from_date: from_date ?? null,
    to_date: to_date ?? null,
    openTicket: open,
    closeTicket: closed,
  };
};
