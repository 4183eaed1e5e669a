import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import { type Database } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';

const MOST_SHOWN = 140;

interface SupportWatchDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logger: Logger;
}

interface Message {
  readonly id: number;
  readonly ticketId: number;
  readonly userId: number;
  readonly subject: string;
  readonly body: string;
}

const shortened = (text: string): string =>
  text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 1).trimEnd()}…`;

/**
 * Support writes from a program of its own. This tells users what it has written: an alert and a `ticket` event for
 * each message, once, also for those that were written while nothing ran.
 */
export class SupportWatch {
  private readonly deps: SupportWatchDeps;
  /** Messages that could not be told. They are tried again at the next start, not every second. */
  private readonly givenUp = new Set<number>();

  constructor(deps: SupportWatchDeps) {
    this.deps = deps;
  }

  /**
   * Look once; the composition root calls this every second. A message that cannot be told keeps back no other; while
   * nothing can be written all of them wait.
   */
  async poll(): Promise<void> {
    const { logger } = this.deps;
    for (const message of await this.unnotified()) {
      if (this.givenUp.has(message.id)) continue;
      try {
        await this.notifyOne(message);
      } catch (error) {
        if (storageTrouble(error) !== null) throw error;
        this.givenUp.add(message.id);
        logger.error({ err: error, messageId: message.id }, 'somebody could not be told what support wrote');
      }
    }
  }

  /** Asked for row by row: a message may be committed after one with a higher id. */
  private unnotified(): Promise<Message[]> {
    const { database, users } = this.deps;
    return database.read
      .selectFrom('ticket_messages')
      .innerJoin('tickets', 'tickets.id', 'ticket_messages.ticket_id')
      .select([
        'ticket_messages.id',
        'tickets.id as ticketId',
        'tickets.user_id as userId',
        'tickets.subject',
        'ticket_messages.body',
      ])
      .where('ticket_messages.user_id', 'is', null)
      .where('ticket_messages.told_at', 'is', null)
      .where(users.among('tickets.user_id'))
      .orderBy('ticket_messages.id')
      .execute();
  }

  /**
   * Notify a user of one message. That it was told is written with the alert, so that a crash between neither loses nor
   * doubles one; who finds it told already tells nothing.
   */
  private async notifyOne({ id, ticketId, userId, subject, body }: Message): Promise<void> {
    const { database, clock, hub, notify } = this.deps;
    await database.write(userId, async (tx) => {
      const { numUpdatedRows } = await tx.query
        .updateTable('ticket_messages')
        .set({ told_at: clock.now() })
        .where('id', '=', id)
        .where('told_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await notify(tx, userId, 'support', {
        title: `Support answered: ${subject}`,
        body: shortened(body),
        link: `/tickets?ticket=${ticketId}`,
      });
      tx.afterCommit(() => hub.publish(userId, { type: 'ticket', ticketId }));
    });
  }
}
