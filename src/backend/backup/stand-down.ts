import { istDateTimeText } from '../../shared/time.ts';
import { TRICK_STATUS } from '../../shared/trick-status.ts';
import type { Database, Transaction } from '../db/database.ts';
import { keepPrint } from '../secrets/find-key.ts';

const STANDS_DOWN = (at: number): string =>
  `Restored from the backup of ${istDateTimeText(at)}. Compare its positions with your broker before you start it.`;

const quietLive = async ({ query }: Transaction, backupAt: number, now: number): Promise<void> => {
  const people = await query.selectFrom('broker_accounts').select('user_id').execute();
  for (const { user_id } of people) {
    await query.deleteFrom('live_locks').where('user_id', '=', user_id).execute();
    const reason =
      'Your data was restored from a backup. Check what is open at your broker, then release this.';
    await query
      .insertInto('live_locks')
      .values({ user_id, kind: 'kill-switch', reason, locked_at: now, locked_until: now })
      .execute();
  }
  await query.deleteFrom('broker_accounts').execute();
  await query
    .updateTable('tricks')
    .set({
      status: TRICK_STATUS.needsAttention,
      status_before: TRICK_STATUS.stopped,
      attention: STANDS_DOWN(backupAt),
    })
    .where('mode', '=', 'live')
    .where('status', 'in', [TRICK_STATUS.running, TRICK_STATUS.needsAttention])
    .execute();
};

/**
 * Makes restored data harmless: what it says of a broker may be days old. Live strategies stand still until their owner
 * has looked, accounts must be linked again, entries are locked, and every session of then is over. Where the key of
 * this computer is another one (`newKeyPrint`, else null), two-step codes could never be checked again, so they are
 * switched off, and what is sealed from now on is sealed with this one.
 */
export const standDown = (
  database: Database,
  { backupAt, now, newKeyPrint }: { backupAt: number; now: number; newKeyPrint: string | null },
): Promise<void> =>
  database.write(async (tx) => {
    await quietLive(tx, backupAt, now);
    await tx.query.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
    if (newKeyPrint === null) return;
    await tx.query.deleteFrom('second_factors').execute();
    await keepPrint(tx, newKeyPrint);
  });
