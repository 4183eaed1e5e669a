import type { Protection } from '../../engine/protection.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { announceEntry, announcePosition, announceTrade, type Announcer } from './announce.ts';
import type { Fill } from './fill.ts';
import { fillOrder } from './order-book.ts';
import type { TradingTerms } from './order-path.ts';
import { settleEntry, settleExit } from './settle-fill.ts';
import type { LastPrice } from './views.ts';

interface BookingNeeds {
  readonly announcer: Announcer;
  readonly lastPrice: (symbol: string) => LastPrice | null;
}

/** What a fill did to its order and position. */
export interface BookedFill {
  readonly order: OrderRow;
  readonly position: PositionRow;
  /** Null after an exit, which leaves the protection as it is. */
  readonly protection: Protection | null;
  readonly trade: TradeRow | null;
}

const positionOf = (tx: Transaction, order: OrderRow): Promise<PositionRow> =>
  tx.query.selectFrom('positions').selectAll().where('id', '=', order.position_id).executeTakeFirstOrThrow();

/** Books a fill: order, position, trade, log and alert, in the caller's transaction. */
export const bookFill = async (
  tx: Transaction,
  { announcer, lastPrice }: BookingNeeds,
  terms: TradingTerms,
  order: OrderRow,
  fill: Fill,
): Promise<BookedFill> => {
  const settled =
    order.purpose === 'entry'
      ? await settleEntry(tx, order, fill, terms.opening)
      : {
          ...(await settleExit(tx, order, await positionOf(tx, order), fill, order.reason)),
          protection: null,
        };
  const filled = await fillOrder(tx, announcer.hub, { ...order, position_id: settled.position.id }, fill);
  announcePosition(announcer, tx, terms.trick, settled.position, lastPrice(order.symbol));
  if (order.purpose === 'entry' && filled.state === 'filled')
    await announceEntry(announcer, tx, terms.trick, filled);
  if (settled.trade) {
    const why = order.purpose === 'stop-loss' ? 'stop-loss' : 'other';
    await announceTrade(announcer, tx, terms.trick, settled.trade, why);
  }
  return { order: filled, ...settled };
};
