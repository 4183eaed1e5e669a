import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { Sealer } from '../secrets/sealer.ts';

const ISSUER = 'TrickDesk';
/** A code of the step before or after is good too: clocks differ. */
const TOLERANCE_SECONDS = 30;

// Loaded on first use: a start should not wait for it.
const otplib = () => import('otplib');

/** A new secret in base32, and its address. An authenticator app reads the address from a QR code. */
export const newFactor = async (name: string): Promise<{ secret: string; uri: string }> => {
  const { generateSecret, generateURI } = await otplib();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: ISSUER, label: name, secret }) };
};

/** A user's second factor as it is stored. */
export interface StoredFactor {
  readonly secret_sealed: string;
  readonly last_step: number;
}

/**
 * The 30-second step of a right, unused code; null otherwise. That is, null when the code is wrong or spent.
 * @throws Refusal when the secret was sealed with a key that is not here.
 */
export const stepOfCode = async (
  sealer: Sealer,
  clock: Clock,
  factor: StoredFactor,
  code: string,
): Promise<number | null> => {
  const secret = sealer.unseal(factor.secret_sealed);
  if (secret === null)
    throw new Refusal(
      'refused',
      'The codes of this account cannot be checked here: its data was brought from another computer without its key.',
    );
  const { verifySync } = await otplib();
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(clock.now() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  // Compared here and not by the library, which throws when the computer's clock was put back.
  const isFresh = result.valid && 'timeStep' in result && result.timeStep > factor.last_step;
  return isFresh ? result.timeStep : null;
};

/** Spends a code's step; false when another call has spent it (or a later one) in the meantime. */
export const spendStep = async (tx: Transaction, userId: number, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx.query
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
