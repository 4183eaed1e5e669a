import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type OutputOf, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import { istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import { revokeSession } from '../../credentials/end-sessions.ts';
import { notFound } from '../../refusal.ts';
import type { ProfileDeps } from './profile-deps.ts';

type Sessions = (typeof profile)['sessions'];

/** Lists where the user is signed in, the newest first; ends one before, if told to. Ending one's own signs out. */
export const openSessions = ({ database, clock, logActivity, endSession }: ProfileDeps) => {
  /** Open, and with a refresh token that still lets it come back. */
  const open = (userId: number) =>
    database.read
      .selectFrom('sessions')
      .select(['id', 'device', 'address', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('refresh_tokens')
            .select('refresh_tokens.hash')
            .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
            .where('refresh_tokens.spent_at', 'is', null)
            .where('refresh_tokens.expires_at', '>', clock.now()),
        ),
      )
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute();

  const end = (userId: number, sessionId: number): Promise<void> =>
    database.write(userId, async (tx) => {
      const mine = await tx.query
        .selectFrom('sessions')
        .select('device')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!mine) throw notFound('session');
      await revokeSession(tx.query, sessionId, clock.now());
      await logActivity(tx, userId, 'signed-out', `Ended a session${mine.device && ` on ${mine.device}`}.`);
      tx.afterCommit(() => endSession(sessionId));
    });

  return async (
    { endSessionId }: ParsedOf<Sessions>,
    { userId, sessionId }: CallContext,
  ): Promise<Answer<OutputOf<Sessions>>> => {
    if (endSessionId !== undefined) await end(userId, endSessionId);
    const rows = await open(userId);
    const sessions = rows.map((row) => ({
      sessionId: row.id,
      device: row.device,
      address: row.address,
      openedAt: istIso(row.created_at),
      lastUsedAt: istIso(row.last_used_at),
      isThisOne: row.id === sessionId,
    }));
    return new Reply({ sessions }, endSessionId === undefined ? 'OK' : 'That session is ended.');
  };
};
