import { marginFor } from '../../engine/sizing.ts';
import { marginPercentOf } from '../../engine/instrument.ts';
import type { Sendable } from '../../engine/trading/trading-day.ts';
import { formatRupees } from '../../shared/money.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, StrategyRow } from '../db/schema.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { whyItEntersNothing } from '../trading/evaluated-strategies.ts';
import { mostOfOrder } from '../trading/most-of-order.ts';
import { moneyOfGtt } from './gtt/gtt-rows.ts';
import { lockOf } from './live-lock.ts';
import type { EntryMoney } from './entry-money.ts';
import type { Ticket } from './order-sending.ts';
import { entriesToday, type RiskLimits, riskLimitsOf } from './risk-guard.ts';

/** Facts beside the database when an entry is sent. */
export interface EntrySituation {
  readonly now: number;
  /** Result of strategies today, paise: all of the account's (null), or one. */
  readonly dayResult: (tx: Transaction, strategyId: number | null) => Promise<number>;
  /** The broker's answer about the entry's money; null when it did not say, and then decides alone. */
  readonly money: EntryMoney | null;
  readonly session: Sendable;
}

/** The situation, with what several checks ask the database about. It is read once: somebody waits for their order. */
interface EntryFacts extends EntrySituation {
  readonly strategy: StrategyRow;
  readonly limits: RiskLimits;
}

type EntryCheck = (
  tx: Transaction,
  order: OrderRow,
  ticket: Ticket,
  facts: EntryFacts,
) => Promise<string | null>;

const strategyOf = (tx: Transaction, strategyId: number): Promise<StrategyRow> =>
  tx.query.selectFrom('strategies').selectAll().where('id', '=', strategyId).executeTakeFirstOrThrow();

/** Entries of a strategy that were sent today. */
const sentToday = async (tx: Transaction, strategyId: number, now: number): Promise<number> => {
  const { sent } = await tx.query
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('strategy_id', '=', strategyId)
    .where('mode', '=', 'live')
    .where('slot', '=', 'entry')
    .where('sent_at', '>=', istMidnight(now))
    .executeTakeFirstOrThrow();
  return sent;
};

const lockCheck: EntryCheck = async (tx, { user_id: userId }) =>
  (await lockOf(tx.query, userId))?.reason ?? null;

/**
 * Deny the entry of a strategy that may not enter. It was stopped, disabled or removed or waits for its owner,
 * however slow its start was.
 */
const statusCheck: EntryCheck = (_tx, _order, _ticket, { strategy }) =>
  Promise.resolve(whyItEntersNothing(strategy, 'live'));

const countCheck: EntryCheck = async (
  tx,
  { user_id: userId, strategy_id: strategyId },
  _ticket,
  { now, strategy, limits },
) => {
  if (strategy.kind === 'basket') return null;
  const entries = await entriesToday(tx.query, userId, now);
  if (limits.maxTradesPerDay !== null && entries >= limits.maxTradesPerDay)
    return `The limit of ${limits.maxTradesPerDay} live entries a day is reached.`;
  // What is traded by hand counts in the limit of the account, and has none of its own.
  if (strategy.kind === 'manual') return null;
  const most = strategy.max_trades_per_day;
  if (most !== null && (await sentToday(tx, strategyId, now)) >= most)
    return `The limit of ${most} entries a day of ${strategy.name} is reached.`;
  return null;
};

const lossCheck: EntryCheck = async (
  tx,
  { strategy_id: strategyId },
  _ticket,
  { dayResult, strategy, limits: { maxLossPerDay } },
) => {
  if (strategy.kind === 'basket') return null;
  if (maxLossPerDay !== null && (await dayResult(tx, null)) <= -maxLossPerDay)
    return `The loss limit of the day of ${formatRupees(maxLossPerDay)} is reached.`;
  const most = strategy.max_loss_per_day;
  return most !== null && (await dayResult(tx, strategyId)) <= -most
    ? `The loss limit of the day of ${strategy.name}, ${formatRupees(most)}, is reached.`
    : null;
};

/** Room for what the price has moved since the position was sized. */
const EXPOSURE_ROOM_PERCENT = 2;

const percentOf = (symbol: string): number => marginPercentOf(tradedAs(symbol).kind);

/** Capital of a strategy in use, and its limit. In paise. */
interface Exposure {
  readonly used: number;
  readonly most: number;
}

/**
 * Exposure of a strategy, with what it has on its way in. Of the account by hand GTT orders that may trigger count too.
 * One of its orders may be left out.
 */
