import type { z } from 'zod';
import type { Ticket, TicketMessageSchema } from '../../../shared/contract/tickets.ts';
import { DAY_MS, istDayStart, istIso } from '../../../shared/time.ts';
import type { Database } from '../../db/database.ts';
import type { TicketRow } from '../../db/schema.ts';
import { notFound } from '../../refusal.ts';

type Message = z.output<typeof TicketMessageSchema>;

interface Range {
  readonly from_date?: string;
  readonly to_date?: string;
}

/** The user's tickets that were opened within days, both included. */
const within = ({ read }: Database, userId: number, { from_date, to_date }: Range) => {
  let query = read.selectFrom('tickets').where('user_id', '=', userId);
  if (from_date !== undefined) query = query.where('opened_at', '>=', istDayStart(from_date));
  if (to_date !== undefined) query = query.where('opened_at', '<', istDayStart(to_date) + DAY_MS);
  return query;
};

/** Number of open (also answered) and closed tickets over the range. */
export const countTickets = async (
  database: Database,
  userId: number,
  range: Range,
): Promise<{ open: number; closed: number }> => {
  const rows = await within(database, userId, range)
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const sum = (isClosed: boolean) =>
    rows.filter((row) => (row.state === 'closed') === isClosed).reduce((total, row) => total + row.count, 0);
  return { open: sum(false), closed: sum(true) };
};

const ticketView = (row: TicketRow & { messages: number; attachments: number }): Ticket => ({
  ticketId: row.id,
  subject: row.subject,
  category: row.category,
  state: row.state,
  openedAt: istIso(row.opened_at),
  updatedAt: istIso(row.updated_at),
  // The first message is the ticket itself.
  replies: row.messages - 1,
  hasAttachment: row.attachments > 0,
});

const withCounts = <Q extends ReturnType<typeof within>>(query: Q) =>
  query.selectAll('tickets').select((eb) => [
    eb
      .selectFrom('ticket_messages')
      .whereRef('ticket_messages.ticket_id', '=', 'tickets.id')
      .select((count) => count.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('messages'),
    eb
      .selectFrom('attachments')
      .innerJoin('ticket_messages', 'ticket_messages.id', 'attachments.message_id')
      .whereRef('ticket_messages.ticket_id', '=', 'tickets.id')
      .select((count) => count.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('attachments'),
  ]);

/** A page of tickets, the newest first. */
export const listTickets = async (
  database: Database,
  userId: number,
  range: Range,
  state: 'all' | 'open' | 'closed',
  page: { readonly limit: number; readonly offset: number },
): Promise<Ticket[]> => {
  let query = within(database, userId, range);
  if (state !== 'all') query = query.where('state', state === 'closed' ? '=' : '!=', 'closed');
  const rows = await withCounts(query)
    .orderBy('tickets.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(ticketView);
};

/** A ticket of the user's own, with everything written on it. */
export const conversationOf = async (
  database: Database,
  userId: number,
  ticketId: number,
): Promise<{ ticket: Ticket; messages: Message[] }> => {
  const row = await withCounts(
    within(database, userId, {}).where('tickets.id', '=', ticketId),
  ).executeTakeFirst();
  if (!row) throw notFound('ticket');
  const messages = await database.read
    .selectFrom('ticket_messages')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
  const attachments = await database.read
    .selectFrom('attachments')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'attachments.message_id')
    .select(['attachments.id', 'message_id', 'name', 'type', 'bytes'])
    .where('ticket_messages.ticket_id', '=', ticketId)
    .orderBy('attachments.id')
    .execute();
  return {
    ticket: ticketView(row),
    messages: messages.map((message) => ({
      messageId: message.id,
      at: istIso(message.at),
      from: message.user_id === null ? 'support' : 'you',
      author: message.author,
      body: message.body,
      attachments: attachments
        .filter((attachment) => attachment.message_id === message.id)
        .map(({ id, name, type, bytes }) => ({ attachmentId: id, name, type, bytes })),
    })),
  };
};

/** An attachment of one of the user's own tickets. */
export const requireAttachment = async ({ read }: Database, userId: number, attachmentId: number) => {
  const row = await read
    .selectFrom('attachments')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'attachments.message_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_messages.ticket_id')
    .select(['attachments.name', 'attachments.type', 'attachments.file'])
    .where('attachments.id', '=', attachmentId)
    .where('tickets.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('attachment');
  return row;
};
