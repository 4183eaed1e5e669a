import type { profile } from '../../../shared/contract/profile.ts';
import { type Answer, type ParsedOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import { revokeSessionsOf } from '../../credentials/end-sessions.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { requirePerson } from '../../credentials/require-person.ts';
import { hashPassword, isPasswordRight } from '../../credentials/passwords.ts';
import { countTry, forgetTries } from '../../credentials/tries.ts';
import { Refusal } from '../../refusal.ts';
import type { ProfileDeps } from './profile-deps.ts';

const wrong = (): Refusal =>
  new Refusal('invalid', 'The old password is not right.', { fields: { oldPassword: 'is not right' } });

/** Changes the password and ends every other session at once. Wrong old ones count as tries to sign in. */
export const changePassword =
  ({ database, clock, notify, logActivity, endSession }: ProfileDeps) =>
  async (
    { oldPassword, newPassword }: ParsedOf<(typeof profile)['changePassword']>,
    { userId, sessionId }: CallContext,
  ): Promise<Answer<Record<string, never>>> => {
    const user = await requirePerson(database.read, userId);
    // Before the old one is looked at, which counts as a guess of it.
    requireGoodPassword(newPassword, user, 'newPassword');
    if (newPassword === oldPassword)
      throw new Refusal('invalid', 'The new password is the old one.', {
        fields: { newPassword: 'must be another than the old one' },
      });
    await countTry(database, clock, userId);
    if (!(await isPasswordRight(user.password_hash, oldPassword))) throw wrong();
    const passwordHash = await hashPassword(newPassword);
    const ended = await database.write(userId, async (tx) => {
      const { numUpdatedRows } = await tx.query
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', userId)
        // Somebody may have changed it while this one was looked at.
        .where('password_hash', '=', user.password_hash)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw wrong();
      await forgetTries(tx, user);
      await tx.query
        .updateTable('password_resets')
        .set({ used_at: clock.now() })
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute();
      const count = await revokeSessionsOf(tx, userId, clock.now(), endSession, sessionId);
      await logActivity(tx, userId, 'password', 'Changed the password. Every other session was ended.');
      await notify(tx, userId, 'system', {
        title: 'Your password was changed',
        body: 'Every other session was ended. If it was not you, choose a new one with "Forgot password" now.',
        link: '/profile/password',
        isCritical: true,
      });
      return count;
    });
    const others = ended === 1 ? 'one other session was' : `${ended} other sessions were`;
    return new Reply({}, `Your password is changed${ended > 0 ? `, and ${others} ended` : ''}.`);
  };
