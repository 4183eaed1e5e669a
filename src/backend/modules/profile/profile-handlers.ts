import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { profile } from '../../../shared/contract/profile.ts';
import type { CallContext } from '../../call-context.ts';
import type { Database } from '../../db/database.ts';
import { notYet } from '../../not-yet.ts';
import { notFound } from '../../refusal.ts';

interface ProfileNeeds {
  readonly database: Database;
  readonly abilityOf: (abilityJson: string | null) => { action: string; subject: string }[];
}

/** The signed-in user's own profile. */
export const profileHandlers = ({
  database,
  abilityOf,
}: ProfileNeeds): Handlers<typeof profile, CallContext> => ({
  person: notYet,
  updatePersonal: notYet,
  updateBank: notYet,
  changePassword: notYet,
  updateKyc: notYet,
  sendAadhaarOtp: notYet,
  validateAadhaarOtp: notYet,
  verifyPan: notYet,
  totp: notYet,
  sessions: notYet,
  mine: async (_input, context) => {
    const user = await database.read
      .selectFrom('users')
      .leftJoin('users as sponsor', 'sponsor.id', 'users.referrer_id')
      .selectAll('users')
      .select('sponsor.full_name as sponsorName')
      .where('users.id', '=', context.userId)
      .executeTakeFirst();
    if (!user) throw notFound('user');
    return {
      id: user.id,
      fullName: user.full_name,
      email: user.email,
      phone: user.phone,
      avatar: null,
      referralCode: user.referral_code,
      sponsor: user.sponsorName,
      designation_level: user.designation_level,
      // Identity checks come with their own calls; until one has passed, nothing is verified.
      kycStatus: 'none',
      PanStatus: 'none',
      AdharStatus: 'none',
      aadhaarMasked: null,
      panMasked: null,
      bank: null,
      personal: { fullName: user.full_name, dob: null, address: '', city: '', stateCode: '', pinCode: '' },
      documents: [],
      hasTotp: false,
      isActive: user.is_active === 1,
      isTradeactive: user.is_trade_active === 1,
      isRoboactive: user.is_robo_active === 1,
      ability: abilityOf(user.ability_json),
    };
  },
});
