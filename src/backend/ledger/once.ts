import { sql } from 'kysely';
import { type Answer, Reply } from '../../shared/contract/endpoint.ts';
import type { CallContext } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { type Attempt, requireSame } from '../attempt.ts';
import { Refusal } from '../refusal.ts';

interface KeptAttempt {
  readonly call: string;
  readonly payload_hash: string;
  readonly answer_json: string | null;
}

/** An answer, kept for a repeated call with the same key. */
interface KeptAnswer {
  readonly data: unknown;
  readonly message: string | null;
}

const toKeep = (answer: unknown): KeptAnswer =>
  answer instanceof Reply ? { data: answer.data, message: answer.message } : { data: answer, message: null };

/** The answer to the first try; null when this is it. */
const firstAnswer = async (tx: Transaction, attempt: Attempt): Promise<KeptAnswer | null> => {
  const {
    rows: [stored],
  } = await sql<KeptAttempt>`
    select call, payload_hash, answer_json from idempotency
    where user_id = ${attempt.userId} and key = ${attempt.key}`.execute(tx.query);
  if (!stored) return null;
  requireSame(attempt, stored);
  if (stored.answer_json === null) throw new Refusal('conflict', 'This key is in use. Start again.');
  return JSON.parse(stored.answer_json) as KeptAnswer;
};

/**
 * Does a command that moves money exactly once for each key: what it writes, the key and the answer are one
 * transaction, so that after a crash either all of it is there or nothing. The same key with the same payload gets the
 * first answer; a refusal leaves nothing, so that a corrected try works. `work` may run again and must await nothing
 * but its transaction. It may change rows of the caller and of `others`.
 */
export const onceInLedger = <T>(
  deps: { readonly database: Database; readonly clock: Clock },
  { attempt }: CallContext,
  others: readonly number[],
  work: (tx: Transaction, attempt: Attempt) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  if (!attempt) throw new Error('A ledger call came without its key.');
  return deps.database.write([attempt.userId, ...others], async (tx) => {
    const known = await firstAnswer(tx, attempt);
    if (known) return known.message === null ? (known.data as T) : new Reply(known.data as T, known.message);
    const answer = await work(tx, attempt);
    await sql`
      insert into idempotency (user_id, key, call, payload_hash, answer_json, created_at)
      values (${attempt.userId}, ${attempt.key}, ${attempt.call}, ${attempt.payloadHash},
        ${JSON.stringify(toKeep(answer))}, ${deps.clock.now()})`.execute(tx.query);
    return answer;
  });
};
