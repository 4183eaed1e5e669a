/** The concern of a write to rows that belong to nobody: shared feeds, instrument lists, counters, retention. */
export const HOUSE = 'house';

/**
 * Whom a write concerns: a user by id, several users, or the house. Every user is named whose rows it inserts, changes
 * or deletes. Rows of the house may change with those of any user.
 */
export type Concern = number | readonly number[] | typeof HOUSE;
