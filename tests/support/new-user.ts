import { countJoined } from '../../src/backend/team/team-levels.ts';
import type { Transaction } from '../../src/backend/db/database.ts';

/** Facts about a user who is only there to be counted. */
export interface NewUser {
  /** Makes name, e-mail, phone and referral code unlike any other's. */
  readonly number: number;
  readonly referrerId?: number | null;
}

/** A user without a password that works; returns the id. */
export const addUser = async (tx: Transaction, { number, referrerId = null }: NewUser): Promise<number> => {
  const { id } = await tx.query
    .insertInto('users')
    .values({
      full_name: `Person ${number}`,
      email: `person${number}@desk.example`,
      phone: String(7_000_000_000 + number),
      password_hash: 'none',
      referral_code: `CODE${number}`,
      referrer_id: referrerId,
      role: 'trader',
      ability_json: null,
      is_house: 0,
      bio: '',
      designation_level: 0,
      is_active: 0,
      is_trade_active: 0,
      is_robo_active: 0,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countJoined(tx, id);
  return id;
};
