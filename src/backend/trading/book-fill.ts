import type { Protection } from '../../engine/protection.ts';
import type { Transaction } from '../db/database.ts';
import type { ExitIntentRow, OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { announceEntry, announcePosition, announceTrade, type EventSinks } from './announce.ts';
import { clearUnclosed } from './attention.ts';
import type { Fill } from './fill.ts';
import { fillOrder } from './order-book.ts';
import type { TradingTerms } from './order-path.ts';
import { type OpeningTerms, settleEndedExit, settleEntry, settleExit } from './settle-fill.ts';
import type { LastPrice } from '../market/last-price.ts';

interface BookingDeps {
  readonly sinks: EventSinks;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** The present protection of a position, as changed since last written. */
  readonly protectionOf?: (positionId: number) => Protection | undefined;
}

/** Effects of a fill on its order and position. */
export interface BookedFill {
  readonly order: OrderRow;
  readonly position: PositionRow;
  /** Null after an exit, which leaves the protection as it is. */
  readonly protection: Protection | null;
  readonly trade: TradeRow | null;
  /** The wanted exits of a live position after an addition. Set when an entry has added to the position. */
  readonly wanted?: readonly ExitIntentRow[];
  /** The wanted exit of a live position, this fill included. */
  readonly exit?: ExitIntentRow | undefined;
}

const positionOf = (tx: Transaction, order: OrderRow): Promise<PositionRow> =>
  tx.query.selectFrom('positions').selectAll().where('id', '=', order.position_id).executeTakeFirstOrThrow();

/** Terms by which an entry opens its position. Each leg has a protection of its own. */
const openingOf = ({ opening, legs }: TradingTerms, { leg }: OrderRow): OpeningTerms => {
  const protection = leg === null ? undefined : legs?.[leg];
  return protection ? { ...opening, protection } : opening;
};

/** Books a fill: order, position, trade, log and alert, in the caller's transaction. */
export const bookFill = async (
  tx: Transaction,
  { sinks, lastPrice, protectionOf }: BookingDeps,
  terms: TradingTerms,
  order: OrderRow,
  fill: Fill,
): Promise<BookedFill> => {
  const held = order.position_id === null ? undefined : protectionOf?.(order.position_id);
  const settled =
    order.purpose === 'entry'
      ? await settleEntry(tx, order, fill, openingOf(terms, order), held)
      : { ...(await settleExit(tx, order, await positionOf(tx, order), fill)), protection: null };
  const filled = await fillOrder(tx, sinks.hub, { ...order, position_id: settled.position.id }, fill);
  announcePosition(sinks, tx, terms.strategy, settled.position, lastPrice(order.symbol));
  if (order.purpose === 'entry' && filled.state === 'filled')
    await announceEntry(sinks, tx, terms.strategy, filled);
  if (settled.trade) await announceTrade(sinks, tx, terms.strategy, settled.trade, order.purpose);
  if (order.mode === 'live' && settled.position.status === 'closed')
    await clearUnclosed(tx, sinks.hub, settled.position);
  return { order: filled, ...settled };
};

/**
 * Book what an exit has sold that ends before it is full. This runs in the transaction that writes its end; `order`
 * is the row as it was before. Null when there is nothing to book.
 */
export const bookEndedExit = async (
  tx: Transaction,
  { sinks, lastPrice }: BookingDeps,
  terms: TradingTerms,
  order: OrderRow,
): Promise<{ readonly position: PositionRow; readonly trade: TradeRow } | null> => {
  const settled = await settleEndedExit(tx, order);
  if (!settled?.trade) return null;
  const { position, trade } = settled;
  announcePosition(sinks, tx, terms.strategy, position, lastPrice(order.symbol));
  await announceTrade(sinks, tx, terms.strategy, trade, order.purpose);
  return { position, trade };
};
