import { plainLine, plainText } from '../../shared/plain-text.ts';
import { istDateTimeText } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';

/** Error of a support command, as a sentence for staff. */
export class CannotSupport extends Error {
  override readonly name = 'CannotSupport';
}

const CLOSED_NOTE = 'This ticket was closed by support. A reply opens it again.';

const noTicket = (ticketId: number): CannotSupport =>
  new CannotSupport(`There is no ticket ${ticketId}. See "list --all".`);

/** Actions of staff on tickets, directly on the database. The program may run or not. */
export const staffTickets = (database: Database, clock: Clock) => {
  const requireTicket = async (db: Database['read'], ticketId: number) => {
    const ticket = await db
      .selectFrom('tickets')
      .select(['id', 'user_id', 'state'])
      .where('id', '=', ticketId)
      .executeTakeFirst();
    if (!ticket) throw noTicket(ticketId);
    return ticket;
  };

  const ownerOf = async (ticketId: number): Promise<number> =>
    (await requireTicket(database.read, ticketId)).user_id;

  const write = async (
    tx: Transaction,
    ticketId: number,
    { author, body, state }: { author: string; body: string; state: 'answered' | 'closed' },
  ): Promise<void> => {
    const at = clock.now();
    await tx.query
      .insertInto('ticket_messages')
      .values({ ticket_id: ticketId, user_id: null, author, body, at })
      .execute();
    await tx.query.updateTable('tickets').set({ state, updated_at: at }).where('id', '=', ticketId).execute();
  };

  return {
    /** A line for each ticket, the oldest that waits first; closed ones only when asked for. */
    list: async (withClosed: boolean): Promise<string[]> => {
      let query = database.read
        .selectFrom('tickets')
        .innerJoin('users', 'users.id', 'tickets.user_id')
        .select(['tickets.id', 'state', 'category', 'subject', 'updated_at', 'full_name']);
      if (!withClosed) query = query.where('state', '!=', 'closed');
      const rows = await query.orderBy('updated_at').orderBy('tickets.id').execute();
      return rows.map((row) =>
        [
          `#${row.id}`,
          row.state,
          row.category,
          istDateTimeText(row.updated_at),
          plainLine(row.full_name),
          plainLine(row.subject),
        ].join('  '),
      );
    },

    /** A ticket with what was written on it. */
    show: async (ticketId: number): Promise<string[]> => {
      const ticket = await database.read
        .selectFrom('tickets')
        .innerJoin('users', 'users.id', 'tickets.user_id')
        .select([
          'tickets.id',
          'state',
          'category',
          'subject',
          'strategy_id',
          'order_id',
          'full_name',
          'email',
        ])
        .where('tickets.id', '=', ticketId)
        .executeTakeFirst();
      if (!ticket) throw noTicket(ticketId);
      const messages = await database.read
        .selectFrom('ticket_messages')
        .selectAll()
        .where('ticket_id', '=', ticketId)
        .orderBy('id')
        .execute();
      const files = await database.read
        .selectFrom('attachments')
        .innerJoin('ticket_messages', 'ticket_messages.id', 'attachments.message_id')
        .select(['message_id', 'name', 'file'])
        .where('ticket_id', '=', ticketId)
        .orderBy('attachments.id')
        .execute();
      return [
        `#${ticket.id}  ${ticket.state}  ${ticket.category}  ${plainLine(ticket.subject)}`,
        `from ${plainLine(ticket.full_name)} <${plainLine(ticket.email)}>`,
        ...(ticket.strategy_id === null ? [] : [`about strategy ${ticket.strategy_id}`]),
        ...(ticket.order_id === null ? [] : [`about order ${ticket.order_id}`]),
        ...messages.flatMap((message) => [
          '',
          `${istDateTimeText(message.at)}  ${plainLine(message.author)}${message.user_id === null ? ' (support)' : ''}`,
          // Set in, so that none of it passes for a line of ours.
          ...plainText(message.body)
            .split('\n')
            .map((line) => `  ${line}`),
          ...files
            .filter((file) => file.message_id === message.id)
            .map((file) => `attached: ${plainLine(file.name)} (attachment ${file.file})`),
        ]),
      ];
    },

    reply: async (ticketId: number, author: string, body: string): Promise<void> =>
      database.write(await ownerOf(ticketId), async (tx) => {
        await write(tx, ticketId, { author, body, state: 'answered' });
      }),

    close: async (ticketId: number, author: string): Promise<void> =>
      database.write(await ownerOf(ticketId), async (tx) => {
        const { state } = await requireTicket(tx.query, ticketId);
        if (state === 'closed') throw new CannotSupport(`Ticket ${ticketId} is closed already.`);
        await write(tx, ticketId, { author, body: CLOSED_NOTE, state: 'closed' });
      }),
  };
};
