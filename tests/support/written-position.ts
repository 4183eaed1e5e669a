import type { Insertable } from 'kysely';
import type { PositionRow, Schema } from '../../src/backend/db/schema.ts';
import { NO_CHARGES } from '../../src/engine/charges/charges.ts';

type Owner = Pick<PositionRow, 'user_id' | 'strategy_id' | 'symbol' | 'mode' | 'source' | 'run_id'>;

/** An open position as a test writes it; what is not named is that of one share bought at ₹100 for delivery. */
export const openPosition = (
  position: Owner & Partial<Insertable<Schema['positions']>>,
): Insertable<Schema['positions']> => ({
  side: 'long',
  product: 'delivery',
  status: 'open',
  quantity: 1,
  entry_quantity: 1,
  entry_value: 100_00,
  exit_value: 0,
  charges_json: JSON.stringify(NO_CHARGES),
  entry_charges_json: null,
  protection_json: '{}',
  stop_loss: null,
  target: null,
  entry_reason: 'written by a test',
  opened_at: 0,
  closed_at: null,
  ...position,
});
