import { sql } from 'kysely';
import { MINUTE_MS } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import { type Database, type Transaction, HOUSE } from '../db/database.ts';
import { isPostgres } from '../db/dialect-differences.ts';
import { Refusal } from '../refusal.ts';
import { OF_ACCOUNT, OF_ADDRESS, type TryLimit } from './limits.ts';

/*
 * Tries are rows of the house, which writes of different users change at once. So that none stands in another's way for
 * ever, each changes them in this order: address, names, account, sessions.
 */

const ofAccount = (userId: number): string => `account ${userId}`;
/** Of somebody's own sessions. */
const ofSessions = (userId: number): string => `signed in ${userId}`;
const ofName = (name: string): string => `name ${name}`;
const ofAddress = (source: string): string => `address ${source}`;
/** Subject of a name without an account. It is written so that such a name costs what an account costs. */
const ofNobody = (name: string): string => `nobody ${name}`;

/** "Try again in 5 minutes.", begun ones counted whole. */
const againIn = (restMs: number): string => {
  const minutes = Math.ceil(restMs / MINUTE_MS);
  return `Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
};

const locked = (restMs: number): Refusal => new Refusal('locked', `Too many wrong tries. ${againIn(restMs)}`);

/**
 * Count one try of a subject before its secret is looked at. Thus many sent at once are no more than the limit, however
 * many processes count: it is one statement. Returns 0, or how long the subject still rests (ms): then nothing is
 * counted.
 */
export const addTry = async (
  tx: Transaction,
  now: number,
  subject: string,
  { most, restMs }: TryLimit,
): Promise<number> => {
  const endsAt = now + restMs;
  // What lasts longer than any lock, small corrections of the clock aside, was written by a clock that was ahead.
  const latest = now + 2 * restMs;
  const count = sql`(case when tries.ends_at <= ${latest} and tries.last_at > ${now - restMs}
    then tries.count else 0 end + 1)`;
  const {
    rows: [counted],
  } = await sql<{ count: number }>`
    insert into tries (subject, count, last_at, locked_until, ends_at)
    values (${subject}, 1, ${now}, ${most > 1 ? 0 : endsAt}, ${endsAt})
    on conflict (subject) do update set count = ${count}, last_at = excluded.last_at,
      locked_until = case when ${count} >= ${most} then excluded.ends_at else 0 end, ends_at = excluded.ends_at
    where tries.locked_until <= ${now} or tries.ends_at > ${latest}
    returning count`.execute(tx.query);
  if (counted) return 0;
  const resting = await tx.query
    .selectFrom('tries')
    .select('locked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  // Forgotten meanwhile by a right secret: this one was not counted, so it is not looked at either.
  return Math.max(1, (resting?.locked_until ?? 0) - now);
};

/**
 * Count one try of the user's own subject.
 * @throws Refusal 423 while it rests
 */
export const requireTry = async (tx: Transaction, now: number, subject: string): Promise<void> => {
  const restMs = await addTry(tx, now, subject, OF_ACCOUNT);
  if (restMs > 0) throw locked(restMs);
};

/** Delete the count of a subject: its secret was right. */
export const forgetSubject = async (tx: Transaction, subject: string): Promise<void> => {
  await tx.query.deleteFrom('tries').where('subject', '=', subject).execute();
};

/** Delete counts that are over: they no longer limit anything. One that is being changed stays until the next time. */
const dropOver = async ({ query }: Transaction, now: number): Promise<void> => {
  const over = query
    .selectFrom('tries')
    .select('subject')
    .where('ends_at', '<=', now)
    .$if(isPostgres(query), (rows) => rows.forUpdate().skipLocked());
  await query.deleteFrom('tries').where('subject', 'in', over).execute();
};

/**
 * Count a try of a signed-in user. It counts at the door too, but a lock that strangers brought about there locks out
 * no user who is already in.
 * @throws Refusal 423 after too many of their own
 */
export const countTry = (database: Database, clock: Clock, userId: number): Promise<void> =>
  database.write(userId, async (tx) => {
    await addTry(tx, clock.now(), ofAccount(userId), OF_ACCOUNT);
    await requireTry(tx, clock.now(), ofSessions(userId));
  });

/** Who stands at the door. */
export interface Stranger {
  /** As it was typed, in normal form. */
  readonly name: string;
  /** Whose name it is; null for nobody's. */
  readonly userId: number | null;
  /** Their address, where it tells one house from another. */
  readonly source: string | null;
}

/** Refusal of an address from which too many wrong tries came. */
const tooManyFromThere = (restMs: number): Refusal =>
  new Refusal('rate', `Too many wrong tries came from your address. ${againIn(restMs)}`);

/**
 * Counts a try from an address; an address that many share is not counted.
 * @throws Refusal 429 once too many wrong ones came from there.
 */
export const countAddress = async (
  database: Database,
  clock: Clock,
  source: string | null,
): Promise<void> => {
  if (source === null) return;
  const restMs = await database.write(HOUSE, (tx) => addTry(tx, clock.now(), ofAddress(source), OF_ADDRESS));
  if (restMs > 0) throw tooManyFromThere(restMs);
};

/**
 * Count a try at the door: address, typed name and account. False when the account is locked by tries under its other
 * name: saying so would reveal that the two names belong together, so the try is to be answered as any wrong password.
 * @throws Refusal 423 while the name is locked, 429 while the address is.
 */
export const countTryAtDoor = async (
  database: Database,
  clock: Clock,
  { name, userId, source }: Stranger,
): Promise<boolean> => {
  const account = userId === null ? ofNobody(name) : ofAccount(userId);
  // Thrown outside: what was counted stays.
  const outcome = await database.write(HOUSE, async (tx) => {
    const now = clock.now();
    await dropOver(tx, now);
    const address = source === null ? 0 : await addTry(tx, now, ofAddress(source), OF_ADDRESS);
    if (address > 0) return tooManyFromThere(address);
    const rest = await addTry(tx, now, ofName(name), OF_ACCOUNT);
    if (rest > 0) return locked(rest);
    return (await addTry(tx, now, account, OF_ACCOUNT)) === 0;
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
};

/** Discount the one try that was right from its address: what others typed wrongly there stays. */
export const forgiveAddress = async (tx: Transaction, source: string | null): Promise<void> => {
  if (source === null) return;
  await sql`update tries set count = case when count > 0 then count - 1 else 0 end, locked_until = 0
    where subject = ${ofAddress(source)}`.execute(tx.query);
};

/**
 * Delete the counts of an account whose right secret was given. From its address that one try is discounted. This is
 * done in the transaction of what that secret has opened.
 */
export const forgetTries = async (
  tx: Transaction,
  user: { readonly id: number; readonly email: string; readonly phone: string },
  source: string | null = null,
): Promise<void> => {
  await forgiveAddress(tx, source);
  const subjects = [ofName(user.email), ofName(user.phone), ofAccount(user.id), ofSessions(user.id)];
  for (const subject of subjects) await forgetSubject(tx, subject);
};
