import { randomInt } from 'node:crypto';
import { Reply, type Answer } from '../../../shared/contract/endpoint.ts';
import { DAY_MS, istMinute, MINUTE_MS } from '../../../shared/time.ts';
import { revokeSessionsOf } from '../../credentials/end-sessions.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import type { BackendParts } from '../../parts.ts';
import { Refusal } from '../../refusal.ts';
import { findByName } from './queries.ts';

const CODE_DIGITS = 8;
const GOOD_FOR_MS = 30 * MINUTE_MS;
const MOST_TRIES = 5;
const MOST_AN_HOUR = 3;
const HOUR_MS = 60 * MINUTE_MS;

export type ResetNeeds = Pick<
  BackendParts,
  'database' | 'clock' | 'sealer' | 'mail' | 'notify' | 'logActivity' | 'endSession'
>;

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

const notGood = (): Refusal =>
  new Refusal('credentials', 'This code is not right, or is no longer good. Ask for a new one.', {
    fields: { code: 'is not right, or is no longer good' },
  });

const mailText = (name: string, code: string, until: number): string =>
  [
    `Hello ${name},`,
    '',
    `the code to choose a new TrickDesk password is ${code}.`,
    `It works once, until ${istMinute(until)} (India).`,
    '',
    'If you did not ask for it, leave it: your password stays as it is.',
  ].join('\n');

/** Forgotten passwords: a code by mail, and a new password for it. Names of nobody are treated alike throughout. */
export const passwordReset = (needs: ResetNeeds) => {
  const { database, clock, sealer, mail } = needs;

  const printOf = (userId: number | null, code: string): string =>
    sealer.fingerprint('reset-code', `${userId ?? 0} ${code}`);

  /**
   * Keeps the code's fingerprint, unless three were asked for within the hour. Counted by the name as it was typed: by
   * account, the count would tell that an e-mail and a phone belong together.
   */
  const remember = (name: string, userId: number | null, code: string): Promise<number> =>
    database.write(async (tx) => {
      const now = clock.now();
      await tx.query
        .deleteFrom('password_resets')
        .where('created_at', '<', now - DAY_MS)
        .execute();
      const recent = await tx.query
        .selectFrom('password_resets')
        .select('created_at')
        .where('name', '=', name)
        .where('created_at', '>', now - HOUR_MS)
        .orderBy('created_at')
        .execute();
      const first = recent[0];
      if (first && recent.length >= MOST_AN_HOUR)
        throw new Refusal(
          'rate',
          `${MOST_AN_HOUR} codes were sent within an hour. Use the newest, or ask again at ${istMinute(first.created_at + HOUR_MS)}.`,
        );
      const expires = now + GOOD_FOR_MS;
      await tx.query
        .insertInto('password_resets')
        .values({
          name,
          user_id: userId,
          code_fingerprint: printOf(userId, code),
          tries: 0,
          created_at: now,
          expires_at: expires,
          used_at: null,
        })
        .execute();
      return expires;
    });

  /** Counts a try on the newest code of an account (or of a name of nobody); the row's id when the code is right. */
  const tryCode = (name: string, userId: number | null, code: string): Promise<number | null> =>
    database.write(async (tx) => {
      const newest = await tx.query
        .selectFrom('password_resets')
        .select(['id', 'tries', 'expires_at', 'used_at', 'code_fingerprint'])
        .where((eb) => (userId === null ? eb('name', '=', name) : eb('user_id', '=', userId)))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!newest || newest.used_at !== null || newest.expires_at <= clock.now()) return null;
      if (newest.tries >= MOST_TRIES) return null;
      await tx.query
        .updateTable('password_resets')
        .set({ tries: newest.tries + 1 })
        .where('id', '=', newest.id)
        .execute();
      return newest.code_fingerprint === printOf(userId, code) ? newest.id : null;
    });

  return {
    forgot: async (input: { email: string }): Promise<Answer<{ isInOutbox: boolean }>> => {
      const typed = normalName(input.email);
      const user = await findByName(database.read, typed);
      const code = newCode();
      const expires = await remember(typed, user?.id ?? null, code);
      // Not waited for: the answer must take as long for a name of nobody.
      if (user)
        mail.post({
          to: user.email,
          subject: 'Your code for a new TrickDesk password',
          text: mailText(user.full_name, code, expires),
        });
      return new Reply(
        { isInOutbox: mail.isOutbox },
        'If there is an account with this name, a code is on its way to its e-mail address.',
      );
    },

    reset: async (input: {
      email: string;
      code: string;
      newPassword: string;
    }): Promise<Answer<Record<string, never>>> => {
      const typed = normalName(input.email);
      const user = await findByName(database.read, typed);
      const resetId = await tryCode(typed, user?.id ?? null, input.code);
      if (!user || resetId === null) throw notGood();
      requireGoodPassword(input.newPassword, user, 'newPassword');
      const passwordHash = await hashPassword(input.newPassword);
      await database.write(async (tx) => {
        const now = clock.now();
        const { numUpdatedRows } = await tx.query
          .updateTable('password_resets')
          .set({ used_at: now })
          .where('id', '=', resetId)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw notGood();
        await tx.query
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', user.id)
          .execute();
        await tx.query.deleteFrom('login_failures').where('name', 'in', [user.email, user.phone]).execute();
        await revokeSessionsOf(tx, user.id, now, needs.endSession);
        await needs.logActivity(
          tx,
          user.id,
          'password',
          'Chose a new password with a code from the mail. Every session was ended.',
        );
        await needs.notify(tx, user.id, 'system', {
          title: 'A new password was chosen',
          body: 'It was chosen with a code from your mail, and every session was ended. If it was not you, somebody reads your mail: change its password first, then this one.',
          link: '/profile/password',
          isCritical: true,
        });
      });
      return new Reply({}, 'Your password is changed. Sign in with it.');
    },
  };
};
