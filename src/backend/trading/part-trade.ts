import { chargePortion, remainingCharges } from '../../engine/charges/charge-portion.ts';
import {
  addCharges,
  type Charges,
  chargePaise,
  NO_CHARGES,
  totalCharges,
} from '../../engine/charges/charges.ts';
import type { NewTrade, PositionRow, TradeRow } from '../db/schema.ts';
import { entryChargesOf, readCharges } from './position-charges.ts';

/**
 * The trade that a position has made since its earlier ones: quantity, value and charges of all trades together are
 * those of the position so far, to the last unit.
 */
export const tradeOf = (
  position: PositionRow,
  earlier: readonly TradeRow[],
  at: number,
  reason: string,
): NewTrade => {
  const sign = position.side === 'long' ? 1 : -1;
  const whole = position.entry_quantity;
  const sold = whole - position.quantity;
  const sum = (read: (trade: TradeRow) => number) => earlier.reduce((total, trade) => total + read(trade), 0);
  const before = sum((trade) => trade.quantity);
  const entryValue = (quantity: number) => Math.round((position.entry_value * quantity) / whole);
  const entry = entryValue(sold) - entryValue(before);
  const soldBefore = entryValue(before) + sign * sum((trade) => trade.gross);
  const exit = position.exit_value - soldBefore;
  const entryCharges = entryChargesOf(position);
  const exitCharges = remainingCharges(readCharges(position), entryCharges);
  const due = addCharges(chargePortion(entryCharges, sold, whole), exitCharges);
  const borne = earlier
    .map((trade) => JSON.parse(trade.charge_items_json) as Charges)
    .reduce(addCharges, NO_CHARGES);
  const charges = remainingCharges(due, borne);
  const quantity = sold - before;
  const gross = sign * (exit - entry);
  const paid = chargePaise(totalCharges(charges));
  return {
    user_id: position.user_id,
    trick_id: position.trick_id,
    position_id: position.id,
    symbol: position.symbol,
    mode: position.mode,
    source: position.source,
    run_id: position.run_id,
    side: position.side,
    product: position.product,
    quantity,
    entry_at: position.opened_at,
    entry_price: Math.round(entry / quantity),
    entry_reason: position.entry_reason,
    exit_at: at,
    exit_price: Math.round(exit / quantity),
    exit_reason: reason,
    gross,
    charges: paid,
    charge_items_json: JSON.stringify(charges),
    net: gross - paid,
  };
};
