import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';

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

/** Identity of one try of a call. Such a call moves money, spends credit or sends orders. */
export interface Attempt {
  readonly userId: number;
  /** The client's idempotency key. */
  readonly key: string;
  readonly call: string;
  /** SHA-256 of the payload, whatever the order of its keys. */
  readonly payloadHash: string;
}

export const attemptOf = (userId: number, key: string, call: string, payload: unknown): Attempt => ({
  userId,
  key,
  call,
  payloadHash: createHash('sha256')
    .update(JSON.stringify(canonical(payload)))
    .digest('hex'),
});

/** Refuses a key that was used for something else before. */
export const requireSame = (attempt: Attempt, stored: { call: string; payload_hash: string }): void => {
  if (stored.call !== attempt.call || stored.payload_hash !== attempt.payloadHash)
    throw new Refusal('conflict', 'This request was already sent with other values. Start again.');
};
