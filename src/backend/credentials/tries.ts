import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Failures of the same name from the same address before that pair is locked. */
const FAILURES_BEFORE_LOCK = 5;
const LOCK_MS = 15 * 60_000;

/** Whose secret is tried, and from where. */
export interface Trier {
  /** E-mail or phone in normal form; a name of nobody is counted alike. */
  readonly name: string;
  readonly address: string;
}

/**
 * Counts a try before the secret is looked at, so that many sent at once are no more than five; the one that is right
 * takes the count away (`forgetTries`).
 * @throws Refusal 423 while the pair of name and address is locked.
 */
export const countTry = (database: Database, clock: Clock, { name, address }: Trier): Promise<void> =>
  database.write(async (tx) => {
    const now = clock.now();
    const row = await tx.query
      .selectFrom('login_failures')
      .select(['failures', 'last_at', 'locked_until'])
      .where('name', '=', name)
      .where('address', '=', address)
      .executeTakeFirst();
    if (row && row.locked_until > now)
      throw new Refusal('locked', 'Too many wrong tries. Try again in 15 minutes.');
    const failures = (row && now - row.last_at < LOCK_MS ? row.failures : 0) + 1;
    const values = {
      failures,
      last_at: now,
      locked_until: failures >= FAILURES_BEFORE_LOCK ? now + LOCK_MS : 0,
    };
    await tx.query
      .insertInto('login_failures')
      .values({ name, address, ...values })
      .onConflict((oc) => oc.columns(['name', 'address']).doUpdateSet(values))
      .execute();
  });

/** Takes the count of a pair away, in the transaction of what the right secret has opened. */
export const forgetTries = async (tx: Transaction, { name, address }: Trier): Promise<void> => {
  await tx.query
    .deleteFrom('login_failures')
    .where('name', '=', name)
    .where('address', '=', address)
    .execute();
};
