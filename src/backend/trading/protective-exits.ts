import type { Protection } from '../../engine/protection.ts';
import {
  protectiveExits as exitsAt,
  type ProtectiveExit as Exit,
} from '../../engine/trading/protective-exits.ts';
import type { PositionRow } from '../db/schema.ts';

/** A resting protective order that prices have reached, as it is written. */
export interface ProtectiveExit extends Pick<Exit, 'quantity' | 'price'> {
  readonly purpose: 'stop-loss' | 'target';
  /** It waited at its price, so it does not slip. */
  readonly holdsPrice: boolean;
  readonly reason: string;
  /** One level, one order. */
  readonly key: string;
}

const REASONS: Readonly<Record<Exclude<Exit['why'], 'partial-exit'>, string>> = {
  'stop-loss': 'Stop-loss hit',
  'trailing-stop': 'Trailing stop hit',
  target: 'Target reached',
};

/** The exits that a stretch of prices triggers for a position. In the order of a backtest. */
export const protectiveExits = (
  protection: Protection,
  { quantity, entry_quantity: entryQuantity }: Pick<PositionRow, 'quantity' | 'entry_quantity'>,
  lotSize: number,
  prices: { open: number; high: number; low: number },
): ProtectiveExit[] =>
  exitsAt(protection, { quantity, entryQuantity }, lotSize, prices).map(({ why, part, ...exit }) => {
    const isStop = why === 'stop-loss' || why === 'trailing-stop';
    return {
      ...exit,
      purpose: isStop ? 'stop-loss' : 'target',
      holdsPrice: !isStop,
      reason:
        why === 'partial-exit'
          ? `Partial exit ${(part ?? 0) + 1} of ${protection.partialExits.length}`
          : REASONS[why],
      key: part === null ? 'protection' : `part:${part}`,
    };
  });
