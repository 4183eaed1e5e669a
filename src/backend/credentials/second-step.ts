import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { LogActivity } from '../notices/journal.ts';
import type { Notify } from '../notices/notify.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { findRecoveryCode, recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { spendStep, stepOfCode } from './second-factor.ts';

export interface SecondStepDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly notify: Notify;
  readonly logActivity: LogActivity;
}

/** Spends a right code in the transaction of what it opens; false when another call was faster. */
export type Spend = (tx: Transaction) => Promise<boolean>;

const APP_CODE = /^\d{6}$/;

/** A user's second factor: undefined without two-step sign-in. It holds what codes are checked by. */
export const secondFactorOf = (db: Kysely<Schema>, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['secret_sealed', 'last_step'])
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .executeTakeFirst();

/** Spends a recovery code, which its owner is told of: somebody else may have found the paper. */
const spendRecovery =
  ({ clock, notify, logActivity }: SecondStepDeps, userId: number, hash: string): Spend =>
  async (tx) => {
    if (!(await spendRecoveryCode(tx, userId, hash, clock.now()))) return false;
    const left = await recoveryCodesLeft(tx.query, userId);
    const rest = left === 1 ? 'One is left' : `${left} are left`;
    await logActivity(tx, userId, 'two-step', `A recovery code was used. ${rest}.`);
    await notify(tx, userId, 'system', {
      title: 'A recovery code was used',
      body: `${rest}. If it was not you, change your password now and make new codes.`,
      link: '/profile/password',
      isCritical: true,
    });
    return true;
  };

/**
 * Looks at the second step of a user: six digits of the app, or a recovery code. Null when it is wrong or used.
 * @throws Refusal when the app's secret was sealed with a key that is not here; a recovery code works all the same
 */
export const checkSecondStep = async (
  deps: SecondStepDeps,
  userId: number,
  typed: string,
): Promise<Spend | null> => {
  const factor = await secondFactorOf(deps.database.read, userId);
  if (!factor) return null;
  if (!APP_CODE.test(typed)) {
    const hash = await findRecoveryCode(deps.database.read, userId, typed);
    return hash === null ? null : spendRecovery(deps, userId, hash);
  }
  const step = await stepOfCode(deps.sealer, deps.clock, factor, typed);
  return step === null ? null : (tx) => spendStep(tx, userId, step);
};
