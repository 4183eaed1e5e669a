import { UNAUTHORISED_MESSAGE } from '../../../shared/failure.ts';
import { revokeSession } from '../../credentials/end-sessions.ts';
import { Refusal } from '../../refusal.ts';
import { findRefreshToken } from './queries.ts';
import {
  hashToken,
  newRefreshToken,
  openPair,
  RETRY_WINDOW_MS,
  sealPair,
  type TokenPair,
} from '../../credentials/tokens.ts';
import { storeRefreshToken } from './open-session.ts';
import type { SessionCalls, SessionDeps } from './session-deps.ts';

/** Replaces a refresh token by the next one; a spent one that turns up again ends its session. */
export const refreshTokens =
  (deps: SessionDeps): SessionCalls['refresh'] =>
  async (input): Promise<TokenPair> => {
    const { database, clock, accessTokens } = deps;
    const hash = hashToken(input.refreshToken);
    const holder = await findRefreshToken(database.read, hash);
    if (!holder) throw new Refusal('session', UNAUTHORISED_MESSAGE);
    const pair: TokenPair = {
      accessToken: await accessTokens.sign(holder),
      refreshToken: newRefreshToken(),
    };
    const outcome = await database.write(async (tx): Promise<TokenPair | { revoked: number | null }> => {
      const now = clock.now();
      const known = await findRefreshToken(tx.query, hash);
      if (!known || known.revokedAt !== null || known.expires_at <= now) return { revoked: null };
      if (known.spent_at !== null) {
        if (known.successor_sealed !== null && Math.abs(now - known.spent_at) <= RETRY_WINDOW_MS)
          return openPair(known.successor_sealed, input.refreshToken);
        // A spent token turned up again: somebody else may hold the family. End it for everyone.
        await revokeSession(tx.query, known.sessionId, now);
        await deps.logActivity(
          tx,
          known.userId,
          'session-ended',
          'A used sign-in token was presented again, so that session was ended.',
        );
        return { revoked: known.sessionId };
      }
      await storeRefreshToken(deps, tx, known.sessionId, pair.refreshToken);
      // This token came in the answer to the renewal before, so that answer has arrived and needs no retry.
      await tx.query
        .updateTable('refresh_tokens')
        .set({ successor_sealed: null })
        .where('session_id', '=', known.sessionId)
        .where('successor_sealed', 'is not', null)
        .execute();
      await tx.query
        .updateTable('refresh_tokens')
        .set({ spent_at: now, successor_sealed: sealPair(pair, input.refreshToken) })
        .where('hash', '=', known.hash)
        .execute();
      await tx.query
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('id', '=', known.sessionId)
        .execute();
      return pair;
    });
    if ('accessToken' in outcome) return outcome;
    if (outcome.revoked !== null) deps.endSession(outcome.revoked);
    throw new Refusal('session', UNAUTHORISED_MESSAGE);
  };
