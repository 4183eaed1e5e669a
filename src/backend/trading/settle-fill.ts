import type { Updateable } from 'kysely';
import { addCharges, type Charges, NO_CHARGES } from '../../engine/charges/charges.ts';
import {
  type DistanceAtr,
  keepTrail,
  nearestStop,
  openProtection,
  type Protection,
  type ProtectionRules,
  readDistanceAtr,
} from '../../engine/protection.ts';
import { chargesOfFill, isDepositoryDue } from '../../engine/charges/charges-of-fill.ts';
import { tradeSince } from '../../engine/trading/account.ts';
import type { Distance } from '../../shared/rule-document.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, Schema, TradeRow } from '../db/schema.ts';
import { contractOf, instrumentNamed } from '../market/instrument-master.ts';
import { MovedError } from './moved.ts';
import {
  depositoryCharges,
  entryChargesOf,
  positionSegment,
  readCharges,
  TARIFF,
  totalsOf,
} from './position-charges.ts';
import { type Fill, valueOfFill } from './fill.ts';
import { bookTrades } from './kept-results.ts';
import { BY_HAND, keyOfParts, manualTermsOf, withLevels } from './manual-terms.ts';
import { storedProtection } from './stored-protection.ts';

/** Terms by which an entry fill opens a position. */
export interface OpeningTerms {
  readonly side: 'long' | 'short';
  readonly product: 'intraday' | 'delivery';
  readonly protection: ProtectionRules;
}

/** Effects of a fill. */
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

/**
 * The rules without the levels whose ATR the order does not know: they were given to the strategy after it was sent. A
 * fill is booked all the same, and its owner told.
 */
const knownLevels = (rules: ProtectionRules, atr: DistanceAtr): ProtectionRules => {
  const isKnown = (distance: Distance, value: number | undefined): boolean =>
    distance.kind !== 'atr' || Number.isFinite(value);
  const level = (name: 'stopLoss' | 'target' | 'trailing'): Distance | null => {
    const distance = rules[name];
    return distance && isKnown(distance, atr[name]) ? distance : null;
  };
  return {
    stopLoss: level('stopLoss'),
    trailSteps: rules.trailSteps ?? null,
    target: level('target'),
    trailing: level('trailing'),
    partialExits: rules.partialExits.every(({ distance }, rule) => isKnown(distance, atr.partialExits[rule]))
      ? rules.partialExits
      : [],
  };
};

/** Why an entry fill is without a stop that its strategy has; null when it is not. */
const missingStop = (
  { protection: { stopLoss, trailing } }: OpeningTerms,
  shown: Protection,
): string | null =>
  (stopLoss ?? trailing) && nearestStop(shown) === null
    ? 'Its stop-loss was set by ATR while its order was on its way, so it has none: set it anew.'
    : null;

const protectionOf = (terms: OpeningTerms, order: OrderRow, entryPrice: number, at: number): Protection => {
  const row = instrumentNamed(order.symbol);
  const tickSize = row ? contractOf(row, entryPrice, at).tickSize : 5;
  const atr = readDistanceAtr(order.atr_json);
  const rules = knownLevels(terms.protection, atr);
  const opened = openProtection(rules, { side: terms.side, entryPrice, tickSize, atr });
  const byHand = manualTermsOf(order);
  return byHand ? withLevels(opened, byHand) : opened;
};

/**
 * Terms of the position that an entry has opened. Side and product are the order's; the strategy says how it is
 * protected, and may have been given another side or product since the order was sent.
 */
const openedBy = ({ side, broker_product: sent }: OrderRow, terms: OpeningTerms): OpeningTerms => ({
  ...terms,
  side: side === 'buy' ? 'long' : 'short',
  product: sent === null ? terms.product : sent === 'intraday' ? 'intraday' : 'delivery',
});

/**
 * An entry fill: opens the position, or adds to the one that earlier parts of the same order opened, whose protection
 * is what it has become since (`held`).
 */
