import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { type Attempt, requireSame } from '../attempt.ts';

/** Stored answers are kept this long. */
const KEPT_MS = 24 * 3_600_000;

interface FirstTry {
  readonly attempt: Attempt;
  readonly answer: Promise<unknown>;
}

/** First tries under way in this process, by user and key. */
const underWay = new WeakMap<Database, Map<string, FirstTry>>();

const underWayOn = (database: Database): Map<string, FirstTry> => {
  const known = underWay.get(database) ?? new Map<string, FirstTry>();
  underWay.set(database, known);
  return known;
};

/** Delete an attempt's key if it is outdated. All other outdated keys go at night. */
const dropOld = async (tx: Transaction, { userId, key }: Attempt, before: number): Promise<void> => {
  await tx.query
    .deleteFrom('idempotency')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '<', before)
    .execute();
};

/**
 * Run a call at most once per key. Its effects reach beyond the database. The same key with the same payload gets the
 * first answer, with another payload a conflict; one that arrives while the first is under way waits for it. A refusal
 * is not kept, so that a corrected try works. A first try that died half-way, or whose answer could not be kept
 * (`onUnkept` is called with the reason), is never repeated: the answer says so, and the user has to look.
 */
export const onceByKey = async (
  database: Database,
  clock: Clock,
  attempt: Attempt,
  run: () => Promise<unknown>,
  onUnkept: (error: unknown) => void,
): Promise<unknown> => {
  const place = `${attempt.userId} ${attempt.key}`;
  const underWayHere = underWayOn(database);
  const stored = await database.write(attempt.userId, async (tx) => {
    const now = clock.now();
    await dropOld(tx, attempt, now - KEPT_MS);
    const known = await tx.query
      .selectFrom('idempotency')
      .selectAll()
      .where('user_id', '=', attempt.userId)
      .where('key', '=', attempt.key)
      .executeTakeFirst();
    if (known) return known;
    // A computer may sleep for days with a command under way: its key is in use, however old it is.
    const first = underWayHere.get(place);
    if (first) return { ...first.attempt, payload_hash: first.attempt.payloadHash, answer_json: null, first };
    await tx.query
      .insertInto('idempotency')
      .values({
        user_id: attempt.userId,
        key: attempt.key,
        call: attempt.call,
        payload_hash: attempt.payloadHash,
        answer_json: null,
        created_at: now,
      })
      .execute();
    return null;
  });
  if (stored) {
    requireSame(attempt, stored);
    if (stored.answer_json === null) {
      const first = 'first' in stored ? stored.first : underWayHere.get(place);
      if (first) return first.answer;
      throw new Refusal(
        'conflict',
        'The first try of this request has not ended. Look at what it did before trying again.',
      );
    }
    return JSON.parse(stored.answer_json);
  }
  const settle = (work: 'keep' | 'drop', answer?: unknown) =>
    database.write(attempt.userId, async (tx) => {
      const mine = { user_id: attempt.userId, key: attempt.key };
      if (work === 'drop')
        await tx.query
          .deleteFrom('idempotency')
          .where((eb) => eb.and(mine))
          .execute();
      else
        await tx.query
          .insertInto('idempotency')
          .values({
            ...mine,
            call: attempt.call,
            payload_hash: attempt.payloadHash,
            answer_json: JSON.stringify(answer),
            created_at: clock.now(),
          })
          // Its row may have been dropped as old meanwhile.
          .onConflict((oc) =>
            oc.columns(['user_id', 'key']).doUpdateSet({ answer_json: JSON.stringify(answer) }),
          )
          .execute();
    });
  const firstTry = async (): Promise<unknown> => {
    try {
      const answer = await run();
      // What was done is done: that its answer cannot be kept must not be told as if nothing had been.
      await settle('keep', answer).catch(onUnkept);
      return answer;
    } catch (error) {
      // Only a clear "no" proves that nothing was done; after anything else the key stays spent.
      if (error instanceof Refusal && error.code !== 'internal') await settle('drop');
      throw error;
    }
  };
  const answer = firstTry().finally(() => underWayHere.delete(place));
  underWayHere.set(place, { attempt, answer });
  return answer;
};
