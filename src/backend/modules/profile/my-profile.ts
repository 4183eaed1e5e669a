import { maskedAadhaar } from '../../../shared/aadhaar.ts';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { istIso } from '../../../shared/time.ts';
import { recoveryCodesLeft } from '../../credentials/recovery-codes.ts';
import { storedAbility } from '../../credentials/stored-ability.ts';
import type { Database } from '../../db/database.ts';
import { identityOf } from '../../kyc/kyc-status.ts';
import { notFound } from '../../refusal.ts';

const NO_DETAILS = { dob: null, address: '', city: '', state_code: '', pin_code: '' } as const;

/** Data about a user beside the account itself. */
const writtenOf = async (read: Database['read'], userId: number) => ({
  details: await read
    .selectFrom('personal_details')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst(),
  bank: await read
    .selectFrom('bank_accounts')
    .select(['last4', 'ifsc', 'holder', 'changed_at', 'held_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst(),
  documents: await read
    .selectFrom('documents')
    .select(['kind', 'reference_masked', 'status', 'at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute(),
  factor: await read
    .selectFrom('second_factors')
    .select('is_on')
    .where('user_id', '=', userId)
    .executeTakeFirst(),
});

/** The signed-in user's own profile, with all that is secret masked. */
export const myProfile = async ({ read }: Database, userId: number): Promise<MyProfile> => {
  const user = await read
    .selectFrom('users')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.referrer_id')
    .selectAll('users')
    .select('sponsor.full_name as sponsorName')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  const { details, bank, documents, factor } = await writtenOf(read, userId);
  const identity = await identityOf(read, userId);
  const { dob, address, city, state_code, pin_code } = details ?? NO_DETAILS;
  return {
    id: user.id,
    fullName: user.full_name,
    email: user.email,
    phone: user.phone,
    avatar: null,
    referralCode: user.referral_code,
    sponsor: user.sponsorName,
    designation_level: user.designation_level,
    kycStatus: identity.status,
    PanStatus: identity.panMasked === null ? 'none' : 'verified',
    AdharStatus: identity.aadhaarLast4 === null ? 'none' : 'verified',
    aadhaarMasked: identity.aadhaarLast4 === null ? null : maskedAadhaar(identity.aadhaarLast4),
    panMasked: identity.panMasked,
    bank: bank
      ? {
          accountLast4: bank.last4,
          ifsc: bank.ifsc,
          accountHolder: bank.holder,
          changedAt: istIso(bank.changed_at),
          heldUntil: bank.held_until === null ? null : istIso(bank.held_until),
        }
      : null,
    personal: { fullName: user.full_name, dob, address, city, stateCode: state_code, pinCode: pin_code },
    documents: documents.map((document) => ({
      kind: document.kind,
      reference: document.reference_masked,
      status: document.status,
      at: istIso(document.at),
    })),
    hasTotp: factor?.is_on === 1,
    recoveryCodesLeft: await recoveryCodesLeft(read, userId),
    isActive: user.is_active === 1,
    isTradeactive: user.is_trade_active === 1,
    isRoboactive: user.is_robo_active === 1,
    ability: storedAbility(user.ability_json),
  };
};
