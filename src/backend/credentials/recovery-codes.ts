import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { RECOVERY_CODES } from '../../shared/second-step-code.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

/** Letters and digits that cannot be mistaken for one another; 32 of them, so that a byte falls on each alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LETTERS = 16;

const newCode = (): string =>
  Array.from(randomBytes(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/**
 * Stored hash of a code. Not keyed with the data key: a code of 80 random bits is not found by trying, and it must
 * still open the account when that key is lost, which is when the authenticator's codes cannot be checked any more.
 */
const hashOf = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`recovery code of ${userId}: ${code.replaceAll(/[\s-]/g, '').toUpperCase()}`)
    .digest('hex');

/** Make ten new codes in place of the earlier ones. Only the returned value has them in clear. */
export const makeRecoveryCodes = async (tx: Transaction, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await dropRecoveryCodes(tx, userId);
  await tx.query
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(userId, code), used_at: null })))
    .execute();
  return codes;
};

/** Delete all codes of a user. */
export const dropRecoveryCodes = async (tx: Transaction, userId: number): Promise<void> => {
  await tx.query.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};

const unused = (db: Kysely<Schema>, userId: number) =>
  db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();

/** Number of codes that a user can still use. */
export const recoveryCodesLeft = async (db: Kysely<Schema>, userId: number): Promise<number> =>
  (await unused(db, userId)).length;

/** The hash of a code that is right and unused; null for any other. Every code is compared, in the same time. */
export const findRecoveryCode = async (
  db: Kysely<Schema>,
  userId: number,
  typed: string,
): Promise<string | null> => {
  const given = Buffer.from(hashOf(userId, typed), 'hex');
  let found: string | null = null;
  for (const { hash } of await unused(db, userId))
    if (timingSafeEqual(Buffer.from(hash, 'hex'), given)) found = hash;
  return found;
};

/** Spends a code; false when another call has spent it in the meantime. */
export const spendRecoveryCode = async (
  tx: Transaction,
  userId: number,
  hash: string,
  at: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
