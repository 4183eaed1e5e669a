import { UNAUTHORISED_MESSAGE } from '../../../shared/failure.ts';
import { revokeSession } from '../../credentials/end-sessions.ts';
import type { Transaction } from '../../db/database.ts';
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

/** Spends a token with what its retry gets; false when it was spent before. */
const spend = async (tx: Transaction, hash: string, now: number, sealed: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('refresh_tokens')
    .set({ spent_at: now, successor_sealed: sealed })
    .where('hash', '=', hash)
    .where('spent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The token came in the answer to the renewal before: that answer has arrived, and needs no retry. */
const forgetRetries = async (tx: Transaction, sessionId: number, hash: string): Promise<void> => {
  await tx.query
    .updateTable('refresh_tokens')
    .set({ successor_sealed: null })
    .where('session_id', '=', sessionId)
    .where('hash', '!=', hash)
    .where('successor_sealed', 'is not', null)
    .execute();
};

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
    const outcome = await database.write(
      holder.userId,
      async (tx): Promise<TokenPair | { revoked: number | null }> => {
        const now = clock.now();
        const known = await findRefreshToken(tx.query, hash);
        if (!known || known.revokedAt !== null || known.expires_at <= now) return { revoked: null };
        if (await spend(tx, hash, now, sealPair(pair, input.refreshToken))) {
          await storeRefreshToken(deps, tx, known.sessionId, pair.refreshToken);
          await forgetRetries(tx, known.sessionId, hash);
          await tx.query
            .updateTable('sessions')
            .set({ last_used_at: now })
            .where('id', '=', known.sessionId)
            .execute();
          return pair;
        }
        // Read again: another process may have spent it since it was read.
        const spent = await findRefreshToken(tx.query, hash);
        const sealed = spent?.successor_sealed ?? null;
        if (sealed !== null && Math.abs(now - (spent?.spent_at ?? Number.NaN)) <= RETRY_WINDOW_MS)
          return openPair(sealed, input.refreshToken);
        // A spent token turned up again: somebody else may hold the family. End it for everyone.
        await revokeSession(tx.query, known.sessionId, now);
        await deps.logActivity(
          tx,
          known.userId,
          'session-ended',
          'A used sign-in token was presented again, so that session was ended.',
        );
        return { revoked: known.sessionId };
      },
    );
    if ('accessToken' in outcome) return outcome;
    if (outcome.revoked !== null) deps.endSession(outcome.revoked);
    throw new Refusal('session', UNAUTHORISED_MESSAGE);
  };