export const settleEntry = async (
  tx: Transaction,
  order: OrderRow,
  fill: Fill,
  given: OpeningTerms,
  held?: Protection,
): Promise<Settlement> => {
  const terms = openedBy(order, given);
  const before = order.filled_value;
  const value = valueOfFill(fill);
  const segment = positionSegment({ symbol: order.symbol, product: terms.product });
  const leg = { segment, side: order.side, time: fill.at };
  const charges = chargesOfFill(leg, before, before + value, TARIFF);
  const open = order.position_id === null ? undefined : await readPosition(tx, order.position_id);
  if (open) {
    const entryQuantity = open.entry_quantity + fill.quantity;
    const entryValue = open.entry_value + value;
    const opened = protectionOf(terms, order, Math.round(entryValue / entryQuantity), fill.at);
    const stored = storedProtection(open).protection;
    const trailed = keepTrail(opened, held ?? stored);
    // Its owner may have given it other levels since its first part was filled: they are on the disk first.
    const protection = order.manual_json === null ? trailed : withLevels(trailed, stored);
    const position = await changePosition(tx, open, {
      // A part may come after the rest was sold already: it is open again then.
      status: 'open',
      closed_at: null,
      quantity: open.quantity + fill.quantity,
      entry_quantity: entryQuantity,
      entry_value: entryValue,
      charges_json: JSON.stringify(addCharges(readCharges(open), charges)),
      entry_charges_json: JSON.stringify(addCharges(entryChargesOf(open), charges)),
      ...shownLevels(protection),
    });
    return { position, protection, trade: null };
  }
  const protection = protectionOf(terms, order, fill.price, fill.at);
  const position = await tx.query
    .insertInto('positions')
    .values({
      user_id: order.user_id,
      strategy_id: order.strategy_id,
      symbol: order.symbol,
      mode: order.mode,
      source: order.source,
      run_id: order.run_id,
      side: terms.side,
      product: terms.product,
      status: 'open',
      quantity: fill.quantity,
      entry_quantity: fill.quantity,
      entry_value: value,
      exit_value: 0,
      charges_json: JSON.stringify(charges),
      entry_charges_json: JSON.stringify(charges),
      entry_reason: order.reason,
      leg: order.leg,
      structure_day: order.structure_day,
      opened_at: fill.at,
      closed_at: null,
      protection_problem: missingStop(terms, protection),
      ...shownLevels(protection),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.query.updateTable('orders').set({ position_id: position.id }).where('id', '=', order.id).execute();
  return { position, protection, trade: null };
};

const readPosition = (tx: Transaction, id: number): Promise<PositionRow | undefined> =>
  tx.query.selectFrom('positions').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Change a position as it was read. What is written was added up from what was read, so a fill that came between must
 * not be lost: then nothing is written, and the fill is booked anew.
 * @throws MovedError when its figures have moved
 */
const changePosition = async (
  tx: Transaction,
  read: PositionRow,
  change: Updateable<Schema['positions']>,
): Promise<PositionRow> => {
  const row = await tx.query
    .updateTable('positions')
    .set(change)
    .where('id', '=', read.id)
    .where('quantity', '=', read.quantity)
    .where('entry_value', '=', read.entry_value)
    .where('exit_value', '=', read.exit_value)
    .where('charges_json', '=', read.charges_json)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new MovedError(`Position ${read.id} has moved since it was read.`);
  return row;
};

/** When the depository was last paid for a share on a day; NaN when it was not: shares of the day itself cost nothing. */
const depositoryPaidAt = async (tx: Transaction, position: PositionRow, at: number): Promise<number> => {
  const midnight = istMidnight(at);
  const paid = await tx.query
    .selectFrom('trades')
    .select('exit_at')
    .where('user_id', '=', position.user_id)
    .where('symbol', '=', position.symbol)
    .where('run_id', '=', position.run_id)
    .where('product', '=', 'delivery')
    .where('entry_at', '<', midnight)
    .where('exit_at', '>=', midnight)
    .where('exit_at', '<=', at)
    .executeTakeFirst();
  return paid?.exit_at ?? Number.NaN;
};

/** Effects of an exit on a position. */
interface ExitSettlement {
  readonly position: PositionRow;
  readonly trade: TradeRow | null;
}

/**
 * Write the trade of what was sold since the last one. The oldest shares go first; what the depository takes is
 * included.
 */
export const writeTrade = async (
  tx: Transaction,
  position: PositionRow,
  at: number,
  reason: string,
): Promise<ExitSettlement> => {
  const earlier = await tx.query
    .selectFrom('trades')
    .select(['quantity', 'quantity_after_split', 'gross', 'charge_items_json'])
    .where('position_id', '=', position.id)
    .orderBy('id')
    .execute();
  const booked = earlier.map(({ quantity, quantity_after_split, charge_items_json, gross }) => ({
    gross,
    quantity: quantity_after_split ?? quantity,
    charges: JSON.parse(charge_items_json) as Charges,
  }));
  const sale = { enteredAt: position.opened_at, at, paidAt: await depositoryPaidAt(tx, position, at) };
  const charges = isDepositoryDue(positionSegment(position), sale)
    ? addCharges(readCharges(position), depositoryCharges(at))
    : readCharges(position);
  const part = tradeSince({ ...totalsOf(position), charges }, booked);
  if (part === null) return { position, trade: null };
  const left = await changePosition(tx, position, { charges_json: JSON.stringify(charges) });
  const { quantity, entryValue, exitValue } = part;
  const [trade] = await bookTrades(tx, [
    {
      user_id: left.user_id,
      strategy_id: left.strategy_id,
      position_id: left.id,
      symbol: left.symbol,
      mode: left.mode,
      source: left.source,
      run_id: left.run_id,
      side: left.side,
      product: left.product,
      quantity,
      entry_at: left.opened_at,
      entry_price: Math.round(entryValue / quantity),
      entry_reason: left.entry_reason,
      exit_at: at,
      exit_price: Math.round(exitValue / quantity),
      exit_reason: reason,
      gross: part.gross,
      charges: part.chargesPaise,
      charge_items_json: JSON.stringify(part.charges),
      net: part.net,
      structure_day: left.structure_day,
    },
  ]);
  return { position: left, trade: trade ?? null };
};

/**
 * Turnover so far of the other parts of an order, paise. Its owner gave one order, so brokerage has one floor and one cap
 * for all of them.
 */
const turnoverBeside = async (tx: Transaction, order: OrderRow): Promise<number> => {
  if (order.mode !== 'test' || order.slot !== 'leaving' || !order.intent_key.startsWith(BY_HAND)) return 0;
  const key = keyOfParts(order.intent_key);
  const together = await tx.query
    .selectFrom('orders')
    .select(['intent_key', 'filled_value'])
    .where('strategy_id', '=', order.strategy_id)
    .where('placed_at', '=', order.placed_at)
    .where('id', '!=', order.id)
    .where('filled_value', '>', 0)
    .execute();
  return together
    .filter(({ intent_key: own }) => keyOfParts(own) === key)
    .reduce((sum, { filled_value: value }) => sum + value, 0);
};

/** Charges that a fill of an exit adds. A settlement is no order: it is taxed alone, where it is taxed. */
const chargesOfExit = async (
  tx: Transaction,
  order: OrderRow,
  position: PositionRow,
  fill: Fill,
): Promise<Charges> => {
  if (order.purpose === 'settlement') return fill.charges ?? NO_CHARGES;
  const leg = { segment: positionSegment(position), side: order.side, time: fill.at };
  const before = order.filled_value + (await turnoverBeside(tx, order));
  return chargesOfFill(leg, before, before + valueOfFill(fill), TARIFF);
};

/**
 * An exit fill: reduces the position. The fill that completes its order, or closes the position, writes a trade for
 * what was sold since the last one.
 */
export const settleExit = async (
  tx: Transaction,
  order: OrderRow,
  position: PositionRow,
  fill: Fill,
): Promise<ExitSettlement> => {
  const charges = await chargesOfExit(tx, order, position, fill);
  const quantity = position.quantity - fill.quantity;
  const isClosing = quantity === 0;
  const left = await changePosition(tx, position, {
    quantity,
    exit_value: position.exit_value + valueOfFill(fill),
    charges_json: JSON.stringify(addCharges(readCharges(position), charges)),
    ...(isClosing && { status: 'closed' as const, closed_at: fill.at }),
  });
  const isTrade = isClosing || order.filled_quantity + fill.quantity === order.quantity;
  return isTrade ? writeTrade(tx, left, fill.at, order.reason) : { position: left, trade: null };
};

/**
 * An exit that has ended before it was full (cancelled, rejected, expired): what was sold of it is a trade, with the
 * time of its last fill. Null when nothing was, or its trade is written already. `order` is the row as it was before it
 * ended, so that the trade keeps why it was sold.
 */
export const settleEndedExit = async (tx: Transaction, order: OrderRow): Promise<ExitSettlement | null> => {
  if (order.purpose === 'entry' || order.position_id === null || order.filled_quantity === 0) return null;
  const position = await readPosition(tx, order.position_id);
  const last = await tx.query
    .selectFrom('fills')
    .select('at')
    .where('order_id', '=', order.id)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  if (!position || !last) return null;
  const settled = await writeTrade(tx, position, last.at, order.reason);
  return settled.trade ? settled : null;
};
