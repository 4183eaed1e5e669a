import { istDateTimeText } from '../../shared/time.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { everybody } from '../db/concern.ts';
import type { Database, Transaction } from '../db/database.ts';
import { leaveGtt } from '../broker-accounts/gtt/leave-gtt.ts';
import { EventHub } from '../notices/event-hub.ts';
import { applyEvent } from '../trading/order-book.ts';
import { keepPrint } from '../secrets/find-key.ts';
import { printOf, type Sealer } from '../secrets/sealer.ts';
import { isReadable } from '../trading/effective-rules.ts';
import type { PresentFactor } from './present-factors.ts';

/** Sentences of why live trading stands down. */
export interface StandDownReasons {
  /** Of a strategy that needs its owner. */
  readonly strategy: string;
  /** Of an order that was wanted and not sent. */
  readonly order: string;
  /** Of the lock on entries. */
  readonly lock: string;
  /** Of a GTT order, which may still wait at the broker. */
  readonly gtt: string;
}

const restoredFrom = (backupAt: number): StandDownReasons => ({
  strategy: `Restored from the backup of ${istDateTimeText(backupAt)}. Compare its positions with your broker before you start it.`,
  order: `Not sent: restored from the backup of ${istDateTimeText(backupAt)}`,
  lock: 'Your data was restored from a backup. Check what is open at your broker, then release this.',
  gtt: `Of before the backup of ${istDateTimeText(backupAt)} was restored. It may still wait at Angel One: look in the app of the broker.`,
});

/** Why live trading stands down after a move. */
export const movedOn = (now: number): StandDownReasons => ({
  strategy: `The data was moved on ${istDateTimeText(now)}. Compare its positions with your broker before you start it.`,
  order: `Not sent: the data was moved on ${istDateTimeText(now)}`,
  lock: 'The data was moved to another place. Check what is open at your broker, then release this.',
  gtt: `Of before the data was moved on ${istDateTimeText(now)}. It may still wait at Angel One: look in the app of the broker.`,
});

/** Withdraw orders and exits that were wanted but not sent. What is held now may be other shares. */
const dropUnsent = async (tx: Transaction, reason: string, now: number): Promise<void> => {
  const { query } = tx;
  await query
    .updateTable('exit_intents')
    .set({ status: 'withdrawn' })
    .where('status', '=', 'open')
    .where('position_id', 'in', (eb) => eb.selectFrom('positions').select('id').where('mode', '=', 'live'))
    .execute();
  const orders = await query
    .selectFrom('orders')
    .selectAll()
    .where('mode', '=', 'live')
    .where('state', '=', 'intended')
    .execute();
  const nobody = new EventHub({ now: () => now });
  for (const order of orders) await applyEvent(tx, nobody, order, { event: 'withdraw', at: now, reason });
};

/** Stop live trading. Strategies wait for their owner, accounts must be linked again, and entries are locked. */
export const quietLive = async (tx: Transaction, reasons: StandDownReasons, now: number): Promise<void> => {
  const { query } = tx;
  const people = await query.selectFrom('broker_accounts').select('user_id').execute();
  for (const { user_id } of people) {
    await query.deleteFrom('live_locks').where('user_id', '=', user_id).execute();
    await query
      .insertInto('live_locks')
      .values({ user_id, kind: 'kill-switch', reason: reasons.lock, locked_at: now, locked_until: now })
      .execute();
  }
  await query.deleteFrom('broker_accounts').execute();
  await dropUnsent(tx, reasons.order, now);
  await leaveGtt(tx, reasons.gtt, now);
  await query
    .updateTable('strategies')
    .set({
      status: STRATEGY_STATUS.needsAttention,
      status_before: STRATEGY_STATUS.stopped,
      attention: reasons.strategy,
    })
    .where('mode', '=', 'live')
    .where('status', 'in', [STRATEGY_STATUS.running, STRATEGY_STATUS.needsAttention])
    .execute();
  // Hands never run, so they have nothing to stop: what was accepted at another place is accepted anew here.
  await query
    .updateTable('strategies')
    .set({ removed_at: now })
    .where('mode', '=', 'live')
    .where('kind', '=', 'manual')
    .where('removed_at', 'is', null)
    .execute();
};

