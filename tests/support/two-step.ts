import type { BackendParts } from '../../src/backend/backend-parts.ts';
import { writeForAll } from './write-for-all.ts';

/** Secret of everybody whose two-step sign-in a test switches on. It is switched on behind the calls. */
export const TWO_STEP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Switches two-step sign-in on, as it is after its first code. */
export const switchOnTwoStep = (
  { database, sealer }: Pick<BackendParts, 'database' | 'sealer'>,
  email: string,
): Promise<void> =>
  writeForAll(database, async (tx) => {
    const { id } = await tx.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const factor = { secret_sealed: sealer.seal(TWO_STEP_SECRET), is_on: 1, last_step: 0 };
    await tx.query
      .insertInto('second_factors')
      .values({ user_id: id, ...factor })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(factor))
      .execute();
  });
