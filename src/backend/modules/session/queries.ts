import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
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
export const findSession = (db: Kysely<Schema>, sessionId: number, userId: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.ability_json'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst();

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
