import {
  favourablePrice,
  stopHitOnBar,
  targetHitOnBar,
  type PartialLevel,
  type Protection,
  type ProtectionReason,
} from '../protection.ts';
import { wholeLots } from '../sizing.ts';

/** A protective order that prices have reached. */
export interface ProtectiveExit {
  readonly why: ProtectionReason | 'partial-exit';
  /** Which partial exit of the document it is, from 0; null for what ends the position. */
  readonly part: number | null;
  readonly quantity: number;
  /** Level or gap price in paise, before slippage. */
  readonly price: number;
}

/** Position as it was entered and as it stands. */
interface Held {
  readonly quantity: number;
  readonly entryQuantity: number;
}

const NONE: readonly ProtectiveExit[] = [];

/** Shares that a partial exit still takes off, in whole lots; 0 when as much is off already. */
const partQuantity = (
  { percentOff }: PartialLevel,
  { quantity, entryQuantity }: Held,
  lotSize: number,
): number => {
  const off = wholeLots((entryQuantity * percentOff) / 100, lotSize);
  return Math.max(0, Math.min(quantity, off - (entryQuantity - quantity)));
};

/** The nearest partial exit that still takes something off; null when none does. */
export const nextPart = (protection: Protection, held: Held, lotSize: number): PartialLevel | null => {
  for (const level of protection.partialExits) if (partQuantity(level, held, lotSize) > 0) return level;
  return null;
};

/**
 * Exits of a position over a stretch of prices: the stop for all of it; else the partial exits that are reached,
 * nearest first and in whole lots, and then the target for the rest. A partial exit that was done before asks for
 * nothing more, because what it takes off is off already. Nothing is allocated while no level is reached.
 */
export const protectiveExits = (
  protection: Protection,
  { quantity, entryQuantity }: Held,
  lotSize: number,
  prices: { readonly open: number; readonly high: number; readonly low: number },
): readonly ProtectiveExit[] => {
  const stop = stopHitOnBar(protection, prices);
  if (stop) return [{ why: stop.why, part: null, quantity, price: stop.price }];
  let exits: ProtectiveExit[] | null = null;
  let left = quantity;
  for (const level of protection.partialExits) {
    const price = favourablePrice(protection.side, level.price, prices);
    if (price === null) break;
    const part = partQuantity(level, { quantity: left, entryQuantity }, lotSize);
    if (part === 0) continue;
    left -= part;
    exits ??= [];
    exits.push({ why: 'partial-exit', part: level.rule, quantity: part, price });
  }
  const target = left > 0 ? targetHitOnBar(protection, prices) : null;
  if (target) {
    exits ??= [];
    exits.push({ why: target.why, part: null, quantity: left, price: target.price });
  }
  return exits ?? NONE;
};
