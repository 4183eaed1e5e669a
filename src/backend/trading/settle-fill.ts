import { addCharges, NO_CHARGES } from '../../engine/charges/charges.ts';
import {
  type Protection,
  openProtection,
  type ProtectionRules,
  nearestStop,
  readDistanceAtr,
} from '../../engine/protection.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { contractOf, findInstrument } from '../market/instrument-master.ts';
import {
  depositoryCharges,
  entryChargesOf,
  fillCharges,
  positionSegment,
  readCharges,
} from './position-charges.ts';
import { type Fill, valueOfFill } from './fill.ts';
import { tradeOf } from './part-trade.ts';

/** What an entry fill needs to know to open a position. */
export interface OpeningTerms {
  readonly side: 'long' | 'short';
  readonly product: 'intraday' | 'delivery';
  readonly protection: ProtectionRules;
}

/** What a fill did. */
export interface Settlement {
  readonly position: PositionRow;
  readonly protection: Protection;
  /** Present when the fill closed the position. */
  readonly trade: TradeRow | null;
}

/** Levels that are shown and stored beside the protection they come from. */
export const shownLevels = (protection: Protection) => ({
  stop_loss: nearestStop(protection)?.price ?? null,
  target: protection.target,
  protection_json: JSON.stringify(protection),
});

const protectionOf = (terms: OpeningTerms, order: OrderRow, entryPrice: number, at: number): Protection => {
  const row = findInstrument(order.symbol);
  const tickSize = row ? contractOf(row, entryPrice, at).tickSize : 5;
  const atr = readDistanceAtr(order.atr_json);
  return openProtection(terms.protection, { side: terms.side, entryPrice, tickSize, atr });
};

/** An entry fill: opens the position, or adds to the one that earlier parts of the same order opened. */
export const settleEntry = async (
  tx: Transaction,
  order: OrderRow,
  fill: Fill,
  terms: OpeningTerms,
): Promise<Settlement> => {
  const before = order.filled_value;
  const segment = positionSegment({ symbol: order.symbol, product: terms.product });
  const charges = fillCharges(segment, order.side, before, before + valueOfFill(fill), fill.at);
  const open =
    order.position_id === null
      ? undefined
      : await tx.query
          .selectFrom('positions')
          .selectAll()
          .where('id', '=', order.position_id)
          .executeTakeFirst();
  if (open) {
    const entryQuantity = open.entry_quantity + fill.quantity;
    const entryValue = open.entry_value + valueOfFill(fill);
    const protection = protectionOf(terms, order, Math.round(entryValue / entryQuantity), fill.at);
    const position = await tx.query
      .updateTable('positions')
      .set({
        // A part may come after the rest was sold already: it is open again then.
        status: 'open',
        closed_at: null,
        quantity: open.quantity + fill.quantity,
        entry_quantity: entryQuantity,
        entry_value: entryValue,
        charges_json: JSON.stringify(addCharges(readCharges(open), charges)),
        entry_charges_json: JSON.stringify(addCharges(entryChargesOf(open), charges)),
        ...shownLevels(protection),
      })
      .where('id', '=', open.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { position, protection, trade: null };
  }
  const protection = protectionOf(terms, order, fill.price, fill.at);
  const position = await tx.query
    .insertInto('positions')
    .values({
      user_id: order.user_id,
      trick_id: order.trick_id,
      symbol: order.symbol,
      mode: order.mode,
      source: order.source,
      run_id: order.run_id,
      side: terms.side,
      product: terms.product,
      status: 'open',
      quantity: fill.quantity,
      entry_quantity: fill.quantity,
      entry_value: valueOfFill(fill),
      exit_value: 0,
      charges_json: JSON.stringify(addCharges(NO_CHARGES, charges)),
      entry_charges_json: JSON.stringify(addCharges(NO_CHARGES, charges)),
      entry_reason: order.reason,
      opened_at: fill.at,
      closed_at: null,
      ...shownLevels(protection),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.query.updateTable('orders').set({ position_id: position.id }).where('id', '=', order.id).execute();
  return { position, protection, trade: null };
};

/** The depository is paid once per share and day, however many orders take it out of the demat account. */
const isDepositoryDue = async (tx: Transaction, position: PositionRow, at: number): Promise<boolean> => {
  if (position.product !== 'delivery' || position.side !== 'long') return false;
  if (findInstrument(position.symbol)?.kind !== 'equity') return false;
  // What was bought the same day has not come into the account yet.
  if (istMidnight(position.opened_at) === istMidnight(at)) return false;
  const sold = await tx.query
    .selectFrom('trades')
    .select('id')
    .where('user_id', '=', position.user_id)
    .where('symbol', '=', position.symbol)
    .where('run_id', '=', position.run_id)
    .where('product', '=', 'delivery')
    .where('exit_at', '>=', istMidnight(at))
    .where('exit_at', '<=', at)
    .executeTakeFirst();
  return !sold;
};

/**
 * An exit fill: reduces the position. The fill that completes its order, or closes the position, writes a trade for
 * what was sold since the last one: the oldest shares first, with their part of the entry's charges.
 */
export const settleExit = async (
  tx: Transaction,
  order: OrderRow,
  position: PositionRow,
  fill: Fill,
  reason: string,
): Promise<{ position: PositionRow; trade: TradeRow | null }> => {
  const before = order.filled_value;
  const after = before + valueOfFill(fill);
  let charges = fillCharges(positionSegment(position), order.side, before, after, fill.at);
  const quantity = position.quantity - fill.quantity;
  const isClosing = quantity === 0;
  const isTrade = isClosing || order.filled_quantity + fill.quantity === order.quantity;
  if (isTrade && (await isDepositoryDue(tx, position, fill.at)))
    charges = addCharges(charges, depositoryCharges(fill.at));
  const left = await tx.query
    .updateTable('positions')
    .set({
      quantity,
      exit_value: position.exit_value + valueOfFill(fill),
      charges_json: JSON.stringify(addCharges(readCharges(position), charges)),
      ...(isClosing && { status: 'closed' as const, closed_at: fill.at }),
    })
    .where('id', '=', position.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isTrade) return { position: left, trade: null };
  const earlier = await tx.query
    .selectFrom('trades')
    .selectAll()
    .where('position_id', '=', position.id)
    .orderBy('id')
    .execute();
  const trade = await tx.query
    .insertInto('trades')
    .values(tradeOf(left, earlier, fill.at, reason))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { position: left, trade };
};
