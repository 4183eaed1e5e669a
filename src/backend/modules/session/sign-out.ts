import { revokeSession } from '../../credentials/end-sessions.ts';
import { findRefreshToken } from './queries.ts';
import { hashToken } from '../../credentials/tokens.ts';
import type { SessionCalls, SessionDeps } from './session-deps.ts';

/** End the call's session, and that of the user's refresh token. */
export const signOut =
  (deps: SessionDeps): SessionCalls['logout'] =>
  async (input, context) => {
    const { database, clock } = deps;
    const ended = await database.write(context.userId, async (tx) => {
      const ids = [context.sessionId];
      if (input.refreshToken) {
        const known = await findRefreshToken(tx.query, hashToken(input.refreshToken));
        if (known && known.userId === context.userId && known.sessionId !== context.sessionId)
          ids.push(known.sessionId);
      }
      for (const id of ids) await revokeSession(tx.query, id, clock.now());
      await deps.logActivity(tx, context.userId, 'signed-out', 'Signed out.');
      return ids;
    });
    for (const id of ended) deps.endSession(id);
    return {};
  };
