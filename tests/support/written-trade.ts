import type { Insertable } from 'kysely';
import type { Schema, TradeRow } from '../../src/backend/db/schema.ts';
import { NO_CHARGES } from '../../src/engine/charges/charges.ts';

type Owner = Pick<
  TradeRow,
  'user_id' | 'strategy_id' | 'symbol' | 'mode' | 'source' | 'run_id' | 'net' | 'exit_at'
>;

/** A closed trade as a test writes it: one share for delivery, bought at ₹100. */
export const closedTrade = (trade: Owner): Insertable<Schema['trades']> => ({
  side: 'long',
  product: 'delivery',
  quantity: 1,
  entry_at: 0,
  entry_price: 100_00,
  entry_reason: 'written by a test',
  exit_price: 100_00 + trade.net,
  exit_reason: 'written by a test',
  gross: trade.net,
  charges: 0,
  charge_items_json: JSON.stringify(NO_CHARGES),
  ...trade,
});
