import type { Kysely } from 'kysely';

/** Step that brings a database to the next version. */
export interface Migration {
  /**
   * Whether servers of the version before may work on: it only adds tables, indexes, and columns that have a default or
   * may be null.
   */
  readonly isAdditive?: true;
  up(db: Kysely<unknown>): Promise<void>;
}
