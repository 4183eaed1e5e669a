/**
 * Percent of what goes into a basket that stays cash: prices may move by as much between a preview and its fills, and
 * cash must not run below zero.
 */
export const ROOM_PERCENT = 1;

/** Part of an amount (paise) that is spent on shares and charges. */
export const investable = (amount: number): number =>
  Math.max(0, Math.floor((amount * (100 - ROOM_PERCENT)) / 100));
