import type { Kysely } from 'kysely';
import { type Proof, PROOF_GOOD_MS, type ProofQuestion } from '../../shared/proof.ts';
import type { Clock } from '../clock.ts';
import type { Schema } from '../db/schema.ts';
import type { Caller } from '../call-context.ts';
import { Refusal } from '../refusal.ts';
import { requirePerson } from './require-person.ts';
import { isPasswordRight } from './passwords.ts';
import { checkSecondStep, secondFactorOf, type SecondStepDeps, type Spend } from './second-step.ts';
import { countTry, forgetTries } from './tries.ts';

const ASKED: Readonly<Record<Proof['kind'], string>> = {
  password: 'Confirm that it is you with your password.',
  code: 'Confirm that it is you with the code that your authenticator app shows now, or with a recovery code.',
};
const WRONG: Readonly<Record<Proof['kind'], string>> = {
  password: 'The password is not right.',
  code: 'The code is not right, or was used already. Wait for the next one.',
};

const question = (kind: Proof['kind'], isWrong: boolean): Refusal => {
  const details: ProofQuestion = { kind };
  return new Refusal('confirmation-required', (isWrong ? WRONG : ASKED)[kind], {
    details,
    ...(isWrong && { fields: { proof: 'is not right' } }),
  });
};

/** Which proof an account gives: its second step where it has one, for a password may be known to others. */
const kindOf = async (db: Kysely<Schema>, userId: number): Promise<Proof['kind']> =>
  (await secondFactorOf(db, userId)) ? 'code' : 'password';

/**
 * Require that the user has proven who they are within five minutes.
 * @throws Refusal `confirmation-required`, which names the kind of proof
 */
export const requireProof = async (
  db: Kysely<Schema>,
  clock: Clock,
  { userId, sessionId }: Caller,
): Promise<void> => {
  const session = await db
    .selectFrom('sessions')
    .select('proven_at')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const now = clock.now();
  const at = session?.proven_at ?? null;
  // One from the future was given before the clock was put back: nobody knows how old it is.
  if (at === null || at > now || now - at >= PROOF_GOOD_MS) throw question(await kindOf(db, userId), false);
};

/**
 * Looks at a proof, which is then good for its session. A wrong one counts as a try to sign in; one of a kind that this
 * account does not give is not looked at.
 * @throws Refusal `confirmation-required` when it is not right, 423 while the account is locked
 */
export const consumeProof = async (
  deps: SecondStepDeps,
  { userId, sessionId }: Caller,
  proof: Proof,
): Promise<void> => {
  const { database, clock } = deps;
  const kind = await kindOf(database.read, userId);
  if (proof.kind !== kind) throw question(kind, false);
  const user = await requirePerson(database.read, userId);
  await countTry(database, clock, userId);
  const verify = async (): Promise<Spend | null> => {
    if (kind === 'code') return checkSecondStep(deps, userId, proof.text);
    return (await isPasswordRight(user.password_hash, proof.text)) ? () => Promise.resolve(true) : null;
  };
  const spend = await verify();
  if (!spend) throw question(kind, true);
  await database.write(userId, async (tx) => {
    if (!(await spend(tx))) throw question(kind, true);
    await forgetTries(tx, user);
    await tx.query
      .updateTable('sessions')
      .set({ proven_at: clock.now() })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .execute();
  });
};
