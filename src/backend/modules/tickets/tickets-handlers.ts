import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { tickets } from '../../../shared/contract/tickets.ts';
import { FIRST_PAGE, PAGE_SIZE } from '../../../shared/page-size.ts';
import { pageOffset } from '../../../shared/paging.ts';
import type { CallContext } from '../../call-context.ts';
import type { Transaction } from '../../db/database.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { requireMessageQuota } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { diagnosticsFile, withAttachments } from './attach.ts';
import { conversationOf, countTickets, listTickets, requireAttachment } from './queries.ts';

type TicketsDeps = Pick<BackendParts, 'database' | 'clock' | 'hub' | 'attachments' | 'logActivity'>;

interface ListInput {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly from_date?: string;
  readonly to_date?: string;
  readonly state: 'all' | 'open' | 'closed';
}

const NEWEST: ListInput = { pageNumber: FIRST_PAGE, pageSize: PAGE_SIZE, state: 'all' };

/** Support tickets: raised, replied to and closed by the user; answered by `npm run support`. */
export const ticketsHandlers = (deps: TicketsDeps): Handlers<typeof tickets, CallContext> => {
  const { database, clock, hub, attachments, logActivity } = deps;

  const list = async (userId: number, input: ListInput) => {
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

  const publishChange = (tx: Transaction, userId: number, ticketId: number): void =>
    tx.afterCommit(() => hub.publish(userId, { type: 'ticket', ticketId }));

  const writeMessage = async (tx: Transaction, userId: number, ticketId: number, body: string) => {
    const user = await tx.query
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const { id } = await tx.query
      .insertInto('ticket_messages')
      .values({ ticket_id: ticketId, user_id: userId, author: user.full_name, body, at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await requireMessageQuota(tx, userId, ticketId, clock.now());
    publishChange(tx, userId, ticketId);
    return id;
  };

  const setState = async (tx: Transaction, userId: number, ticketId: number, state: 'open' | 'closed') => {
    const { numUpdatedRows } = await tx.query
      .updateTable('tickets')
      .set({ state, updated_at: clock.now() })
      .where('id', '=', ticketId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('ticket');
  };

  /** What a ticket is about must be the user's own. */
  const requireOwn = async (
    tx: Transaction,
    userId: number,
    about: { strategyId?: number; orderId?: number },
  ) => {
    if (about.strategyId !== undefined) {
      const strategy = await tx.query
        .selectFrom('strategies')
        .select('id')
        .where('id', '=', about.strategyId)
        .where('owner_id', '=', userId)
        .executeTakeFirst();
      if (!strategy) throw notFound('strategy');
    }
    if (about.orderId !== undefined) {
      const order = await tx.query
        .selectFrom('orders')
        .select('id')
        .where('id', '=', about.orderId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!order) throw notFound('order');
    }
  };

  return {
    list: (input, { userId }) => list(userId, input),

    add: async (input, { userId }) => {
      const { attachment, diagnostics } = input;
      const files = [
        ...(attachment ? [attachment] : []),
        ...(diagnostics === undefined ? [] : [diagnosticsFile(diagnostics)]),
      ];
      const ticketId = await withAttachments(attachments, userId, files, (writeAttachments) =>
        database.write(async (tx) => {
          await requireOwn(tx, userId, input);
          const now = clock.now();
          const { id } = await tx.query
            .insertInto('tickets')
            .values({
              user_id: userId,
              subject: input.subject,
              category: input.category,
              state: 'open',
              strategy_id: input.strategyId ?? null,
              order_id: input.orderId ?? null,
              opened_at: now,
              updated_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await writeAttachments(tx, await writeMessage(tx, userId, id, input.body));
          await logActivity(tx, userId, 'ticket', `Raised ticket ${id}.`);
          return id;
        }),
      );
      return new Reply(await list(userId, NEWEST), `Ticket ${ticketId} is raised. Support answers here.`);
    },

    details: ({ ticketId }, { userId }) => conversationOf(database, userId, ticketId),

    reply: async (input, { userId }) => {
      await withAttachments(
        attachments,
        userId,
        input.attachment ? [input.attachment] : [],
        (writeAttachments) =>
          database.write(async (tx) => {
            await setState(tx, userId, input.ticketId, 'open');
            await writeAttachments(tx, await writeMessage(tx, userId, input.ticketId, input.body));
          }),
      );
      return new Reply(await conversationOf(database, userId, input.ticketId), 'Your reply is sent.');
    },

    close: async ({ ticketId }, { userId }) => {
      await database.write(async (tx) => {
        await setState(tx, userId, ticketId, 'closed');
        publishChange(tx, userId, ticketId);
        await logActivity(tx, userId, 'ticket', `Closed ticket ${ticketId}.`);
      });
      return new Reply(
        await conversationOf(database, userId, ticketId),
        'The ticket is closed. A reply opens it again.',
      );
    },

    attachment: async ({ attachmentId }, { userId }) => {
      const { name, type, file } = await requireAttachment(database, userId, attachmentId);
      const bytes = await attachments.read(file);
      if (!bytes) throw notFound('attachment');
      return { name, type, base64: bytes.toString('base64') };
    },
  };
};
