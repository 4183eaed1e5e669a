import type { Database } from '../db/database.ts';
import type { EventHub } from '../http/event-hub.ts';
import type { Notify } from '../notices/notify.ts';

/** Key in `meta` of the last message that was looked at. */
const TOLD_TO = 'support-told-to';
const MOST_SHOWN = 140;

interface SupportWatchDeps {
  readonly database: Database;
  readonly hub: EventHub;
  readonly notify: Notify;
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

  /** Looks once; the composition root sees to it that this happens every second. */
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

  /** What was told is written with the alerts, so that a crash between neither loses nor doubles one. */
  private async tellTo(newest: number): Promise<void> {
    const { database, hub, notify } = this.deps;
    await database.write(async (tx) => {
      const kept = await tx.query
        .selectFrom('meta')
        .select('value')
        .where('key', '=', TOLD_TO)
        .executeTakeFirst();
      const messages = await tx.query
        .selectFrom('ticket_messages')
        .innerJoin('tickets', 'tickets.id', 'ticket_messages.ticket_id')
        .select([
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
      for (const { ticketId, userId, subject, body } of messages) {
        await notify(tx, userId, 'support', {
          title: `Support answered: ${subject}`,
          body: shortened(body),
          link: `/tickets?ticket=${ticketId}`,
        });
        tx.afterCommit(() => hub.publish(userId, { type: 'ticket', ticketId }));
      }
      const value = String(newest);
      await tx.query
        .insertInto('meta')
        .values({ key: TOLD_TO, value })
        .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
        .execute();
    });
    this.toldTo = newest;
  }
}