/** Ends every session and every key: everybody signs in again. */
export const endEverySession = async ({ query }: Transaction, now: number): Promise<void> => {
  await query.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  await query.updateTable('script_keys').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
};

const UNREADABLE = (at: number): string =>
  `Its rules came with the backup of ${istDateTimeText(at)} and cannot be read here. You can sell what it holds, and remove it.`;

/** Alerts that were on their way may have arrived since the backup. They say so where they go. */
const markUnsure = ({ query }: Transaction): Promise<unknown> =>
  query
    .updateTable('alert_deliveries')
    .set((eb) => ({ unanswered: eb('unanswered', '+', 1), attempts: eb('attempts', '+', 1) }))
    .where('state', '=', 'pending')
    .execute();

/** Strategies whose rules this version cannot read stand still, each for itself: the rest of the backup is good. */
const stopUnreadable = async ({ query }: Transaction, backupAt: number): Promise<void> => {
  const running = await query
    .selectFrom('strategies')
    .select(['id', 'document_json'])
    .where('kind', '=', 'rules')
    .where('removed_at', 'is', null)
    .where('status', 'in', [STRATEGY_STATUS.running, STRATEGY_STATUS.needsAttention])
    .execute();
  for (const { id } of running.filter((strategy) => !isReadable(strategy)))
    await query
      .updateTable('strategies')
      .set({
        status: STRATEGY_STATUS.needsAttention,
        status_before: STRATEGY_STATUS.stopped,
        attention: UNREADABLE(backupAt),
      })
      .where('id', '=', id)
      .execute();
};

export interface StandDownOrder {
  readonly backupAt: number;
  readonly now: number;
  /** With this computer's key: what the backup says of its own is anybody's word. Null where nothing was ever sealed. */
  readonly sealer: Sealer | null;
  /** Users who have two-step sign-in on in the present data. */
  readonly present: readonly PresentFactor[];
}

/**
 * Two-step sign-in is never less than it is here now: who has it on keeps it, with the codes that they have, those on
 * paper too. Secrets of another computer, of which no code could ever be checked, go.
 */
const settleFactors = async ({ query }: Transaction, { sealer, present }: StandDownOrder): Promise<void> => {
  const canRead = (sealed: string): boolean => sealer !== null && sealer.unseal(sealed) !== null;
  for (const { user_id, secret_sealed } of await query.selectFrom('second_factors').selectAll().execute())
    if (!canRead(secret_sealed))
      await query.deleteFrom('second_factors').where('user_id', '=', user_id).execute();
  for (const { user_id: before, email, secret_sealed, last_step, codes } of present) {
    const user = await query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined || !canRead(secret_sealed)) continue;
    const factor = { secret_sealed, is_on: 1, last_step };
    await query
      .insertInto('second_factors')
      .values({ user_id: user.id, ...factor })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(factor))
      .execute();
    // Those of the backup may have been used or replaced since, or be anybody's. A code is bound to its owner's number.
    await query.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
    if (user.id === before && codes.length > 0)
      await query
        .insertInto('recovery_codes')
        .values(codes.map((code) => ({ ...code })))
        .execute();
  }
};

/**
 * Makes restored data harmless: what it says of a broker may be days old. Live strategies stand still until their owner
 * has looked, accounts must be linked again, entries are locked, and every session of then is over.
 */
export const standDown = async (database: Database, order: StandDownOrder): Promise<void> =>
  database.write(await everybody(database.read), async (tx) => {
    const { backupAt, now } = order;
    await quietLive(tx, restoredFrom(backupAt), now);
    await stopUnreadable(tx, backupAt);
    await markUnsure(tx);
    await endEverySession(tx, now);
    await settleFactors(tx, order);
    // What is sealed from now on is sealed with this one; what another has sealed does not open any more.
    if (order.sealer) await keepPrint(tx, printOf(order.sealer));
  });
