import type { Kysely } from 'kysely';
import type { RiskGuard } from '../../shared/contract/live.ts';
import { DAY_MS, istDateTimeText, istIso, istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { LiveLockRow, Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';

/** The kill switch cannot be released before: long enough to sleep over it. */
const KILL_SWITCH_MS = 12 * 3_600_000;

/** The lock of a user; null when live strategies may enter. */
export const lockOf = async (db: Kysely<Schema>, userId: number): Promise<LiveLockRow | null> =>
  (await db.selectFrom('live_locks').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? null;

/** A lock as answers show it. */
export const lockView = (lock: LiveLockRow): NonNullable<RiskGuard['lock']> => ({
  kind: lock.kind,
  reason: lock.reason,
  lockedAt: istIso(lock.locked_at),
  lockedUntil: istIso(lock.locked_until),
});

/**
 * Lock every live entry of a user from now on. It takes effect as it is written: an order is sent only in a
 * transaction that finds no lock. An existing lock stays, and never gets shorter.
 */
export const lockLive = async (
  tx: Transaction,
  userId: number,
  kind: LiveLockRow['kind'],
  now: number,
): Promise<LiveLockRow> => {
  const lock: LiveLockRow = {
    user_id: userId,
    kind,
    locked_at: now,
    locked_until: kind === 'kill-switch' ? now + KILL_SWITCH_MS : istMidnight(now) + DAY_MS,
    reason:
      kind === 'kill-switch'
        ? 'You stopped all live trading with the kill switch.'
        : 'The loss limit of the day is reached.',
  };
  const written = await tx.query
    .insertInto('live_locks')
    .values(lock)
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet(lock)
        .whereRef('live_locks.locked_until', '<', 'excluded.locked_until'),
    )
    .returningAll()
    .executeTakeFirst();
  return (
    written ??
    tx.query.selectFrom('live_locks').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
  );
};

/** @throws Refusal `refused` while live trading of the user is locked */
export const requireUnlocked = async (tx: Transaction, userId: number): Promise<void> => {
  const lock = await lockOf(tx.query, userId);
  if (lock) throw new Refusal('refused', `${lock.reason} Nothing starts live until it is released.`);
};

/**
 * Lifts a lock. Nothing starts by itself after it.
 * @throws Refusal `conflict` when there is none, `refused` while it must hold
 */
export const releaseLock = async (tx: Transaction, userId: number, now: number): Promise<void> => {
  const { numDeletedRows } = await tx.query
    .deleteFrom('live_locks')
    .where('user_id', '=', userId)
    .where('locked_until', '<=', now)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  const lock = await lockOf(tx.query, userId);
  if (!lock) throw new Refusal('conflict', 'Live trading is not locked.');
  throw new Refusal('refused', `The lock holds until ${istDateTimeText(lock.locked_until)}.`);
};
