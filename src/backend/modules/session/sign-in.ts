import { Reply } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { isPasswordRight } from '../../credentials/passwords.ts';
import { checkSecondStep, secondFactorOf, type Spend } from '../../credentials/second-step.ts';
import { countTryAtDoor, forgetTries } from '../../credentials/tries.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { findByName } from './queries.ts';
import { prepareSession, openSession } from './open-session.ts';
import { userDataOf } from './user-data.ts';
import type { SessionCalls, SessionDeps } from './session-deps.ts';

/**
 * Refusal of a wrong password. It is that of a locked account too where its lock must not be revealed: so the sentence
 * speaks of both.
 */
const wrongPassword = (): Refusal =>
  new Refusal(
    'credentials',
    'The name or the password is not right. After five wrong tries even the right one is not taken for 15 minutes.',
  );

/** A client that sees `fields.totp` asks for a code; the password beside it was right. */
const wrongCode = (): Refusal =>
  new Refusal('credentials', 'The code is not right, or was used already. Wait for the next one.', {
    fields: { totp: 'is not right, or was used already' },
  });

/**
 * Notify the user of a sign-in from a new device or address. New is a program or an address that none of their sessions
 * was opened with.
 */
const notifyNewDevice = async (
  deps: SessionDeps,
  tx: Transaction,
  userId: number,
  { device, address }: CallContext,
): Promise<void> => {
  const known = await tx.query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  await deps.notify(tx, userId, 'system', {
    title: 'Signed in on a new device',
    body: `Somebody signed in with your name and password: ${device || 'an unknown program'}, from ${address}. If it was not you, end that session and change your password.`,
    link: '/profile/privacy',
    isCritical: true,
  });
};

/** Check the second step, and return the function that spends its code; null for a user without one. */
const requireSecondStep = async (
  deps: SessionDeps,
  userId: number,
  code: string | undefined,
): Promise<Spend | null> => {
  const { database } = deps;
  if (!(await secondFactorOf(database.read, userId))) return null;
  if (code === undefined)
    throw new Refusal('credentials', 'Enter the 6 digits that your authenticator app shows now.', {
      fields: { totp: 'is missing' },
    });
  const spend = await checkSecondStep(deps, userId, code);
  if (!spend) throw wrongCode();
  return spend;
};

/** Opens a session for the right name, password and code. */
export const signIn =
  (deps: SessionDeps): SessionCalls['login'] =>
  async (input, context) => {
    const { database, clock } = deps;
    const name = normalName(input.email);
    const user = await findByName(database.read, name);
    const { source } = context;
    const isOpen = await countTryAtDoor(database, clock, { name, userId: user?.id ?? null, source });
    const isRight = await isPasswordRight(user?.password_hash ?? null, input.password);
    if (!user || !isRight || !isOpen) throw wrongPassword();
    const spend = await requireSecondStep(deps, user.id, input.totp);
    const prepared = await prepareSession(deps, user.id);
    const pair = await database.write(user.id, async (tx) => {
      if (spend && !(await spend(tx))) throw wrongCode();
      // The password may have been changed while this one was looked at.
      const { password_hash } = await tx.query
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
      if (password_hash !== user.password_hash) throw wrongPassword();
      await forgetTries(tx, user, source);
      await deps.logActivity(tx, user.id, 'signed-in', 'Signed in.');
      await notifyNewDevice(deps, tx, user.id, context);
      return openSession(deps, tx, prepared, context);
    });
    return new Reply({ userData: userDataOf(user), ...pair }, 'Signed in.');
  };
