import { Reply } from '../../../shared/contract/endpoint.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { countAddress, forgiveAddress } from '../../credentials/tries.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { countJoined } from '../../team/team-levels.ts';
import { newReferralCode, normalReferralCode } from './queries.ts';
import { prepareSession, openSession } from './open-session.ts';
import { userDataOf } from './user-data.ts';
import type { SessionCalls, SessionDeps } from './session-deps.ts';

/** @throws Refusal `conflict` for a mail address or a phone number of somebody */
const requireFreeName = async (tx: Transaction, email: string, phone: string): Promise<void> => {
  const taken = await tx.query
    .selectFrom('users')
    .select(['email'])
    .where((eb) => eb.or([eb('email', '=', email), eb('phone', '=', phone)]))
    .executeTakeFirst();
  if (!taken) return;
  const what =
    taken.email === email
      ? 'An account with this e-mail is already there. Sign in instead.'
      : 'An account with this phone number is already there. Sign in instead.';
  throw new Refusal('conflict', what);
};

/** Whose referral code it is; null for none. @throws Refusal `refused` for a code of nobody */
const referrerOf = async (tx: Transaction, referralCode: string): Promise<number | null> => {
  if (!referralCode) return null;
  const referrer = await tx.query
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', referralCode)
    .executeTakeFirst();
  if (!referrer) throw new Refusal('refused', 'Nobody has this referral code. Check it, or leave it empty.');
  return referrer.id;
};

/** Opens an account and its first session. */
export const registerUser =
  (deps: SessionDeps): SessionCalls['register'] =>
  async (input, context) => {
    const { database, clock } = deps;
    const email = normalName(input.email);
    requireGoodPassword(input.password, { email, phone: input.phone });
    const referralCode = normalReferralCode(input.referralCode ?? '');
    // Asking whether a name is taken is a try like any other.
    await countAddress(database, clock, context.source);
    const passwordHash = await hashPassword(input.password);
    const user = await database.write(async (tx) => {
      await requireFreeName(tx, email, input.phone);
      const referrerId = await referrerOf(tx, referralCode);
      const user = await tx.query
        .insertInto('users')
        .values({
          full_name: input.fullName,
          email,
          phone: input.phone,
          password_hash: passwordHash,
          referral_code: newReferralCode(),
          referrer_id: referrerId,
          role: 'trader',
          ability_json: null,
          is_house: 0,
          bio: '',
          designation_level: 0,
          is_active: 0,
          is_trade_active: 0,
          is_robo_active: 0,
          created_at: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await forgiveAddress(tx, context.source);
      await countJoined(tx, user.id);
      await deps.logActivity(tx, user.id, 'registered', 'Account created.');
      return user;
    });
    const prepared = await prepareSession(deps, user.id);
    const pair = await database.write((tx) => openSession(deps, tx, prepared, context));
    return new Reply({ userData: userDataOf(user), ...pair }, 'Welcome to TrickDesk.');
  };