export const exposureOf = async (
  tx: Transaction,
  strategy: Pick<StrategyRow, 'id' | 'owner_id' | 'kind' | 'capital'>,
  exceptOrderId: number | null = null,
): Promise<Exposure> => {
  const open = await tx.query
    .selectFrom('positions')
    .select(['symbol', 'quantity', 'entry_value', 'entry_quantity'])
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', 'live')
    .where('status', '=', 'open')
    .execute();
  const coming = await tx.query
    .selectFrom('orders')
    .select(['id', 'symbol', 'quantity', 'asked_quantity', 'filled_quantity', 'price', 'asked_price'])
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', 'live')
    .where('slot', '=', 'entry')
    .where('state', 'in', WORKING_STATES)
    .execute();
  const { realised } = await tx.query
    .selectFrom('trades')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('realised'))
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow();
  const held = open.reduce(
    (sum, one) => sum + marginFor(one.quantity, one.entry_value / one.entry_quantity, percentOf(one.symbol)),
    0,
  );
  const waiting = coming
    .filter(({ id }) => id !== exceptOrderId)
    .reduce((sum, one) => {
      const most = mostOfOrder(one);
      return sum + marginFor(most.quantity, most.price, percentOf(one.symbol));
    }, 0);
  const gtt = strategy.kind === 'manual' ? await moneyOfGtt(tx.query, strategy.owner_id) : 0;
  return {
    used: held + waiting + gtt,
    most: Math.round((strategy.capital + Math.max(0, realised)) * (1 + EXPOSURE_ROOM_PERCENT / 100)),
  };
};

/**
 * Deny an entry beyond the strategy's capital and results. What it holds and has on its way in counts. Legs are judged
 * together, by what the broker blocks for them.
 */
const exposureCheck: EntryCheck = async (tx, order, ticket, { strategy }) => {
  if (strategy.kind === 'basket' || order.leg !== null) return null;
  const { used, most } = await exposureOf(tx, strategy, order.id);
  // A limit by hand may be dearer than the market.
  const price =
    strategy.kind === 'manual'
      ? Math.max(order.decision_price ?? 0, ticket.price)
      : (order.decision_price ?? ticket.price);
  const wanted = marginFor(ticket.quantity, price, percentOf(order.symbol));
  return used + wanted > most
    ? `${strategy.name} has ${formatRupees(used)} of its capital in use; this entry takes ${formatRupees(wanted)} more.`
    : null;
};

/** The last of the checks: what it lets through is sent, and its money counts as spent. */
const fundsCheck: EntryCheck = (_tx, { intent_key: key }, _ticket, { money }) => {
  if (!money) return Promise.resolve(null);
  // Nothing undoes a claim with its transaction: begun anew, it must not meet its own.
  const available = money.available(key);
  if (money.required > available)
    return Promise.resolve(
      `The account has ${formatRupees(Math.max(0, available))} free; the broker blocks ${formatRupees(money.required)} for this entry.`,
    );
  money.claim(key);
  return Promise.resolve(null);
};

const quantityCheck: EntryCheck = (_tx, _order, { quantity, instrument }) => {
  const { lotSize, freezeQuantity, tradingSymbol } = instrument;
  if (quantity % lotSize !== 0)
    return Promise.resolve(
      `${quantity} is not a multiple of the broker's lot of ${lotSize} for ${tradingSymbol}.`,
    );
  return Promise.resolve(
    freezeQuantity !== null && quantity > freezeQuantity
      ? `${quantity} is more than the exchange takes of ${tradingSymbol} in one order (${freezeQuantity}).`
      : null,
  );
};

const sessionCheck: EntryCheck = (_tx, _order, _ticket, { session }) =>
  Promise.resolve(session.now ? null : session.why);

const CHECKS: readonly EntryCheck[] = [
  lockCheck,
  statusCheck,
  sessionCheck,
  countCheck,
  lossCheck,
  quantityCheck,
  exposureCheck,
  fundsCheck,
];

const firstDenial = async (
  checks: readonly EntryCheck[],
  tx: Transaction,
  order: OrderRow,
  ticket: Ticket,
  situation: EntrySituation,
): Promise<string | null> => {
  const facts: EntryFacts = {
    ...situation,
    strategy: await strategyOf(tx, order.strategy_id),
    limits: await riskLimitsOf(tx.query, order.user_id),
  };
  for (const check of checks) {
    const reason = await check(tx, order, ticket, facts);
    if (reason !== null) return reason;
  }
  return null;
};

/**
 * Why an entry must not be sent, or null. Asked in the transaction that says it is submitted: nothing that was
 * written before it can be missed, and of two entries at once the second finds the first.
 */
export const entryDenial = (
  tx: Transaction,
  order: OrderRow,
  ticket: Ticket,
  situation: EntrySituation,
): Promise<string | null> => firstDenial(CHECKS, tx, order, ticket, situation);

/**
 * Why a resting entry must not be changed, or null. Asked where it may open more. Another price is no further entry of
 * the day; more units are.
 */
export const changeDenial = (
  tx: Transaction,
  order: OrderRow,
  ticket: Ticket,
  situation: EntrySituation,
  isLarger: boolean,
): Promise<string | null> => {
  const checks = isLarger ? CHECKS : CHECKS.filter((check) => check !== countCheck);
  return firstDenial(checks, tx, order, ticket, situation);
};
