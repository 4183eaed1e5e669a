/**
 * Whether the key at hand is the one that sealed the data. It `fits`, there is none (`missing`: a keychain that is
 * locked or gone), or there is `another` one.
 */
export const KEY_STATES = ['fits', 'missing', 'another'] as const;
export type KeyState = (typeof KEY_STATES)[number];
