/**
 * Protection of a live position: an order that rests at the broker, this program watching the price, an exit under way,
 * or nothing.
 */
export const PROTECTION_STATES = ['resting', 'watched', 'leaving', 'none'] as const;
export type ProtectionState = (typeof PROTECTION_STATES)[number];
