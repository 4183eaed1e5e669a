import type { Database } from '../../src/backend/db/database.ts';
import { writeForAll } from './write-for-all.ts';

/** Gives a user what withdrawals ask for: Aadhaar, PAN and a bank account, as far as wanted. */
export const verifiedForWithdrawals = (
  database: Database,
  email: string,
  { pan = true, bank = true, heldUntil = null as number | null } = {},
): Promise<void> =>
  writeForAll(database, async (tx) => {
    const { id: user_id } = await tx.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    for (const table of ['identities', 'bank_accounts'] as const)
      await tx.query.deleteFrom(table).where('user_id', '=', user_id).execute();
    await tx.query
      .insertInto('identities')
      .values({
        user_id,
        aadhaar_last4: '1234',
        aadhaar_at: 1,
        pan_sealed: pan ? 'sealed' : null,
        pan_masked: pan ? 'ABXXXXXX4F' : null,
        pan_at: pan ? 1 : null,
      })
      .execute();
    if (bank)
      await tx.query
        .insertInto('bank_accounts')
        .values({
          user_id,
          number_sealed: 'sealed',
          last4: '4321',
          ifsc: 'HDFC0001234',
          holder: 'Test User',
          changed_at: 1,
          held_until: heldUntil,
        })
        .execute();
  });
