import { modeWord } from '../../shared/mode-word.ts';
import type { OrderPurpose } from '../../shared/order-states.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { formatPrice, formatRupeesChange } from '../../shared/money.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, StrategyRow, TradeRow } from '../db/schema.ts';
import { endedSentence } from '../ended-sentence.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import type { WriteLog } from '../notices/journal.ts';
import type { FillBlock } from './fill-block.ts';
import type { NotifyFollowers } from './follower-signals.ts';
import type { LastPrice } from '../market/last-price.ts';
import { positionView, tradeView } from './views.ts';

/** Where news of trading goes: the stream, alerts and the log. */
export interface EventSinks {
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly writeLog: WriteLog;
  readonly notifyFollowers: NotifyFollowers;
}

/** A strategy and its owner as announcements need them; the house's own strategies trade in silence. */
export interface StrategyIdentity {
  readonly id: number;
  readonly name: string;
  readonly ownerId: number;
  readonly isHouse: boolean;
  /** A basket is told of as a whole, not share by share; its log has every fill. */
  readonly isBasket?: true;
  /** Traded by its owner by hand: it has no page of its own. */
  readonly isManual?: true;
}

/** When something was on which market. */
interface Moment {
  readonly source: Source;
  readonly at: number;
}

/** The exchange has the time of the wall; of another market the alert says its own. */
const marketTime = ({ source, at }: Moment): number | null => (source === 'broker' ? null : at);

/** A line in the owner's trading log. */
export const logTrading = async (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  line: { topic: string; text: string; at: number; level?: 'info' | 'warning' | 'error' },
): Promise<void> => {
  if (strategy.isHouse) return;
  await sinks.writeLog(tx, {
    userId: strategy.ownerId,
    kind: 'trading',
    level: line.level ?? 'info',
    topic: line.topic,
    text: line.text,
    strategyId: strategy.id,
    at: line.at,
  });
};

/** Tell the owner, after the commit, of a new or changed strategy. */
export const announceStrategy = (
  hub: EventHub,
  tx: Transaction,
  { id: strategyId, owner_id, status: strategyStatus }: Pick<StrategyRow, 'id' | 'owner_id' | 'status'>,
): void =>
  tx.afterCommit(() => hub.publish(owner_id, { type: 'strategy', strategyId, strategyStatus, today: 0 }));

export const announcePosition = (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  position: PositionRow,
  last: LastPrice | null,
): void => {
  if (strategy.isHouse) return;
  const view = positionView(position, strategy, last);
  tx.afterCommit(() => sinks.hub.publish(strategy.ownerId, { type: 'position', position: view }));
};

const DONE = { buy: 'Bought', sell: 'Sold' } as const;

/** An entry order is filled, in one part or several. */
export const announceEntry = async (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  order: OrderRow,
): Promise<void> => {
  const average = order.filled_value / order.filled_quantity;
  const text = `${DONE[order.side]} ${order.filled_quantity} ${order.symbol} at ₹${formatPrice(average)}.`;
  await logTrading(sinks, tx, strategy, {
    topic: 'fill',
    text: `${text} ${endedSentence(order.reason)}`,
    at: order.updated_at,
  });
  if (strategy.isHouse || strategy.isBasket) return;
  await sinks.notify(tx, strategy.ownerId, 'trades', {
    title: `${strategy.name} · ${modeWord(order.mode)}`,
    body: text,
    link: `/open-positions?position=${order.position_id ?? ''}`,
    strategyId: strategy.id,
    marketAt: marketTime({ source: order.source, at: order.updated_at }),
  });
};

const leftOf = ({ quantity, filled_quantity }: OrderRow): number => quantity - filled_quantity;

