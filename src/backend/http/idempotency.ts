import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Stored answers are kept this long. */
const KEPT_MS = 24 * 3_600_000;

/** Key order must not matter to "the same payload". */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
};

/** What identifies one try of a money call. */
export interface Attempt {
  readonly userId: number;
  readonly key: string;
  readonly call: string;
  readonly payload: unknown;
}

/** First tries that are under way in this process, by user and key. */
const underWay = new WeakMap<Database, Map<string, Promise<unknown>>>();

const underWayOn = (database: Database): Map<string, Promise<unknown>> => {
  const known = underWay.get(database) ?? new Map<string, Promise<unknown>>();
  underWay.set(database, known);
  return known;
};

/**
 * Runs a money call at most once per key. The same key with the same payload gets the first answer, with another
 * payload a conflict; one that arrives while the first is under way waits for it. A refusal is not kept, so that a
 * corrected try works. A first try that died half-way is never repeated: the answer says so, and the person looks.
 */
export const onceByKey = async (
  database: Database,
  clock: Clock,
  attempt: Attempt,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const hash = createHash('sha256')
    .update(JSON.stringify(canonical(attempt.payload)))
    .digest('hex');
  const stored = await database.write(async (tx) => {
    const now = clock.now();
    await tx.query
      .deleteFrom('idempotency')
      .where('created_at', '<', now - KEPT_MS)
      .execute();
    const known = await tx.query
      .selectFrom('idempotency')
      .selectAll()
      .where('user_id', '=', attempt.userId)
      .where('key', '=', attempt.key)
      .executeTakeFirst();
    if (known) return known;
    await tx.query
      .insertInto('idempotency')
      .values({
        user_id: attempt.userId,
        key: attempt.key,
        call: attempt.call,
        payload_hash: hash,
        answer_json: null,
        created_at: now,
      })
      .execute();
    return null;
  });
  if (stored) {
    if (stored.call !== attempt.call || stored.payload_hash !== hash)
      throw new Refusal('conflict', 'This request was already sent with other values. Start again.');
    if (stored.answer_json === null) {
      const first = underWayOn(database).get(`${attempt.userId} ${attempt.key}`);
      if (first) return first;
      throw new Refusal(
        'conflict',
        'The first try of this request has not ended. Look at what it did before trying again.',
      );
    }
    return JSON.parse(stored.answer_json);
  }
  const settle = (work: 'keep' | 'drop', answer?: unknown) =>
    database.write(async (tx) => {
      const mine = { user_id: attempt.userId, key: attempt.key };
      if (work === 'drop')
        await tx.query
          .deleteFrom('idempotency')
          .where((eb) => eb.and(mine))
          .execute();
      else
        await tx.query
          .updateTable('idempotency')
          .set({ answer_json: JSON.stringify(answer) })
          .where((eb) => eb.and(mine))
          .execute();
    });
  const firstTry = async (): Promise<unknown> => {
    try {
      const answer = await run();
      await settle('keep', answer);
      return answer;
    } catch (error) {
      // Only a clear "no" proves that nothing was done; after anything else the key stays spent.
      if (error instanceof Refusal && error.code !== 'internal') await settle('drop');
      throw error;
    }
  };
  const place = `${attempt.userId} ${attempt.key}`;
  const first = firstTry().finally(() => underWayOn(database).delete(place));
  underWayOn(database).set(place, first);
  return first;
};
