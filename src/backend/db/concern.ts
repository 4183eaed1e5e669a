import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Concern of rows that belong to no user: the shared market, lists of instruments, counters, codes of names of nobody. */
export const HOUSE = 'house';

/**
 * Whom a write concerns: a user, several users, or the house alone. Every user is named whose rows are inserted,
 * changed or deleted; rows of the house may change with those of any user. A user who is made by the write itself
 * needs no name. Of several the first is the one who makes the change: the others wait for it, and for no other of that
 * user.
 */
export type Concern = number | readonly number[] | typeof HOUSE;

/** Everybody's ids: of a write to the rows of all users. */
export const everybody = async (db: Kysely<Schema>): Promise<number[]> =>
  (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