/** Announce that an order waits in the market unfilled. A position that cannot be left is a critical alert. */
export const announceWait = async (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  order: OrderRow,
  block: FillBlock,
  at: number,
): Promise<void> => {
  const text = `The order to ${order.side} ${leftOf(order)} ${order.symbol} waits. ${block.why}`;
  await logTrading(sinks, tx, strategy, { topic: 'order', level: 'warning', text, at });
  if (strategy.isHouse || order.purpose === 'entry' || block.kind !== 'circuit') return;
  await sinks.notify(tx, strategy.ownerId, 'risk', {
    title: `${strategy.name} · position cannot be left`,
    body: text,
    link: `/open-positions?position=${order.position_id ?? ''}`,
    isCritical: true,
    strategyId: strategy.id,
    marketAt: marketTime({ source: order.source, at }),
  });
};

/** Announce that an order was rejected. The reason is in the order's life. */
export const announceRejection = async (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  order: OrderRow,
  at: number,
  isCritical = false,
): Promise<void> => {
  const text = `The order to ${order.side} ${leftOf(order)} ${order.symbol} was rejected. ${order.reason}`;
  await logTrading(sinks, tx, strategy, { topic: 'order', level: 'warning', text, at });
  if (strategy.isHouse || strategy.isBasket) return;
  await sinks.notify(tx, strategy.ownerId, 'trades', {
    title: `${strategy.name} · order rejected`,
    body: text,
    link: strategy.isManual ? '/order-history' : `/strategies/${strategy.id}`,
    isCritical,
    strategyId: strategy.id,
    marketAt: marketTime({ source: order.source, at }),
  });
};

/** Text of an alert on a trade. It says why, unless the owner asked for it. */
const withReason = (text: string, purpose: OrderPurpose | null): string => {
  if (purpose === 'stop-loss') return `Stop-loss hit. ${text}`;
  if (purpose === 'square-off') return `Square-off. ${text}`;
  return purpose === 'target' ? `Target reached. ${text}` : text;
};

/** A position was closed: the trade is there. `purpose` is that of the order; null where no order made it. */
export const announceTrade = async (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  trade: TradeRow,
  purpose: OrderPurpose | null,
): Promise<void> => {
  const price = `₹${formatPrice(trade.exit_price)}`;
  const exit = trade.side === 'long' ? 'Sell' : 'Buy';
  // Without the reason: it may speak to the owner.
  const when = { source: trade.source, at: trade.exit_at };
  const signal = `${exit} ${trade.quantity} ${trade.symbol} at ${price}.`;
  announceSignal(sinks, tx, strategy, signal, when);
  if (strategy.isHouse) return;
  const verb = trade.side === 'long' ? 'Sold' : 'Bought back';
  const text = `${verb} ${trade.quantity} ${trade.symbol} at ${price}: net ${formatRupeesChange(trade.net)}.`;
  await logTrading(sinks, tx, strategy, {
    topic: 'trade',
    text: `${text} ${endedSentence(trade.exit_reason)}`,
    at: trade.exit_at,
  });
  if (!strategy.isBasket)
    await sinks.notify(tx, strategy.ownerId, purpose === 'stop-loss' ? 'risk' : 'trades', {
      title: `${strategy.name} · ${modeWord(trade.mode)}`,
      body: withReason(text, purpose),
      link: `/trade-history?mode=${trade.mode}&trade=${trade.id}`,
      // Real money has been lost; paper stops are hit around the clock and wake nobody.
      isCritical: purpose === 'stop-loss' && trade.mode === 'live',
      strategyId: strategy.id,
      marketAt: marketTime(when),
    });
  const view = tradeView(trade, strategy.name, trade.net);
  tx.afterCommit(() => sinks.hub.publish(strategy.ownerId, { type: 'trade', trade: view }));
};

/** A strategy's signal for those who follow it: an alert, never an order. */
export const announceSignal = (
  sinks: EventSinks,
  tx: Transaction,
  strategy: StrategyIdentity,
  text: string,
  when: Moment,
): void =>
  tx.afterCommit(() =>
    sinks.notifyFollowers(strategy, {
      title: `${strategy.name} · signal`,
      body: text,
      link: `/strategies/${strategy.id}`,
      strategyId: strategy.id,
      marketAt: marketTime(when),
    }),
  );
