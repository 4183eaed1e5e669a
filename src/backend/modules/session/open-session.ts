import { randomInt } from 'node:crypto';
import type { CallContext } from '../../call-context.ts';
import { revokeUnused } from '../../credentials/end-sessions.ts';
import type { Transaction } from '../../db/database.ts';
import { hashToken, newRefreshToken, REFRESH_TOKEN_MS, type TokenPair } from '../../credentials/tokens.ts';
import type { SessionDeps } from './session-deps.ts';

/** Session ids are drawn, not counted: an access token is signed before its session is written. */
const SESSION_ID_LIMIT = 2 ** 47;

/** A session that is ready to be written: signing happens before the transaction, never inside. */
export const prepareSession = async (deps: SessionDeps, userId: number) => {
  const { accessTokens } = deps;
  const sessionId = randomInt(1, SESSION_ID_LIMIT);
  return {
    userId,
    sessionId,
    accessToken: await accessTokens.sign({ userId, sessionId }),
    refreshToken: newRefreshToken(),
  };
};

/** Keeps the hash of a refresh token, good for its time. */
export const storeRefreshToken = (
  deps: SessionDeps,
  tx: Transaction,
  sessionId: number,
  refreshToken: string,
) =>
  tx.query
    .insertInto('refresh_tokens')
    .values({
      hash: hashToken(refreshToken),
      session_id: sessionId,
      created_at: deps.clock.now(),
      expires_at: deps.clock.now() + REFRESH_TOKEN_MS,
      spent_at: null,
      successor_sealed: null,
    })
    .execute();

/** Write a prepared session, and end unused ones beyond the limit. The limit is what a user may have. */
export const openSession = async (
  deps: SessionDeps,
  tx: Transaction,
  prepared: Awaited<ReturnType<typeof prepareSession>>,
  { device, address }: CallContext,
): Promise<TokenPair> => {
  const { clock } = deps;
  const now = clock.now();
  await tx.query
    .insertInto('sessions')
    .values({
      id: prepared.sessionId,
      user_id: prepared.userId,
      created_at: now,
      last_used_at: now,
      revoked_at: null,
      device,
      address,
      proven_at: null,
    })
    .execute();
  await storeRefreshToken(deps, tx, prepared.sessionId, prepared.refreshToken);
  await revokeUnused(tx, prepared, now, deps.endSession);
  return { accessToken: prepared.accessToken, refreshToken: prepared.refreshToken };
};
