import type { ExpressionBuilder } from 'kysely';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Reply, type Answer } from '../../../shared/contract/endpoint.ts';
import { DAY_MS, istMinute, MINUTE_MS } from '../../../shared/time.ts';
import { revokeSessionsOf } from '../../credentials/end-sessions.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { RESETS_OF_ADDRESS } from '../../credentials/limits.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { hashPassword } from '../../credentials/passwords.ts';
import { addTry, countAddress, forgetTries } from '../../credentials/tries.ts';
import type { CallContext } from '../../call-context.ts';
import { type Transaction, HOUSE } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { Refusal } from '../../refusal.ts';
import { findByName } from './queries.ts';

const CODE_DIGITS = 8;

const GOOD_FOR_MS = 30 * MINUTE_MS;

const MOST_TRIES = 5;

/** Codes of an account that are good at one time; what is asked for beyond them is in its mail already. */
const MOST_GOOD = 3;

/**
 * Most mails an hour to one account. This holds also when wrong tries have spent their codes: more than one address may
 * ask for codes.
 */
const MOST_AN_HOUR = 30;

const HOUR_MS = 60 * MINUTE_MS;

export type ResetDeps = Pick<
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

const printOf = (deps: ResetDeps, userId: number | null, code: string): string =>
  deps.sealer.fingerprint('reset-code', `${userId ?? 0} ${code}`);

/** Those of an account, or of a name that is nobody's. */
const isOf = (name: string, userId: number | null) => (eb: ExpressionBuilder<Schema, 'password_resets'>) =>
  userId === null ? eb.and([eb('name', '=', name), eb('user_id', 'is', null)]) : eb('user_id', '=', userId);

/** Codes of an account, newest first; also of a name without account. */
const codesOf = (tx: Transaction, name: string, userId: number | null) =>
  tx.query
    .selectFrom('password_resets')
    .select(['id', 'tries', 'created_at', 'expires_at', 'used_at', 'code_fingerprint'])
    .where(isOf(name, userId))
    .orderBy('id', 'desc')
    .execute();

const isGood = (
  { used_at, expires_at, tries }: Awaited<ReturnType<typeof codesOf>>[number],
  now: number,
): boolean => used_at === null && expires_at > now && tries < MOST_TRIES;

/**
 * Counts an address that asks. By account it would let strangers use up what its owner has.
 * @throws Refusal `rate` once too many codes were asked for from there
 */
const countAsking = async (deps: ResetDeps, source: string | null): Promise<void> => {
  const { database, clock } = deps;
  if (source === null) return;
  const now = clock.now();
  const restMs = await database.write(HOUSE, (tx) =>
    addTry(tx, now, `resets from ${source}`, RESETS_OF_ADDRESS),
  );
  if (restMs > 0)
    throw new Refusal(
      'rate',
      `${RESETS_OF_ADDRESS.most} codes were asked for from your address. Use one that was sent, or ask again in an hour.`,
    );
};

/** Store the code's fingerprint and return its expiry; null when the account has enough valid codes. */
const remember = (
  deps: ResetDeps,
  name: string,
  userId: number | null,
  code: string,
): Promise<number | null> =>
  deps.database.write(userId ?? HOUSE, async (tx) => {
    const now = deps.clock.now();
    await tx.query
      .deleteFrom('password_resets')
      .where(isOf(name, userId))
      .where('created_at', '<', now - DAY_MS)
      .execute();
    const recent = (await codesOf(tx, name, userId)).filter((one) => one.created_at > now - HOUR_MS);
    if (recent.length >= MOST_AN_HOUR || recent.filter((one) => isGood(one, now)).length >= MOST_GOOD)
      return null;
    const expires = now + GOOD_FOR_MS;
    await tx.query
      .insertInto('password_resets')
      .values({
        name,
        user_id: userId,
        code_fingerprint: printOf(deps, userId, code),
        tries: 0,
        created_at: now,
        expires_at: expires,
        used_at: null,
      })
      .execute();
    return expires;
  });

/** The id of the code that is right; null for a wrong one, which counts as a try of every good code of the account. */
const tryCode = (
  deps: ResetDeps,
  name: string,
  userId: number | null,
  code: string,
): Promise<number | null> =>
  deps.database.write(userId ?? HOUSE, async (tx) => {
    const good = (await codesOf(tx, name, userId)).filter((one) => isGood(one, deps.clock.now()));
    const given = Buffer.from(printOf(deps, userId, code), 'hex');
    const right = good.filter((one) => timingSafeEqual(Buffer.from(one.code_fingerprint, 'hex'), given));
    // The right code is not used up by a new password that is not good enough.
    if (right[0]) return right[0].id;
    for (const { id, tries } of good)
      await tx.query
        .updateTable('password_resets')
        .set({ tries: tries + 1 })
        .where('id', '=', id)
        .execute();
    return null;
  });

/** Sends a code to the mail address of an account; the answer is the same for a name of nobody. */
const askForCode =
  (deps: ResetDeps) =>
  async (input: { email: string }, { source }: CallContext): Promise<Answer<{ isInOutbox: boolean }>> => {
    const { database, mail } = deps;
    await countAsking(deps, source);
    const typed = normalName(input.email);
    const user = await findByName(database.read, typed);
    const code = newCode();
    const expires = await remember(deps, typed, user?.id ?? null, code);
    // Not waited for: the answer must take as long for a name of nobody.
    if (user && expires !== null)
      mail.post({
        to: user.email,
        subject: 'Your code for a new TrickDesk password',
        text: mailText(user.full_name, code, expires),
      });
    return new Reply(
      { isInOutbox: mail.isOutbox },
      'If there is an account with this name, a code is on its way to its e-mail address. One that was sent before stays good for its half hour.',
    );
  };

/** Choose a new password with a mailed code; end every session. */
const choosePassword =
  (deps: ResetDeps) =>
  async (
    input: { email: string; code: string; newPassword: string },
    { source }: CallContext,
  ): Promise<Answer<Record<string, never>>> => {
    const { database, clock } = deps;
    await countAddress(database, clock, source);
    const typed = normalName(input.email);
    const user = await findByName(database.read, typed);
    const resetId = await tryCode(deps, typed, user?.id ?? null, input.code);
    if (!user || resetId === null) throw notGood();
    requireGoodPassword(input.newPassword, user, 'newPassword');
    const passwordHash = await hashPassword(input.newPassword);
    await database.write(user.id, async (tx) => {
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
      // Other codes that were sent must not undo this choice.
      await tx.query
        .updateTable('password_resets')
        .set({ used_at: now })
        .where('user_id', '=', user.id)
        .where('used_at', 'is', null)
        .execute();
      await forgetTries(tx, user, source);
      await revokeSessionsOf(tx, user.id, now, deps.endSession);
      await deps.logActivity(
        tx,
        user.id,
        'password',
        'Chose a new password with a code from the mail. Every session was ended.',
      );
      await deps.notify(tx, user.id, 'system', {
        title: 'A new password was chosen',
        body: 'It was chosen with a code from your mail, and every session was ended. If it was not you, somebody reads your mail: change its password first, then this one.',
        link: '/profile/password',
        isCritical: true,
      });
    });
    return new Reply({}, 'Your password is changed. Sign in with it.');
  };

/** Forgotten passwords: a code by mail, and a new password for it. Names of nobody are treated alike throughout. */
export const passwordReset = (deps: ResetDeps) => ({
  forgot: askForCode(deps),
  reset: choosePassword(deps),
});
