import type { Updateable } from 'kysely';
import {
  carryProtection,
  carryShares,
  partsOfRest,
  priceAfter,
  type PriceFactor,
  priceFactorOf,
  shareRatioOf,
  type ShareRatio,
  withoutDust,
  worthOfRights,
} from '../../engine/corporate-actions/carry-over.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import type { Protection } from '../../engine/protection.ts';
import { type Lot, removeShare, shareOf } from '../../engine/trading/account.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, Schema, TradeRow } from '../db/schema.ts';
import { contractOf, instrumentNamed } from '../market/instrument-master.ts';
import { type CarryDeps, type DueAction, isApplied, record, subjectOf } from './carried-record.ts';
import { type CarriedCount, carryOrder, carryPlans } from './carry-orders.ts';
import { announcePosition, announceTrade, logTrading } from './announce.ts';
import { notifyCarried } from './carried-alerts.ts';
import { actionText, type CarriedEffect, carriedText } from './carried-text.ts';
import { MovedError } from './moved.ts';
import type { TradingTerms } from './order-path.ts';
import { entryChargesOf } from './position-charges.ts';
import { shownLevels, writeTrade } from './settle-fill.ts';
import { storedProtection } from './stored-protection.ts';

/** A position after its actions. */
export interface CarriedPosition {
  readonly row: PositionRow;
  /** The change of its protection, whatever has become of that meanwhile. */
  readonly carry: (protection: Protection) => Protection;
  /** Trades that were written for it. */
  readonly trades: readonly TradeRow[];
}

/** Everything that actions have changed. */
export interface CarriedOver {
  readonly positions: readonly CarriedPosition[];
  readonly orders: readonly OrderRow[];
}

/** Working state of one position while actions are applied to it. */
interface Carrying {
  row: PositionRow;
  carry: (protection: Protection) => Protection;
  readonly trades: TradeRow[];
  readonly texts: string[];
}

/** Shares that one share of a moment is now. By the actions applied to a position that came after it. */
const timesSince = async (tx: Transaction, positionId: number): Promise<(time: number) => number> => {
  const applied = await tx.query
    .selectFrom('carried_actions')
    .select(['day', 'action_json'])
    .where('subject', '=', subjectOf('position', positionId))
    .execute();
  const ratios = applied.flatMap(({ day, action_json: json }) => {
    const ratio = shareRatioOf(JSON.parse(json) as CorporateAction);
    return ratio ? [{ exDate: istDayStart(day), times: ratio.after / ratio.before }] : [];
  });
  return (time) => ratios.reduce((times, one) => (one.exDate > time ? times * one.times : times), 1);
};

/**
 * Shares entered on the ex-date or later, in shares of now. Not always whole: a later action may have been applied before
 * this one came.
 */
const enteredSince = async (
  tx: Transaction,
  positionId: number,
  time: number,
  times: (time: number) => number,
): Promise<number> => {
  const fills = await tx.query
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.order_id')
    .select(['fills.quantity', 'fills.at'])
    .where('orders.position_id', '=', positionId)
    .where('orders.slot', '=', 'entry')
    .where('fills.at', '>=', time)
    .execute();
  return withoutDust(fills.reduce((sum, { quantity, at }) => sum + quantity * times(at), 0));
};

/** Book the part that a working exit has sold. In shares of before. */
const bookSold = async (
  tx: Transaction,
  { row: position, trades }: Carrying,
  at: number,
): Promise<PositionRow> => {
  if (position.quantity === position.entry_quantity) return position;
  const exit = await tx.query
    .selectFrom('orders')
    .select(['reason', 'updated_at'])
    .where('position_id', '=', position.id)
    .where('slot', '!=', 'entry')
    .where('filled_quantity', '>', 0)
    .where('state', 'in', WORKING_STATES)
    .executeTakeFirst();
  if (!exit) return position;
  const sold = await writeTrade(tx, position, Math.min(at, exit.updated_at), exit.reason);
  if (sold.trade) trades.push(sold.trade);
  return sold.position;
};

interface SoldPart {
  readonly id: number;
  readonly quantity: number;
}

/** Shares that trades have taken off a position, in shares of today. Oldest first. */
export const soldParts = async (tx: Transaction, positionId: number): Promise<SoldPart[]> => {
  const rows = await tx.query
    .selectFrom('trades')
    .select(['id', 'quantity', 'quantity_after_split'])
    .where('position_id', '=', positionId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, quantity, quantity_after_split: known }) => ({ id, quantity: known ?? quantity }));
};

const isWhole = (shares: number, { before, after }: ShareRatio): boolean => (shares * after) % before === 0;

