import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** A transaction: queries, and what to do once it is on the disk. */
export interface Transaction {
  readonly query: Kysely<Schema>;
  /** Runs after the commit, in order; for events and stream messages. */
  afterCommit(action: () => void): void;
}
