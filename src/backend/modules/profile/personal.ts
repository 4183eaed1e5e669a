import type { MyProfile } from '../../../shared/contract/profile.ts';
import { istDate } from '../../../shared/time.ts';
import { identityOf } from '../../kyc/kyc-status.ts';
import { isSameName } from '../../kyc/same-name.ts';
import { requireOwnNewName } from '../../publications/own-name.ts';
import { Refusal } from '../../refusal.ts';
import { myProfile } from './my-profile.ts';
import type { ProfileDeps } from './profile-deps.ts';

type Personal = MyProfile['personal'];

const ADULT_YEARS = 18;

/** Refuse an impossible day of birth, or one of a minor. A minor may not trade yet. */
export const requireAdult = (dob: string, now: number): void => {
  const [year = '', ...rest] = istDate(now).split('-');
  const limit = [String(Number(year) - ADULT_YEARS), ...rest].join('-');
  const problem = `must be a day at least ${ADULT_YEARS} years ago`;
  if (dob > limit || dob < '1900-01-01')
    throw new Refusal('invalid', `The day of birth ${problem}.`, { fields: { dob: problem } });
};

/** Changes what is given and leaves the rest. */
export const updatePersonal =
  ({ database, clock, logActivity }: ProfileDeps) =>
  async (input: Partial<Personal>, { userId }: { userId: number }): Promise<MyProfile> => {
    if (input.dob) requireAdult(input.dob, clock.now());
    const { fullName } = input;
    await database.write(userId, async (tx) => {
      const known = await tx.query
        .selectFrom('users')
        .leftJoin('personal_details as details', 'details.user_id', 'users.id')
        .select(['users.full_name', 'dob', 'address', 'city', 'state_code', 'pin_code'])
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow();
      if (fullName !== undefined && fullName !== known.full_name) {
        const { panMasked } = await identityOf(tx.query, userId);
        if (panMasked !== null && !isSameName(fullName, known.full_name))
          throw new Refusal(
            'refused',
            'Your name was verified with your PAN, so it stays as it is. Write to support if it has changed.',
          );
        await requireOwnNewName(tx, userId, fullName);
        await tx.query.updateTable('users').set({ full_name: fullName }).where('id', '=', userId).execute();
      }
      const details = {
        dob: input.dob === undefined ? known.dob : input.dob,
        address: input.address ?? known.address ?? '',
        city: input.city ?? known.city ?? '',
        state_code: input.stateCode ?? known.state_code ?? '',
        pin_code: input.pinCode ?? known.pin_code ?? '',
      };
      await tx.query
        .insertInto('personal_details')
        .values({ user_id: userId, ...details })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(details))
        .execute();
      await logActivity(tx, userId, 'profile', 'Changed the personal details.');
    });
    return myProfile(database, userId);
  };
