import type { Kysely } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { revokeKeysOf } from './script-keys.ts';

/** Ends one session: its access token is refused from the next call on, its refresh token is gone. */
export const revokeSession = async (db: Kysely<Schema>, sessionId: number, at: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('spent_at', 'is', null)
    .execute();
};

/** Places at which one account is signed in: each is shown, and is to be ended with a change of the password. */
const MOST_OPEN = 100;

/** End a user's least recently used sessions where there are too many. The one that was just begun stays. */
export const revokeUnused = async (
  tx: Transaction,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
  at: number,
  endSession: (sessionId: number) => void,
): Promise<void> => {
  const unused = await tx.query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(MOST_OPEN - 1)
    .execute();
  for (const { id } of unused) await revokeSession(tx.query, id, at);
  tx.afterCommit(() => {
    for (const { id } of unused) endSession(id);
  });
};

/**
 * Ends every session and key of a user, save one session. After the commit `endSession` cuts off what each still
 * has open. Returns the number of these sessions.
 */
export const revokeSessionsOf = async (
  tx: Transaction,
  userId: number,
  at: number,
  endSession: (sessionId: number) => void,
  except: number | null = null,
): Promise<number> => {
  let open = tx.query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (except !== null) open = open.where('id', '!=', except);
  const ended = await open.execute();
  for (const { id } of ended) await revokeSession(tx.query, id, at);
  await revokeKeysOf(tx, userId, at, endSession);
  tx.afterCommit(() => {
    for (const { id } of ended) endSession(id);
  });
  return ended.length;
};
