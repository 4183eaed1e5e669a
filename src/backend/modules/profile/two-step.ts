import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type OutputOf, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from '../../credentials/recovery-codes.ts';
import { newFactor, spendStep, stepOfCode } from '../../credentials/second-factor.ts';
import { secondFactorOf } from '../../credentials/second-step.ts';
import { countTry, forgetTries } from '../../credentials/tries.ts';
import type { Transaction } from '../../db/database.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { ProfileDeps } from './profile-deps.ts';

type TwoStep = (typeof profile)['totp'];

type State = OutputOf<TwoStep>;

interface User {
  readonly id: number;
  readonly email: string;
  readonly phone: string;
}

const PASSWORD_TAB = '/profile/password';

const IF_NOT_YOU = 'If it was not you, change your password now and write to support.';

const NOTHING_SHOWN = { secret: null, uri: null, recoveryCodes: null } as const;

const wrongCode = (): Refusal =>
  new Refusal('invalid', 'The code is not right, or was used already. Wait for the next one.', {
    fields: { code: 'is not right, or was used already' },
  });

const isNotOn = (): Refusal => new Refusal('conflict', 'Two-step sign-in is not on.');

const notifyOwner = async (
  deps: ProfileDeps,
  tx: Transaction,
  userId: number,
  what: string,
): Promise<void> => {
  const { notify, logActivity } = deps;
  await logActivity(tx, userId, 'two-step', `${what}.`);
  await notify(tx, userId, 'system', {
    title: what,
    body: IF_NOT_YOU,
    link: PASSWORD_TAB,
    isCritical: true,
  });
};

const enrol = async (deps: ProfileDeps, { id, email }: User): Promise<Answer<State>> => {
  const { database, sealer } = deps;
  const { secret, uri } = await newFactor(email);
  const fresh = { secret_sealed: sealer.seal(secret), is_on: 0, last_step: 0 };
  await database.write(id, async (tx) => {
    const on = await tx.query
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', id)
      .where('is_on', '=', 1)
      .executeTakeFirst();
    if (on)
      throw new Refusal('conflict', 'Two-step sign-in is on already. Remove it before you set it up anew.');
    await tx.query
      .insertInto('second_factors')
      .values({ user_id: id, ...fresh })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(fresh))
      .execute();
  });
  return { ...NOTHING_SHOWN, isOn: false, secret, uri };
};

/** Check the first code and switch two-step sign-in on. This is done in the transaction that spends the code. */
const confirm = async (deps: ProfileDeps, user: User, code: string | undefined): Promise<Answer<State>> => {
  const { database, clock, sealer } = deps;
  if (code === undefined)
    throw new Refusal('invalid', 'Enter the 6 digits that your authenticator app shows now.', {
      fields: { code: 'is missing' },
    });
  const factor = await database.read
    .selectFrom('second_factors')
    .select(['secret_sealed', 'is_on', 'last_step'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (factor?.is_on !== 0)
    throw new Refusal('conflict', 'There is nothing to confirm. Start setting it up again.');
  await countTry(database, clock, user.id);
  const step = await stepOfCode(sealer, clock, factor, code);
  if (step === null) throw wrongCode();
  const recoveryCodes = await database.write(user.id, async (tx) => {
    if (!(await spendStep(tx, user.id, step))) throw wrongCode();
    await forgetTries(tx, user);
    await tx.query.updateTable('second_factors').set({ is_on: 1 }).where('user_id', '=', user.id).execute();
    await notifyOwner(deps, tx, user.id, 'Two-step sign-in was switched on');
    return makeRecoveryCodes(tx, user.id);
  });
  return new Reply(
    { ...NOTHING_SHOWN, isOn: true, recoveryCodes },
    'Two-step sign-in is on. From now on signing in asks for a code of your app.',
  );
};

const remove = async (deps: ProfileDeps, { id }: User): Promise<Answer<State>> => {
  const { database } = deps;
  await database.write(id, async (tx) => {
    const { numDeletedRows } = await tx.query
      .deleteFrom('second_factors')
      .where('user_id', '=', id)
      .where('is_on', '=', 1)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw isNotOn();
    await dropRecoveryCodes(tx, id);
    await notifyOwner(deps, tx, id, 'Two-step sign-in was switched off');
  });
  return new Reply({ ...NOTHING_SHOWN, isOn: false }, 'Two-step sign-in is off.');
};

/** Sets two-step sign-in up, confirms its first code, or removes it. */
const changeTwoStep =
  (deps: ProfileDeps) =>
  async ({ action, code }: ParsedOf<TwoStep>, { userId }: CallContext): Promise<Answer<State>> => {
    const { database } = deps;
    const user = await database.read
      .selectFrom('users')
      .select(['id', 'email', 'phone'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw notFound('user');
    if (action === 'enrol') return enrol(deps, user);
    return action === 'confirm' ? confirm(deps, user, code) : remove(deps, user);
  };

/** Makes new recovery codes; the old ones are worth nothing then. */
const renewRecoveryCodes =
  (deps: ProfileDeps) =>
  async (_input: unknown, { userId }: CallContext): Promise<Answer<{ recoveryCodes: string[] }>> => {
    const { database } = deps;
    const recoveryCodes = await database.write(userId, async (tx) => {
      // Looked at inside: it may have been switched off meanwhile.
      if (!(await secondFactorOf(tx.query, userId))) throw isNotOn();
      await notifyOwner(deps, tx, userId, 'New recovery codes were made');
      return makeRecoveryCodes(tx, userId);
    });
    return new Reply(
      { recoveryCodes },
      'Your new recovery codes are these. The old ones are worth nothing now.',
    );
  };

/** Two-step sign-in: a secret for the authenticator app, switched on by its first code, and codes for a lost phone. */
export const twoStep = (deps: ProfileDeps) => ({
  totp: changeTwoStep(deps),
  newRecoveryCodes: renewRecoveryCodes(deps),
});