const setSold = async (tx: Transaction, parts: readonly SoldPart[]): Promise<void> => {
  for (const { id, quantity } of parts)
    await tx.query
      .updateTable('trades')
      .set({ quantity_after_split: quantity })
      .where('id', '=', id)
      .execute();
};

/** The rest of a position's entry after its trades. */
export const restOf = (position: PositionRow, parts: readonly SoldPart[]): Lot => {
  const lot: Lot = {
    side: position.side,
    quantity: position.entry_quantity,
    ...shareOf(position.entry_value, 100, entryChargesOf(position)),
  };
  for (const { quantity } of parts) removeShare(lot, quantity);
  return lot;
};

/**
 * Figures of a position after so many shares became `quantity`. Its cost stays the same to the paisa: where what was sold
 * before has no whole number of shares now, the position goes on with what is left, and with what that cost.
 */
const multipliedFigures = async (
  tx: Transaction,
  position: PositionRow,
  parts: readonly SoldPart[],
  ratio: ShareRatio,
  quantity: number,
  isExact: boolean,
): Promise<{ readonly figures: Updateable<Schema['positions']>; readonly soldPercent: number }> => {
  const multiplied = (shares: number): number => (shares * ratio.after) / ratio.before;
  if (parts.length === 0) return { figures: { quantity, entry_quantity: quantity }, soldPercent: 0 };
  if (isExact && parts.every((part) => isWhole(part.quantity, ratio))) {
    const sold = parts.map((part) => ({ ...part, quantity: multiplied(part.quantity) }));
    await setSold(tx, sold);
    const taken = sold.reduce((sum, part) => sum + part.quantity, 0);
    return { figures: { quantity, entry_quantity: quantity + taken }, soldPercent: 0 };
  }
  const rest = restOf(position, parts);
  await setSold(
    tx,
    parts.map((part) => ({ ...part, quantity: 0 })),
  );
  return {
    figures: {
      quantity,
      entry_quantity: quantity,
      entry_value: rest.value,
      entry_charges_json: JSON.stringify(rest.charges),
      // The result of what was sold stays with the position.
      exit_value: position.exit_value - (position.entry_value - rest.value),
    },
    soldPercent: (100 * (position.entry_quantity - position.quantity)) / position.entry_quantity,
  };
};

/** Tick of a share at a price, paise. */
export const tickAt = (symbol: string, price: number, at: number): number => {
  const instrument = instrumentNamed(symbol);
  return instrument ? contractOf(instrument, price, at).tickSize : 5;
};

const factorCarry =
  (factor: PriceFactor | null, soldPercent: number, { symbol, at }: CarryDeps) =>
  (protection: Protection): Protection => {
    if (!factor) return protection;
    const tick = tickAt(symbol, priceAfter(protection.entryPrice, factor), at);
    const carried = carryProtection(protection, factor, tick);
    return soldPercent === 0
      ? carried
      : { ...carried, partialExits: partsOfRest(carried.partialExits, soldPercent) };
  };

const update = async (
  tx: Transaction,
  { id }: PositionRow,
  change: Updateable<Schema['positions']>,
): Promise<PositionRow> =>
  tx.query.updateTable('positions').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Apply an action to a position; false where it was applied before, or has nothing to change. */
