import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type OutputOf, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import { newFactor, spendStep, stepOfCode } from '../../credentials/second-factor.ts';
import { countTry, forgetTries } from '../../credentials/tries.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { ProfileNeeds } from './profile-needs.ts';

type TwoStep = (typeof profile)['totp'];
type State = OutputOf<TwoStep>;

const PASSWORD_TAB = '/profile/password';

const wrongCode = (): Refusal =>
  new Refusal('invalid', 'The code is not right, or was used already. Wait for the next one.', {
    fields: { code: 'is not right, or was used already' },
  });

/** Two-step sign-in: a secret for the authenticator app, switched on and off by a code of it. */
export const twoStep = ({ database, clock, sealer, notify, logActivity }: ProfileNeeds) => {
  const stored = (userId: number) =>
    database.read
      .selectFrom('second_factors')
      .select(['secret_sealed', 'is_on', 'last_step'])
      .where('user_id', '=', userId)
      .executeTakeFirst();

  const enrol = async (userId: number, email: string): Promise<Answer<State>> => {
    const { secret, uri } = await newFactor(email);
    const fresh = { secret_sealed: sealer.seal(secret), is_on: 0, last_step: 0 };
    await database.write(async (tx) => {
      const on = await tx.query
        .selectFrom('second_factors')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('is_on', '=', 1)
        .executeTakeFirst();
      if (on)
        throw new Refusal('conflict', 'Two-step sign-in is on already. Remove it before you set it up anew.');
      await tx.query
        .insertInto('second_factors')
        .values({ user_id: userId, ...fresh })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(fresh))
        .execute();
    });
    return { isOn: false, secret, uri };
  };

  /** Takes a code and switches on or off in the transaction that spends it. */
  const change = async (
    action: 'confirm' | 'remove',
    code: string | undefined,
    user: { readonly id: number; readonly email: string; readonly phone: string },
  ): Promise<Answer<State>> => {
    if (code === undefined)
      throw new Refusal('invalid', 'Enter the 6 digits that your authenticator app shows now.', {
        fields: { code: 'is missing' },
      });
    const userId = user.id;
    const factor = await stored(userId);
    const isOn = action === 'remove';
    if (!factor || (factor.is_on === 1) !== isOn)
      throw new Refusal(
        'conflict',
        isOn ? 'Two-step sign-in is not on.' : 'There is nothing to confirm. Start setting it up again.',
      );
    await countTry(database, clock, userId);
    const step = await stepOfCode(sealer, clock, factor, code);
    if (step === null) throw wrongCode();
    await database.write(async (tx) => {
      if (!(await spendStep(tx, userId, step))) throw wrongCode();
      await forgetTries(tx, user);
      if (isOn) await tx.query.deleteFrom('second_factors').where('user_id', '=', userId).execute();
      else
        await tx.query
          .updateTable('second_factors')
          .set({ is_on: 1 })
          .where('user_id', '=', userId)
          .execute();
      const what = `Two-step sign-in was switched ${isOn ? 'off' : 'on'}`;
      await logActivity(tx, userId, 'two-step', `${what}.`);
      await notify(tx, userId, 'system', {
        title: what,
        body: 'If it was not you, change your password now and write to support.',
        link: PASSWORD_TAB,
        isCritical: true,
      });
    });
    return new Reply(
      { isOn: !isOn, secret: null, uri: null },
      isOn
        ? 'Two-step sign-in is off.'
        : 'Two-step sign-in is on. From now on signing in asks for a code of your app.',
    );
  };

  return async (input: ParsedOf<TwoStep>, { userId }: CallContext): Promise<Answer<State>> => {
    const user = await database.read
      .selectFrom('users')
      .select(['id', 'email', 'phone'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw notFound('user');
    return input.action === 'enrol' ? enrol(userId, user.email) : change(input.action, input.code, user);
  };
};
