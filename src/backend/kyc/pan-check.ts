import { notFound, Refusal } from '../refusal.ts';
import type { Kysely } from 'kysely';
import { forgetSubject, requireTry } from '../credentials/tries.ts';
import type { Schema } from '../db/schema.ts';
import type { KycDeps } from './kyc-deps.ts';
import type { PanAnswer } from './kyc-provider.ts';

/** `ABXXXXXX4F`: all that is ever shown of a PAN. */
export const maskedPan = (pan: string): string => `${pan.slice(0, 2)}XXXXXX${pan.slice(-2)}`;

const requireFree = async (db: Kysely<Schema>, userId: number, fingerprint: string): Promise<void> => {
  const holders = await db
    .selectFrom('identities')
    .select(['user_id', 'pan_fingerprint'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('pan_fingerprint', '=', fingerprint)]))
    .where('pan_fingerprint', 'is not', null)
    .execute();
  if (holders.some((holder) => holder.user_id === userId))
    throw new Refusal('conflict', 'Your PAN is verified already.');
  if (holders.length > 0)
    throw new Refusal('refused', 'This PAN is verified on another account. Write to support.');
};

/** Counts checks that did not fit: trying numbers must not tell which have an account. */
const checksOf = (userId: number): string => `pan checks of ${userId}`;

/**
 * PAN by name and day of birth. A PAN that fits is kept sealed and shown masked; one that does not leaves no trace.
 * @throws Refusal 423 after too many that did not fit, 409 when the account has a verified PAN, 422 when another account has this one.
 */
export const panCheck =
  ({ database, clock, sealer, provider, logActivity }: KycDeps) =>
  async (
    userId: number,
    question: { readonly pan: string; readonly fullName: string; readonly dob: string },
  ): Promise<PanAnswer> => {
    const fingerprint = sealer.fingerprint('pan', question.pan);
    const user = await database.read
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw notFound('user');
    // By itself, so that it stays counted whatever is refused below.
    await database.write(userId, (tx) => requireTry(tx, clock.now(), checksOf(userId)));
    await requireFree(database.read, userId, fingerprint);
    const answer = await provider.checkPan({ ...question, accountName: user.full_name });
    await database.write(userId, async (tx) => {
      if (answer !== 'VALID') {
        await logActivity(tx, userId, 'kyc', 'A PAN was checked and did not fit.');
        return;
      }
      await requireFree(tx.query, userId, fingerprint);
      const verified = {
        pan_sealed: sealer.seal(question.pan),
        pan_masked: maskedPan(question.pan),
        pan_fingerprint: fingerprint,
        pan_at: clock.now(),
      };
      await tx.query
        .insertInto('identities')
        .values({
          user_id: userId,
          aadhaar_last4: null,
          aadhaar_fingerprint: null,
          aadhaar_at: null,
          ...verified,
        })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(verified))
        .execute();
      await forgetSubject(tx, checksOf(userId));
      await logActivity(tx, userId, 'kyc', `PAN ${maskedPan(question.pan)} verified.`);
    });
    return answer;
  };
