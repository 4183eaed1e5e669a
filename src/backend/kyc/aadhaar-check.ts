import { randomBytes } from 'node:crypto';
import { maskedAadhaar } from '../../shared/aadhaar.ts';
import { istMinute, MINUTE_MS } from '../../shared/time.ts';
import type { Kysely } from 'kysely';
import { forgetSubject, requireTry } from '../credentials/tries.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { KycDeps } from './kyc-deps.ts';

const GOOD_FOR_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_AN_HOUR = 3;
const MOST_TRIES = 5;
const LAST_DIGITS = 4;

/** A code that is on its way. */
export interface SentOtp {
  readonly requestId: string;
  readonly expiresAt: number;
  /** Only from a sandbox. */
  readonly sandboxOtp: string | null;
}

/** Outcome of a try: 200 verified, 401 wrong, 410 expired, spent, used before or of somebody else. */
export interface OtpOutcome {
  readonly statusCode: 200 | 401 | 410;
  readonly triesLeft: number;
}

/** Why a number is not to be verified: it is already, on this account (`conflict`) or on another; null when it is. */
const aadhaarConflict = async (
  db: Kysely<Schema>,
  userId: number,
  fingerprint: string,
): Promise<Refusal | null> => {
  const holders = await db
    .selectFrom('identities')
    .select(['user_id', 'aadhaar_last4'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('aadhaar_fingerprint', '=', fingerprint)]))
    .where('aadhaar_last4', 'is not', null)
    .execute();
  if (holders.some((holder) => holder.user_id === userId))
    return new Refusal('conflict', 'Your Aadhaar is verified already.');
  if (holders.length === 0) return null;
  return new Refusal('refused', 'This Aadhaar number is verified on another account. Write to support.');
};

/** Counts the numbers of others that a user asks about: trying numbers must not tell which have an account. */
const conflictTriesOf = (userId: number): string => `aadhaar numbers of ${userId}`;

/** Wrong codes of a user add up over all that were sent. */
const codesOf = (userId: number): string => `aadhaar codes of ${userId}`;

/** Aadhaar by a one-time code: 3 codes an hour, 10 minutes and 5 tries in all; only the last four digits are kept. */
export const aadhaarCheck = ({ database, clock, sealer, provider, logActivity }: KycDeps) => ({
  sendOtp: async (userId: number, adharNumber: string): Promise<SentOtp> => {
    const requestId = randomBytes(18).toString('base64url');
    const fingerprint = sealer.fingerprint('aadhaar', adharNumber);
    const last4 = adharNumber.slice(-LAST_DIGITS);
    // Counted before the provider is asked, so that many sent at once are no more than three.
    const expiresAt = await database.write(userId, async (tx) => {
      const now = clock.now();
      const conflict = await aadhaarConflict(tx.query, userId, fingerprint);
      if (conflict?.code === 'conflict') throw conflict;
      if (conflict) {
        await requireTry(tx, now, conflictTriesOf(userId));
        // Thrown outside: what was counted stays.
        return conflict;
      }
      const recent = await tx.query
        .selectFrom('aadhaar_requests')
        .select('created_at')
        .where('user_id', '=', userId)
        .where('created_at', '>', now - HOUR_MS)
        .orderBy('created_at')
        .execute();
      const first = recent[0];
      if (first && recent.length >= MOST_AN_HOUR)
        throw new Refusal(
          'rate',
          `${MOST_AN_HOUR} codes were sent within an hour. Ask again at ${istMinute(first.created_at + HOUR_MS)}.`,
        );
      const expires = now + GOOD_FOR_MS;
      await tx.query
        .insertInto('aadhaar_requests')
        .values({
          id: requestId,
          user_id: userId,
          last4,
          fingerprint,
          tries: 0,
          state: 'sent',
          created_at: now,
          expires_at: expires,
        })
        .execute();
      await logActivity(tx, userId, 'kyc', `Asked for a code for Aadhaar ${maskedAadhaar(last4)}.`);
      return expires;
    });
    if (expiresAt instanceof Refusal) throw expiresAt;
    return {
      requestId,
      expiresAt,
      sandboxOtp: await provider.sendAadhaarOtp(requestId, adharNumber, expiresAt),
    };
  },

  validateOtp: async (userId: number, requestId: string, otp: string): Promise<OtpOutcome> => {
    const triesLeft = await database.write(userId, async (tx) => {
      const request = await tx.query
        .selectFrom('aadhaar_requests')
        .select(['tries', 'state', 'expires_at'])
        .where('id', '=', requestId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!request || request.state !== 'sent' || request.expires_at <= clock.now()) return null;
      await requireTry(tx, clock.now(), codesOf(userId));
      const tries = request.tries + 1;
      // The last try may still be right: then the state it is left in below is `verified`.
      await tx.query
        .updateTable('aadhaar_requests')
        .set({ tries, state: tries >= MOST_TRIES ? 'spent' : 'sent' })
        .where('id', '=', requestId)
        .execute();
      return MOST_TRIES - tries;
    });
    if (triesLeft === null) return { statusCode: 410, triesLeft: 0 };
    const answer = await provider.checkAadhaarOtp(requestId, otp);
    if (answer === 'expired') return { statusCode: 410, triesLeft: 0 };
    if (answer === 'wrong') return { statusCode: 401, triesLeft };
    await database.write(userId, async (tx) => {
      const request = await tx.query
        .updateTable('aadhaar_requests')
        .set({ state: 'verified' })
        .where('id', '=', requestId)
        .where('user_id', '=', userId)
        .returning(['last4', 'fingerprint'])
        .executeTakeFirstOrThrow();
      const conflict = await aadhaarConflict(tx.query, userId, request.fingerprint);
      if (conflict) throw conflict;
      const verified = {
        aadhaar_last4: request.last4,
        aadhaar_fingerprint: request.fingerprint,
        aadhaar_at: clock.now(),
      };
      await tx.query
        .insertInto('identities')
        .values({
          user_id: userId,
          pan_sealed: null,
          pan_masked: null,
          pan_fingerprint: null,
          pan_at: null,
          ...verified,
        })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(verified))
        .execute();
      await forgetSubject(tx, codesOf(userId));
      await logActivity(tx, userId, 'kyc', `Aadhaar ${maskedAadhaar(request.last4)} verified.`);
    });
    return { statusCode: 200, triesLeft };
  },
});
