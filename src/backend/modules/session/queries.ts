import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Letters and digits that cannot be mistaken for one another. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const newReferralCode = (): string =>
  Array.from(randomBytes(8), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');

/** A referral code as it is kept: people type it in small letters and with spaces. */
export const normalReferralCode = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();

/** A user by e-mail or phone, both in normal form. */
export const findByName = (db: Kysely<Schema>, name: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email', '=', name), eb('phone', '=', name)]))
    .where('is_house', '=', 0)
    .executeTakeFirst();

/** A session that still holds, with the abilities of its user; undefined when it was revoked. */
export const findSession = async (
  db: Kysely<Schema>,
  sessionId: number,
  userId: number,
): Promise<{ ability_json: string } | undefined> => {
  // Every call asks for it: written out, since building it costs more than running it.
  const { rows } = await sql<{ ability_json: string }>`
    select users.ability_json from sessions join users on users.id = sessions.user_id
    where sessions.id = ${sessionId} and sessions.user_id = ${userId} and sessions.revoked_at is null`.execute(
    db,
  );
  return rows[0];
};

export const findRefreshToken = (db: Kysely<Schema>, hash: string) =>
  db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'refresh_tokens.hash',
      'refresh_tokens.expires_at',
      'refresh_tokens.spent_at',
      'refresh_tokens.successor_sealed',
      'sessions.id as sessionId',
      'sessions.user_id as userId',
      'sessions.revoked_at as revokedAt',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst();
