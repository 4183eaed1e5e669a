import { type Protection, readProtection } from '../../engine/protection.ts';
import type { PositionRow } from '../db/schema.ts';
import { contractOf, instrumentNamed } from '../market/instrument-master.ts';

/** Protection of a position, and the part of it that is lost; `problem` is null when nothing is. */
export interface StoredProtection {
  readonly protection: Protection;
  readonly problem: string | null;
}

/** The protection of a position as it was written; where that cannot be read, the levels that are shown of it still hold. */
export const storedProtection = (row: PositionRow): StoredProtection => {
  const protection = readProtection(row.protection_json);
  if (protection) return { protection, problem: null };
  const entryPrice = Math.round(row.entry_value / row.entry_quantity);
  const instrument = instrumentNamed(row.symbol);
  return {
    protection: {
      side: row.side,
      entryPrice,
      tickSize: instrument ? contractOf(instrument, entryPrice, row.opened_at).tickSize : 5,
      stopLoss: row.stop_loss,
      target: row.target,
      partialExits: [],
      trailingStop: null,
      trailingDistance: null,
      best: entryPrice,
    },
    problem: `What protects ${row.symbol} could not be read as it was written. The stop-loss and target that are shown still hold; trailing and partial exits are lost. Set them anew.`,
  };
};
