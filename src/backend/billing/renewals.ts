import type { Logger } from 'pino';
import { DAY_MS } from '../../shared/time.ts';
import { concernedByPurchase } from './purchases.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Notify } from '../notices/notify.ts';

export interface RenewalDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  readonly notify: Notify;
  readonly logger: Logger;
}

/** Its owner is told this often, at most, that money is missing. */
const WARN_MS = DAY_MS;

/**
 * Renew due plans, warn where money is missing, end what is over. Each plan has a transaction of its own that checks
 * again before it acts, so running it twice, late, or after a kill at any moment does every step once.
 */
export const renewDue = async (deps: RenewalDeps): Promise<void> => {
  const { database, users, clock, logger } = deps;
  const due = await database.read
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('state', '!=', 'ended')
    .where('paid_until', '<=', clock.now())
    .where(users.among('user_id'))
    .orderBy('id')
    .execute();
  // One after the other: after a long sleep there may be many, and people's own commands go between them.
  for (const { id, user_id: userId } of due)
    try {
      const concerned = await concernedByPurchase(database.read, userId);
      await database.write(concerned, (tx) => renewOne(tx, deps, id));
    } catch (error) {
      logger.error({ err: error, subscriptionId: id }, 'a renewal failed');
    }
};

const renewOne = async (tx: Transaction, deps: RenewalDeps, id: number): Promise<void> => {
  const { clock, subscriptions, notify } = deps;
  const now = clock.now();
  const row = await tx.query
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'ended')
    .where('paid_until', '<=', now)
    .executeTakeFirst();
  if (!row) return;
  const endWith = async (message: string): Promise<void> => {
    await subscriptions.end(tx, row, message);
    await notify(tx, row.user_id, 'wallet', {
      title: `${row.name} has ended`,
      body: message,
      link: '/subscription',
    });
  };
  if (row.state === 'cancelled') return endWith('It was cancelled and is paid up.');
  if (row.grace_until === null) return subscriptions.renew(tx, row);
  if (row.grace_until <= now)
    return endWith('It was not paid within its days of grace. Buy it again when you need it.');
  if (await subscriptions.canPayDue(tx, row)) {
    await subscriptions.payDue(tx, row, `renewal:${row.id}:${row.paid_until}`);
    return;
  }
  if (now - (row.warned_at ?? 0) >= WARN_MS) await subscriptions.warn(tx, row);
};
