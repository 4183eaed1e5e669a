import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { ProfileDeps } from './profile-deps.ts';

/** Told by the user, and not looked at by anybody yet. */
const SUBMITTED = 'submitted';
const MOST_SHOWN = 4;

/** The end of a reference, and never more than half of it. */
export const maskedReference = (reference: string): string => {
  const shown = Math.min(MOST_SHOWN, Math.floor(reference.length / 2));
  return `${'X'.repeat(reference.length - shown)}${reference.slice(reference.length - shown)}`;
};

/** Keeps the reference of a document; one of each kind, the newest. */
export const updateKyc =
  ({ database, clock, sealer, logActivity }: ProfileDeps) =>
  async (
    input: ParsedOf<(typeof profile)['updateKyc']>,
    { userId }: { userId: number },
  ): Promise<Answer<{ status: string }>> => {
    const reference = input.reference.toUpperCase();
    const document = {
      reference_masked: maskedReference(reference),
      reference_sealed: sealer.seal(reference),
      status: SUBMITTED,
      at: clock.now(),
    };
    await database.write(userId, async (tx) => {
      await tx.query
        .insertInto('documents')
        .values({ user_id: userId, kind: input.kind, ...document })
        .onConflict((oc) => oc.columns(['user_id', 'kind']).doUpdateSet(document))
        .execute();
      await logActivity(tx, userId, 'kyc', `Gave the reference of a document (${input.kind}).`);
    });
    return new Reply({ status: SUBMITTED }, 'Your document is noted.');
  };
