import { randomInt } from 'node:crypto';
import { Reply, type Handlers } from '../../../shared/contract/endpoint.ts';
import type { session, UserData } from '../../../shared/contract/session.ts';
import { UNAUTHORISED_MESSAGE } from '../../../shared/failure.ts';
import type { CallContext } from '../../call-context.ts';
import { storedAbility } from '../../credentials/stored-ability.ts';
import { revokeSession, revokeUnused } from '../../credentials/end-sessions.ts';
import { requireGoodPassword } from '../../credentials/good-password.ts';
import { normalName } from '../../credentials/normal-name.ts';
import { hashPassword, isPasswordRight } from '../../credentials/passwords.ts';
import { checkSecondStep, secondFactorOf, type Spend } from '../../credentials/second-step.ts';
import { countAddress, countTryAtDoor, forgetTries, forgiveAddress } from '../../credentials/tries.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { countJoined } from '../../team/team-levels.ts';
import { passwordReset, type ResetDeps } from './password-reset.ts';
import { findByName, findRefreshToken, newReferralCode, normalReferralCode } from './queries.ts';
import {
  type AccessTokens,
  hashToken,
  newRefreshToken,
  openPair,
  REFRESH_TOKEN_MS,
  RETRY_WINDOW_MS,
  sealPair,
  type TokenPair,
} from '../../credentials/tokens.ts';

/** Session ids are drawn, not counted: an access token is signed before its session is written. */
const SESSION_ID_LIMIT = 2 ** 47;

export interface SessionDeps extends ResetDeps {
  readonly accessTokens: AccessTokens;
}

const userDataOf = (user: {
  id: number;
  full_name: string;
  email: string;
  role: string;
  ability_json: string | null;
}): UserData => ({
  id: user.id,
  fullName: user.full_name,
  email: user.email,
  role: user.role,
  ability: storedAbility(user.ability_json),
});

/** Of a locked account too, as far as its lock must not be told: so the sentence speaks of both. */
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

