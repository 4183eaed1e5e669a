import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type KycStatus = 'none' | 'partial' | 'verified';

/** Verified identity of a user. */
export interface Identity {
  readonly status: KycStatus;
  readonly aadhaarLast4: string | null;
  readonly panMasked: string | null;
}

/** `verified` needs both Aadhaar and PAN. */
export const identityOf = async (db: Kysely<Schema>, userId: number): Promise<Identity> => {
  const row = await db
    .selectFrom('identities')
    .select(['aadhaar_last4', 'pan_masked'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const aadhaarLast4 = row?.aadhaar_last4 ?? null;
  const panMasked = row?.pan_masked ?? null;
  const passed = [aadhaarLast4, panMasked].filter((part) => part !== null).length;
  return { status: passed === 2 ? 'verified' : passed === 1 ? 'partial' : 'none', aadhaarLast4, panMasked };
};
