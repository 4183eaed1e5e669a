import type { Kysely } from 'kysely';
import { Reply } from '../../../shared/contract/endpoint.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { countAddress, forgiveAddress } from '../../credentials/tries.ts';
import { HOUSE, type Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { Refusal } from '../../refusal.ts';
import { countJoined, KEPT_LEVELS } from '../../team/team-levels.ts';
import { withThoseAbove } from '../../team/team-tree.ts';
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

/** Whose referral code it is, which stays so for good; undefined for a code of nobody. */
const findReferrer = async (db: Kysely<Schema>, referralCode: string): Promise<number | undefined> =>
  (await db.selectFrom('users').select('id').where('referral_code', '=', referralCode).executeTakeFirst())
    ?.id;

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
    const referrerId = await findReferrer(database.read, referralCode);
    const above =
      referrerId === undefined ? HOUSE : await withThoseAbove(database.read, referrerId, KEPT_LEVELS - 1);
    const user = await database.write(above, async (tx) => {
      await requireFreeName(tx, email, input.phone);
      if (referralCode && referrerId === undefined)
        throw new Refusal('refused', 'Nobody has this referral code. Check it, or leave it empty.');
      const user = await tx.query
        .insertInto('users')
        .values({
          full_name: input.fullName,
          email,
          phone: input.phone,
          password_hash: passwordHash,
          referral_code: newReferralCode(),
          referrer_id: referrerId ?? null,
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
    const pair = await database.write(user.id, (tx) => openSession(deps, tx, prepared, context));
    return new Reply({ userData: userDataOf(user), ...pair }, 'Welcome to TrickDesk.');
  };
