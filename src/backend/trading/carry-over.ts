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
  worthOfRights,
} from '../../engine/corporate-actions/carry-over.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import { NO_CHARGES } from '../../engine/charges/charges.ts';
import type { Protection } from '../../engine/protection.ts';
import { type Lot, removeShare, shareOf } from '../../engine/trading/account.ts';
import { isAtBroker } from '../../engine/trading/order.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, Schema, TradeRow } from '../db/schema.ts';
import { isSameAction, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { contractOf, instrumentNamed } from '../market/instrument-master.ts';
import type { LastPrice } from '../market/last-price.ts';
import { announcePosition, announceTrade, type EventSinks, logTrading } from './announce.ts';
import { notifyCarried } from './carried-alerts.ts';
import { actionText, type CarriedEffect, carriedText, orderText } from './carried-text.ts';
import { MovedError } from './moved.ts';
import { applyEvent } from './order-book.ts';
import type { RunIdentity, TradingTerms } from './order-path.ts';
import { entryChargesOf } from './position-charges.ts';
import { shownLevels, writeTrade } from './settle-fill.ts';
import { storedProtection } from './stored-protection.ts';

/** A due action with the last price before it, paise. Null where that is not known. */
export interface DueAction extends KeptAction {
  readonly close: number | null;
  /** Nothing of the ex-date's market has happened yet. */
  readonly isOnTime: boolean;
}

export interface CarryDeps {
  readonly sinks: EventSinks;
  readonly run: RunIdentity;
  readonly userId: number;
  readonly symbol: string;
  /** Market time at which it is written. */
  readonly at: number;
  readonly lastPrice: LastPrice | null;
  /** @throws MovedError for a strategy that was not there when this began */
  readonly termsOf: (strategyId: number) => TradingTerms;
  /** Present protection. It may be ahead of what is stored. */
  readonly protectionOf: (positionId: number) => Protection | undefined;
  /** Cancel an order of which nothing is left. */
  readonly cancelIn: (tx: Transaction, order: OrderRow, reason: string) => Promise<void>;
}

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

const subjectOf = (kind: 'position' | 'order' | 'plan', id: number): string => `${kind} ${id}`;

const isApplied = async (
  tx: Transaction,
  userId: number,
  subject: string,
  kept: KeptAction,
): Promise<boolean> => {
  const known = await tx.query
    .selectFrom('carried_actions')
    .select(['day', 'kind', 'purpose', 'corrected_json'])
    .where('user_id', '=', userId)
    .where('subject', '=', subject)
    .execute();
  // Of a day that a later list words otherwise nothing more is applied: its owner was told.
  return known.some(
    (one) =>
      isSameAction(one, { ...kept, kind: kept.action.kind }) ||
      (one.corrected_json !== null && one.day === kept.day),
  );
};

/** Record that an action was applied to something. */
export const recordCarried = (
  tx: Transaction,
  {
    userId,
    runId,
    symbol,
    at,
  }: { readonly userId: number; readonly runId: number; readonly symbol: string; readonly at: number },
  subject: string,
  kept: KeptAction,
  effect: CarriedEffect,
  charges = NO_CHARGES,
) =>
  tx.query
    .insertInto('carried_actions')
    .values({
      user_id: userId,
      run_id: runId,
      subject,
      symbol,
      day: kept.day,
      kind: kept.action.kind,
      purpose: kept.purpose,
      action_json: JSON.stringify(kept.action),
      quantity_before: effect.before,
      quantity_after: effect.after,
      cost: effect.cost,
      charges_json: JSON.stringify(charges),
      payout: effect.payout,
      fraction: effect.fraction,
      corrected_json: null,
      at,
    })
    .execute();

const record = (
  tx: Transaction,
  { userId, run, symbol, at }: CarryDeps,
  subject: string,
  kept: DueAction,
  effect: CarriedEffect,
  charges = NO_CHARGES,
) => recordCarried(tx, { userId, runId: run.runId, symbol, at }, subject, kept, effect, charges);

/** Shares entered on the ex-date or later, in shares of now. */
const enteredSince = async (tx: Transaction, positionId: number, time: number): Promise<number> => {
  const fills = await tx.query
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.order_id')
    .select(['fills.quantity', 'fills.at'])
    .where('orders.position_id', '=', positionId)
    .where('orders.slot', '=', 'entry')
    .where('fills.at', '>=', time)
    .execute();
  if (fills.length === 0) return 0;
  const applied = await tx.query
    .selectFrom('carried_actions')
    .select(['day', 'action_json'])
    .where('subject', '=', subjectOf('position', positionId))
    .execute();
  // A later action may have been applied before this one came.
  return fills.reduce((sum, { quantity, at }) => {
    const shares = applied.reduce((count, { day, action_json: json }) => {
      const ratio = istDayStart(day) > at ? shareRatioOf(JSON.parse(json) as CorporateAction) : null;
      return ratio ? (count * ratio.after) / ratio.before : count;
    }, quantity);
    return sum + Math.floor(shares);
  }, 0);
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
  const later = Math.min(carrying.row.quantity, await enteredSince(tx, carrying.row.id, since));
  if (later === carrying.row.quantity) return false;
  const ratio = shareRatioOf(kept.action);
  const position = ratio ? await bookSold(tx, carrying, at) : carrying.row;
  const parts = await soldParts(tx, position.id);
  const { value: cost, charges } = restOf(position, parts);
  const old = position.quantity - later;
  const close = kept.close;
  const carried = ratio
    ? carryShares(old, ratio, { close, cost: Math.round((cost * old) / position.quantity) })
    : {
        quantity: old,
        fraction: 0,
        payout: kept.action.kind === 'rights' ? worthOfRights(old, kept.action, close) : 0,
      };
  const quantity = carried.quantity + later;
  const { fraction, payout } = carried;
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

const scaledAtr = (json: string | null, factor: PriceFactor): string | null =>
  json &&
  JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    typeof value === 'number' ? priceAfter(value, factor) : value,
  );

/** Shares of a position before and after an action. */
interface CarriedCount {
  readonly before: number;
  readonly after: number;
  /** The action was applied to it just now. */
  readonly isCarried: boolean;
}

/** Shares that an order is for after an action; null where it stays as it is. Only those left to be filled. */
const restAfter = (
  order: OrderRow,
  { before, after }: ShareRatio,
  day: string,
  position: CarriedCount | undefined,
): number | null => {
  const left = order.quantity - order.filled_quantity;
  const isOlder = order.placed_at < istDayStart(day);
  const scaled = Math.floor((left * after) / before);
  if (order.slot === 'entry' || !position) return isOlder ? scaled : null;
  // An exit follows its position, to which the action may have been applied before the order was written.
  if (!position.isCarried) return null;
  // Of the whole position it leaves the whole of it, also where the list came after the order.
  if (position.before === left) return position.after;
  return Math.min(isOlder ? scaled : left, position.after);
};

/** Apply an action to a working order. Null where nothing changes, `ended` where nothing is left of it. */
const carryOrder = async (
  tx: Transaction,
  deps: CarryDeps,
  order: OrderRow,
  kept: DueAction,
  position: CarriedCount | undefined,
): Promise<OrderRow | 'ended' | null> => {
  const ratio = shareRatioOf(kept.action);
  const factor = priceFactorOf(kept.action, kept.close);
  const subject = subjectOf('order', order.id);
  if (!ratio || !factor || !isAtBroker(order.state)) return null;
  const left = order.quantity - order.filled_quantity;
  const rest = restAfter(order, ratio, kept.day, position);
  if (rest === null || (await isApplied(tx, deps.userId, subject, kept))) return null;
  const effect = { before: left, after: rest, cost: 0, fraction: 0, payout: 0 };
  await record(tx, deps, subject, kept, effect);
  const reason = orderText(kept, left, rest);
  const { strategy } = deps.termsOf(order.strategy_id);
  await logTrading(deps.sinks, tx, strategy, {
    topic: 'order',
    text: `The order to ${order.side} ${order.symbol} was changed. ${reason}.`,
    at: deps.at,
  });
  if (rest === 0) {
    await deps.cancelIn(tx, order, reason);
    return 'ended';
  }
  await tx.query
    .updateTable('orders')
    .set({
      decision_price:
        order.decision_price === null ? null : Math.round(priceAfter(order.decision_price, factor)),
      atr_json: scaledAtr(order.atr_json, factor),
    })
    .where('id', '=', order.id)
    .execute();
  return applyEvent(tx, deps.sinks.hub, order, {
    event: 'take-change',
    at: deps.at,
    said: reason,
    change: { quantity: order.filled_quantity + rest },
  });
};

/** A step of a basket's plan, as it is stored. */
interface PlannedStep {
  readonly symbol: string;
  readonly quantity: number;
  readonly positionId: number | null;
}

/** Apply an action to baskets' plans that are not all sent. */
const carryPlans = async (
  tx: Transaction,
  deps: CarryDeps,
  kept: DueAction,
  held: ReadonlyMap<number, CarriedCount>,
): Promise<void> => {
  const ratio = shareRatioOf(kept.action);
  if (!ratio) return;
  const plans = await tx.query
    .selectFrom('basket_previews')
    .select(['id', 'orders_json'])
    .where('user_id', '=', deps.userId)
    .where('run_id', '=', deps.run.runId)
    .where('state', '=', 'placing')
    .execute();
  for (const { id, orders_json: json } of plans) {
    const steps = JSON.parse(json) as PlannedStep[];
    const subject = subjectOf('plan', id);
    const mine = steps.filter(({ symbol }) => symbol === deps.symbol);
    if (mine.length === 0 || (await isApplied(tx, deps.userId, subject, kept))) continue;
    const multiplied = (step: PlannedStep): number => {
      const position = step.positionId === null ? undefined : held.get(step.positionId);
      return position?.before === step.quantity
        ? position.after
        : Math.floor((step.quantity * ratio.after) / ratio.before);
    };
    const carried = steps
      .map((step) => (step.symbol === deps.symbol ? { ...step, quantity: multiplied(step) } : step))
      .filter(({ quantity }) => quantity > 0);
    const count = (all: readonly PlannedStep[]): number =>
      all.reduce((sum, { symbol, quantity }) => sum + (symbol === deps.symbol ? quantity : 0), 0);
    const effect = { before: count(steps), after: count(carried), cost: 0, fraction: 0, payout: 0 };
    await record(tx, deps, subject, kept, effect);
    await tx.query
      .updateTable('basket_previews')
      .set({ orders_json: JSON.stringify(carried) })
      .where('id', '=', id)
      .execute();
  }
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
    for (const trade of trades) await announceTrade(deps.sinks, tx, strategy, trade, 'other');
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
