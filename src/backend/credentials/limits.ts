import { MINUTE_MS } from '../../shared/time.ts';

/** Tries of one kind until they rest, and for how long. */
export interface TryLimit {
  readonly most: number;
  /** Tries with less than this between them add up; they rest this long after the last one that is accepted. */
  readonly restMs: number;
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/**
 * Limit of wrong secrets of one account. Passwords, two-step codes, recovery codes and proofs count together, whatever
 * name was typed.
 */
export const OF_ACCOUNT: TryLimit = { most: 5, restMs: QUARTER_HOUR_MS };

/** Wrong tries from one address over all names: many people may sit behind it, and some of them mistype. */
export const OF_ADDRESS: TryLimit = { most: 50, restMs: QUARTER_HOUR_MS };

/** Reset codes that are asked for from one address, over all names. */
export const RESETS_OF_ADDRESS: TryLimit = { most: 6, restMs: 60 * MINUTE_MS };

/**
 * Sign-ins a minute from one address, and as many refreshes and registrations: a session is refreshed each quarter of an
 * hour, so that this serves a house of 4,500. Where the address is nobody's own it does not count.
 */
export const SIGN_INS_PER_MINUTE = 300;