/** Register, login, refresh with rotation and re-use detection, forgotten passwords, logout. */
export const sessionHandlers = (deps: SessionDeps): Handlers<typeof session, CallContext> => {
  const { database, clock, accessTokens } = deps;
  const resets = passwordReset(deps);

  /** A session that is ready to be written: signing happens before the transaction, never inside. */
  const prepareSession = async (userId: number) => {
    const sessionId = randomInt(1, SESSION_ID_LIMIT);
    return {
      userId,
      sessionId,
      accessToken: await accessTokens.sign({ userId, sessionId }),
      refreshToken: newRefreshToken(),
    };
  };

  const storeRefreshToken = (tx: Transaction, sessionId: number, refreshToken: string) =>
    tx.query
      .insertInto('refresh_tokens')
      .values({
        hash: hashToken(refreshToken),
        session_id: sessionId,
        created_at: clock.now(),
        expires_at: clock.now() + REFRESH_TOKEN_MS,
        spent_at: null,
        successor_sealed: null,
      })
      .execute();

  const openSession = async (
    tx: Transaction,
    prepared: Awaited<ReturnType<typeof prepareSession>>,
    { device, address }: CallContext,
  ): Promise<TokenPair> => {
    const now = clock.now();
    await tx.query
      .insertInto('sessions')
      .values({
        id: prepared.sessionId,
        user_id: prepared.userId,
        created_at: now,
        last_used_at: now,
        revoked_at: null,
        device,
        address,
        proven_at: null,
      })
      .execute();
    await storeRefreshToken(tx, prepared.sessionId, prepared.refreshToken);
    await revokeUnused(tx, prepared, now, deps.endSession);
    return { accessToken: prepared.accessToken, refreshToken: prepared.refreshToken };
  };

  /** Tells the person of a sign-in on a program or from an address that none of their sessions was opened with. */
  const notifyNewDevice = async (
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

  /** What spends the code of the second step; null for who has none. */
  const requireSecondStep = async (userId: number, code: string | undefined): Promise<Spend | null> => {
    if (!(await secondFactorOf(database.read, userId))) return null;
    if (code === undefined)
      throw new Refusal('credentials', 'Enter the 6 digits that your authenticator app shows now.', {
        fields: { totp: 'is missing' },
      });
    const spend = await checkSecondStep(deps, userId, code);
    if (!spend) throw wrongCode();
    return spend;
  };

  return {
    forgotPassword: resets.forgot,
    resetPassword: resets.reset,

    register: async (input, context) => {
      const email = normalName(input.email);
      requireGoodPassword(input.password, { email, phone: input.phone });
      const referralCode = normalReferralCode(input.referralCode ?? '');
      // Asking whether a name is taken is a try like any other.
      await countAddress(database, clock, context.source);
      const passwordHash = await hashPassword(input.password);
      const user = await database.write(async (tx) => {
        const taken = await tx.query
          .selectFrom('users')
          .select(['email'])
          .where((eb) => eb.or([eb('email', '=', email), eb('phone', '=', input.phone)]))
          .executeTakeFirst();
        if (taken)
          throw new Refusal(
            'conflict',
            taken.email === email
              ? 'An account with this e-mail is already there. Sign in instead.'
              : 'An account with this phone number is already there. Sign in instead.',
          );
        const referrer = referralCode
          ? await tx.query
              .selectFrom('users')
              .select('id')
              .where('referral_code', '=', referralCode)
              .executeTakeFirst()
          : null;
        if (referralCode && !referrer)
          throw new Refusal('refused', 'Nobody has this referral code. Check it, or leave it empty.');
        const user = await tx.query
          .insertInto('users')
          .values({
            full_name: input.fullName,
            email,
            phone: input.phone,
            password_hash: passwordHash,
            referral_code: newReferralCode(),
            referrer_id: referrer?.id ?? null,
            role: 'trader',
            ability_json: null,
            is_house: 0,
            bio: '',
            designation_level: 0,
            is_active: 0,
            is_trade_active: 0,
            is_robo_active: 0,
            created_at: clock.now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await forgiveAddress(tx, context.source);
        await countJoined(tx, user.id);
        await deps.logActivity(tx, user.id, 'registered', 'Account created.');
        return user;
      });
      const prepared = await prepareSession(user.id);
      const pair = await database.write((tx) => openSession(tx, prepared, context));
      return new Reply({ userData: userDataOf(user), ...pair }, 'Welcome to TrickDesk.');
    },

    login: async (input, context) => {
      const name = normalName(input.email);
      const user = await findByName(database.read, name);
      const { source } = context;
      const isOpen = await countTryAtDoor(database, clock, { name, userId: user?.id ?? null, source });
      const isRight = await isPasswordRight(user?.password_hash ?? null, input.password);
      if (!user || !isRight || !isOpen) throw wrongPassword();
      const spend = await requireSecondStep(user.id, input.totp);
      const prepared = await prepareSession(user.id);
      const pair = await database.write(async (tx) => {
        if (spend && !(await spend(tx))) throw wrongCode();
        // The password may have been changed while this one was looked at.
        const { password_hash } = await tx.query
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (password_hash !== user.password_hash) throw wrongPassword();
        await forgetTries(tx, user);
        await forgiveAddress(tx, source);
        await deps.logActivity(tx, user.id, 'signed-in', 'Signed in.');
        await notifyNewDevice(tx, user.id, context);
        return openSession(tx, prepared, context);
      });
      return new Reply({ userData: userDataOf(user), ...pair }, 'Signed in.');
    },

    refresh: async (input): Promise<TokenPair> => {
      const hash = hashToken(input.refreshToken);
      const holder = await findRefreshToken(database.read, hash);
      if (!holder) throw new Refusal('session', UNAUTHORISED_MESSAGE);
      const pair: TokenPair = {
        accessToken: await accessTokens.sign(holder),
        refreshToken: newRefreshToken(),
      };
      const outcome = await database.write(async (tx): Promise<TokenPair | { revoked: number | null }> => {
        const now = clock.now();
        const known = await findRefreshToken(tx.query, hash);
        if (!known || known.revokedAt !== null || known.expires_at <= now) return { revoked: null };
        if (known.spent_at !== null) {
          if (known.successor_sealed !== null && Math.abs(now - known.spent_at) <= RETRY_WINDOW_MS)
            return openPair(known.successor_sealed, input.refreshToken);
          // A spent token turned up again: somebody else may hold the family. End it for everyone.
          await revokeSession(tx.query, known.sessionId, now);
          await deps.logActivity(
            tx,
            known.userId,
            'session-ended',
            'A used sign-in token was presented again, so that session was ended.',
          );
          return { revoked: known.sessionId };
        }
        await storeRefreshToken(tx, known.sessionId, pair.refreshToken);
        // This token came in the answer to the renewal before, so that answer has arrived and needs no retry.
        await tx.query
          .updateTable('refresh_tokens')
          .set({ successor_sealed: null })
          .where('session_id', '=', known.sessionId)
          .where('successor_sealed', 'is not', null)
          .execute();
        await tx.query
          .updateTable('refresh_tokens')
          .set({ spent_at: now, successor_sealed: sealPair(pair, input.refreshToken) })
          .where('hash', '=', known.hash)
          .execute();
        await tx.query
          .updateTable('sessions')
          .set({ last_used_at: now })
          .where('id', '=', known.sessionId)
          .execute();
        return pair;
      });
      if ('accessToken' in outcome) return outcome;
      if (outcome.revoked !== null) deps.endSession(outcome.revoked);
      throw new Refusal('session', UNAUTHORISED_MESSAGE);
    },

    logout: async (input, context) => {
      const ended = await database.write(async (tx) => {
        const ids = [context.sessionId];
        if (input.refreshToken) {
          const known = await findRefreshToken(tx.query, hashToken(input.refreshToken));
          if (known && known.userId === context.userId && known.sessionId !== context.sessionId)
            ids.push(known.sessionId);
        }
        for (const id of ids) await revokeSession(tx.query, id, clock.now());
        await deps.logActivity(tx, context.userId, 'signed-out', 'Signed out.');
        return ids;
      });
      for (const id of ended) deps.endSession(id);
      return {};
    },
  };
};
