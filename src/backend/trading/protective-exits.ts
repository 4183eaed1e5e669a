import {
  favourablePrice,
  type Protection,
  type ProtectionHit,
  stopHitOnBar,
  targetHitOnBar,
} from '../../engine/protection.ts';
import { wholeLots } from '../../engine/sizing.ts';
import type { PositionRow } from '../db/schema.ts';

/** A resting protective order that prices have reached. */
export interface ProtectiveExit {
  readonly purpose: 'stop-loss' | 'target';
  readonly quantity: number;
  /** Level or gap price in paise, before slippage. */
  readonly price: number;
  /** It waited at its price, so it does not slip. */
  readonly holdsPrice: boolean;
  readonly reason: string;
  /** One level, one order. */
  readonly key: string;
}

const REASONS: Readonly<Record<ProtectionHit['why'], string>> = {
  'stop-loss': 'Stop-loss hit',
  'trailing-stop': 'Trailing stop hit',
  target: 'Target reached',
};

const whole = (hit: ProtectionHit, quantity: number): ProtectiveExit => ({
  purpose: hit.why === 'target' ? 'target' : 'stop-loss',
  quantity,
  price: hit.price,
  holdsPrice: hit.why === 'target',
  reason: REASONS[hit.why],
  key: 'protection',
});

/**
 * What a stretch of prices brings a position to, in the order of a backtest: the stop for all of it; else the partial
 * exits that are reached, nearest first and in whole lots, and then the target for the rest. A partial exit that was
 * done before asks for nothing more, because what it takes off is off already.
 */
export const protectiveExits = (
  protection: Protection,
  position: Pick<PositionRow, 'quantity' | 'entry_quantity'>,
  lotSize: number,
  prices: { open: number; high: number; low: number },
): ProtectiveExit[] => {
  const stop = stopHitOnBar(protection, prices);
  if (stop) return [whole(stop, position.quantity)];
  const exits: ProtectiveExit[] = [];
  const { partialExits, side } = protection;
  let left = position.quantity;
  for (const level of partialExits) {
    const price = favourablePrice(side, level.price, prices);
    if (price === null) break;
    const off = wholeLots((position.entry_quantity * level.percentOff) / 100, lotSize);
    const quantity = Math.min(left, off - (position.entry_quantity - left));
    if (quantity <= 0) continue;
    left -= quantity;
    exits.push({
      purpose: 'target',
      quantity,
      price,
      holdsPrice: true,
      reason: `Partial exit ${level.rule + 1} of ${partialExits.length}`,
      key: `part:${level.rule}`,
    });
  }
  const target = left > 0 ? targetHitOnBar(protection, prices) : null;
  return target ? [...exits, whole(target, left)] : exits;
};
