import type { Logger } from 'pino';
import { type Database, storageTrouble } from '../db/database.ts';
import type { EventHub } from '../http/event-hub.ts';
import type { Notify } from '../notices/notify.ts';

/** Key in `meta` of the last message that was looked at. */
const TOLD_TO = 'support-told-to';
const MOST_SHOWN = 140;

interface SupportWatchDeps {
  readonly database: Database;
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
  private toldTo = 0;

  constructor(deps: SupportWatchDeps) {
    this.deps = deps;
  }

  /** Look once; the composition root calls this every second. */
  async look(): Promise<void> {
    const { database } = this.deps;
    const newest = await database.read
      .selectFrom('ticket_messages')
      .select('id')
      .where('id', '>', this.toldTo)
      .where('user_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest) await this.tellTo(newest.id);
  }

  /**
   * Notify users of messages up to `newest`. One that cannot be written keeps back no other; while nothing can be
   * written all of them wait.
   */
  private async tellTo(newest: number): Promise<void> {
    const { database, logger } = this.deps;
    const kept = await database.read
      .selectFrom('meta')
      .select('value')
      .where('key', '=', TOLD_TO)
      .executeTakeFirst();
    const messages = await database.read
      .selectFrom('ticket_messages')
      .innerJoin('tickets', 'tickets.id', 'ticket_messages.ticket_id')
      .select([
        'ticket_messages.id',
        'tickets.id as ticketId',
        'tickets.user_id as userId',
        'tickets.subject',
        'ticket_messages.body',
      ])
      .where('ticket_messages.id', '>', Number(kept?.value ?? 0))
      .where('ticket_messages.id', '<=', newest)
      .where('ticket_messages.user_id', 'is', null)
      .orderBy('ticket_messages.id')
      .execute();
    for (const message of messages)
      try {
        await this.notifyOne(message);
      } catch (error) {
        if (storageTrouble(error) !== null) throw error;
        logger.error({ err: error, messageId: message.id }, 'somebody could not be told what support wrote');
      }
    this.toldTo = newest;
  }

  /**
   * Notify a user of one message. That it was told is written with the alert, so that a crash between neither loses nor
   * doubles one.
   */
  private async notifyOne({ id, ticketId, userId, subject, body }: Message): Promise<void> {
    const { database, hub, notify } = this.deps;
    const value = String(id);
    await database.write(async (tx) => {
      await notify(tx, userId, 'support', {
        title: `Support answered: ${subject}`,
        body: shortened(body),
        link: `/tickets?ticket=${ticketId}`,
      });
      await tx.query
        .insertInto('meta')
        .values({ key: TOLD_TO, value })
        .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
        .execute();
      tx.afterCommit(() => hub.publish(userId, { type: 'ticket', ticketId }));
    });
  }
}