const carryPosition = async (
  tx: Transaction,
  deps: CarryDeps,
  carrying: Carrying,
  kept: DueAction,
): Promise<boolean> => {
  const { symbol, at } = deps;
  const since = istDayStart(kept.day);
  const subject = subjectOf('position', carrying.row.id);
  if (carrying.row.status !== 'open' || carrying.row.opened_at >= since) return false;
  if (await isApplied(tx, deps.userId, subject, kept)) return false;
  const times = await timesSince(tx, carrying.row.id);
  const later = Math.min(carrying.row.quantity, await enteredSince(tx, carrying.row.id, since, times));
  if (later === carrying.row.quantity) return false;
  const ratio = shareRatioOf(kept.action);
  const position = ratio ? await bookSold(tx, carrying, at) : carrying.row;
  const parts = await soldParts(tx, position.id);
  const { value: cost, charges } = restOf(position, parts);
  const old = position.quantity - later;
  const close = kept.close;
  // The close is of the shares of its day; what is held has been through the actions since.
  const timesLater = times(since);
  const carried = ratio
    ? carryShares(old, ratio, {
        ...{ close: close === null ? null : close / timesLater, later },
        cost: Math.round((cost * old) / position.quantity),
      })
    : {
        quantity: position.quantity,
        fraction: 0,
        payout: kept.action.kind === 'rights' ? worthOfRights(old / timesLater, kept.action, close) : 0,
      };
  const { quantity, fraction, payout } = carried;
  const effect: CarriedEffect = { before: position.quantity, after: quantity, cost, fraction, payout };
  await record(tx, deps, subject, kept, effect, charges);
  const before = carrying.carry(deps.protectionOf(position.id) ?? storedProtection(position).protection);
  const carry = carrying.carry;
  if (quantity === 0) {
    const paid = position.exit_value + payout;
    const closed = { quantity: 0, exit_value: paid, status: 'closed' as const, closed_at: at };
    const row = await update(tx, position, closed);
    const settled = await writeTrade(tx, row, at, `Paid out: ${actionText(kept)}`);
    carrying.row = settled.position;
    if (settled.trade) carrying.trades.push(settled.trade);
  } else {
    const { figures, soldPercent } = ratio
      ? await multipliedFigures(tx, position, parts, ratio, quantity, fraction === 0 && later === 0)
      : { figures: {}, soldPercent: 0 };
    const change = factorCarry(priceFactorOf(kept.action, close), soldPercent, deps);
    carrying.carry = (protection) => change(carry(protection));
    carrying.row = await update(tx, position, {
      ...figures,
      exit_value: (figures.exit_value ?? position.exit_value) + payout,
      ...shownLevels(change(before)),
    });
  }
  const after = carrying.carry(deps.protectionOf(position.id) ?? storedProtection(position).protection);
  const levels = { before, after, stop: carrying.row.stop_loss };
  const text = carriedText(symbol, kept, effect, levels, at);
  carrying.texts.push(text);
  const { strategy } = deps.termsOf(position.strategy_id);
  await logTrading(deps.sinks, tx, strategy, { topic: 'action', text, at });
  return true;
};

/**
 * Carry a share's positions and orders over its corporate actions. Each is applied once to each
 * position, order and plan; all of it is written in the caller's transaction. Plans that are not all sent are of before the
 * action only where it is on time.
 */
export const writeCarryOver = async (
  tx: Transaction,
  deps: CarryDeps,
  due: readonly DueAction[],
): Promise<CarriedOver> => {
  const { run, symbol } = deps;
  const ofRun = { source: run.source, run_id: run.runId, symbol };
  const positions = await tx.query
    .selectFrom('positions')
    .selectAll()
    .where((eb) => eb.and({ ...ofRun, status: 'open' }))
    .orderBy('id')
    .execute();
  const all: Carrying[] = positions.map((row) => ({
    ...{ row, trades: [], texts: [] },
    carry: (protection: Protection) => protection,
  }));
  let orders = await tx.query
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.and(ofRun))
    .where('state', 'in', WORKING_STATES)
    .orderBy('id')
    .execute();
  const changed = new Set<number>();
  for (const kept of due) {
    const held = new Map<number, CarriedCount>();
    const carried: Carrying[] = [];
    for (const one of all) {
      const before = one.row.quantity;
      const isCarried = await carryPosition(tx, deps, one, kept);
      if (isCarried) carried.push(one);
      held.set(one.row.id, { before, after: one.row.quantity, isCarried });
    }
    const working: OrderRow[] = [];
    for (const order of orders) {
      const position = order.position_id === null ? undefined : held.get(order.position_id);
      const moved = await carryOrder(tx, deps, order, kept, position);
      if (moved === 'ended') continue;
      if (moved) changed.add(moved.id);
      working.push(moved ?? order);
    }
    orders = working;
    if (kept.isOnTime) await carryPlans(tx, deps, kept, held);
    await notifyCarried(
      tx,
      deps,
      kept,
      carried.map(({ row, texts }) => ({ positionId: row.id, text: texts.at(-1) ?? '' })),
    );
  }
  const touched = all.filter(({ texts }) => texts.length > 0);
  for (const { row, trades } of touched) {
    const { strategy } = deps.termsOf(row.strategy_id);
    announcePosition(deps.sinks, tx, strategy, row, deps.lastPrice);
    for (const trade of trades) await announceTrade(deps.sinks, tx, strategy, trade, null);
  }
  return {
    positions: touched.map(({ row, carry, trades }) => ({ row, carry, trades })),
    orders: orders.filter(({ id }) => changed.has(id)),
  };
};

/** Terms of strategies that were read before a transaction. */
export const knownTerms =
  (terms: ReadonlyMap<number, TradingTerms>) =>
  (strategyId: number): TradingTerms => {
    const known = terms.get(strategyId);
    if (!known) throw new MovedError(`Strategy ${strategyId} began to trade meanwhile.`);
    return known;
  };
