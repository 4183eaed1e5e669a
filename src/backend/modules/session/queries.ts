import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Letters and digits that cannot be mistaken for one another. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const newReferralCode = (): string =>
  Array.from(randomBytes(8), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');

/** A user by e-mail or phone, both in normal form. */
export const findByName = (db: Kysely<Schema>, name: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email', '=', name), eb('phone', '=', name)]))
    .where('is_house', '=', 0)
    .executeTakeFirst();

/** A session that still holds; undefined when it was revoked. */
export const findSession = (db: Kysely<Schema>, sessionId: number, userId: number) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
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

export const revokeSession = async (db: Kysely<Schema>, sessionId: number, at: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('spent_at', 'is', null)
    .execute();
};
