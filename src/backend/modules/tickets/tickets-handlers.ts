import { notFound } from '../../refusal.ts';
import { conversationOf, requireAttachment } from './queries.ts';
import { raiseTicket, replyToTicket, closeTicket } from './write-tickets.ts';
import { ticketPage } from './ticket-page.ts';
import type { TicketsCalls, TicketsDeps } from './tickets-deps.ts';

/** Support tickets: raised, replied to and closed by the user; answered by `npm run support`. */
export const ticketsHandlers = (deps: TicketsDeps): TicketsCalls => ({
  list: (input, { userId }) => ticketPage(deps, userId, input),
  add: raiseTicket(deps),
  details: ({ ticketId }, { userId }) => conversationOf(deps.database, userId, ticketId),
  reply: replyToTicket(deps),
  close: closeTicket(deps),
  attachment: async ({ attachmentId }, { userId }) => {
    const { name, type, file } = await requireAttachment(deps.database, userId, attachmentId);
    const bytes = await deps.attachments.read(file);
    if (!bytes) throw notFound('attachment');
    return { name, type, base64: Buffer.from(bytes).toString('base64') };
  },
});
