import { Reply } from '../../../shared/contract/endpoint.ts';
import type { Transaction } from '../../db/database.ts';
import { requireMessageQuota } from '../../quotas.ts';
import { notFound } from '../../refusal.ts';
import { diagnosticsFile, withAttachments } from './attach.ts';
import { conversationOf } from './queries.ts';
import { NEWEST, ticketPage } from './ticket-page.ts';
import type { TicketsCalls, TicketsDeps } from './tickets-deps.ts';

const publishChange = (deps: TicketsDeps, tx: Transaction, userId: number, ticketId: number): void =>
  tx.afterCommit(() => deps.hub.publish(userId, { type: 'ticket', ticketId }));

const writeMessage = async (
  deps: TicketsDeps,
  tx: Transaction,
  userId: number,
  ticketId: number,
  body: string,
) => {
  const { clock } = deps;
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
  publishChange(deps, tx, userId, ticketId);
  return id;
};

const setState = async (
  deps: TicketsDeps,
  tx: Transaction,
  userId: number,
  ticketId: number,
  state: 'open' | 'closed',
) => {
  const { clock } = deps;
  const { numUpdatedRows } = await tx.query
    .updateTable('tickets')
    .set({ state, updated_at: clock.now() })
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('ticket');
};

/** Require that a ticket's subject is the user's own. */
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

/** Raises a ticket with its first message. */
export const raiseTicket =
  (deps: TicketsDeps): TicketsCalls['add'] =>
  async (input, { userId }) => {
    const { database, clock, attachments, logActivity } = deps;
    const { attachment, diagnostics } = input;
    const files = [
      ...(attachment ? [attachment] : []),
      ...(diagnostics === undefined ? [] : [diagnosticsFile(diagnostics)]),
    ];
    const ticketId = await withAttachments(attachments, userId, files, (writeAttachments) =>
      database.write(userId, async (tx) => {
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
        await writeAttachments(tx, await writeMessage(deps, tx, userId, id, input.body));
        await logActivity(tx, userId, 'ticket', `Raised ticket ${id}.`);
        return id;
      }),
    );
    return new Reply(
      await ticketPage(deps, userId, NEWEST),
      `Ticket ${ticketId} is raised. Support answers here.`,
    );
  };

/** Adds a message to a ticket, which opens it again. */
export const replyToTicket =
  (deps: TicketsDeps): TicketsCalls['reply'] =>
  async (input, { userId }) => {
    const { database, attachments } = deps;
    await withAttachments(
      attachments,
      userId,
      input.attachment ? [input.attachment] : [],
      (writeAttachments) =>
        database.write(userId, async (tx) => {
          await setState(deps, tx, userId, input.ticketId, 'open');
          await writeAttachments(tx, await writeMessage(deps, tx, userId, input.ticketId, input.body));
        }),
    );
    return new Reply(await conversationOf(database, userId, input.ticketId), 'Your reply is sent.');
  };

/** Closes a ticket. */
export const closeTicket =
  (deps: TicketsDeps): TicketsCalls['close'] =>
  async ({ ticketId }, { userId }) => {
    const { database, logActivity } = deps;
    await database.write(userId, async (tx) => {
      await setState(deps, tx, userId, ticketId, 'closed');
      publishChange(deps, tx, userId, ticketId);
      await logActivity(tx, userId, 'ticket', `Closed ticket ${ticketId}.`);
    });
    return new Reply(
      await conversationOf(database, userId, ticketId),
      'The ticket is closed. A reply opens it again.',
    );
  };
