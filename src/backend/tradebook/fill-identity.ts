import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { istDate } from '../../shared/time.ts';
import type { TradebookFillRow } from '../db/schema.ts';
import type { ParsedFill } from './parsed-fill.ts';

/** Figures that identify a fill: the same in any file of the broker. */
export const figuresOf = (
  fill: Pick<ParsedFill, 'symbol' | 'side' | 'quantity' | 'price' | 'tradedAt' | 'orderId'>,
): string =>
  [istDate(fill.tradedAt), fill.symbol, fill.side, fill.quantity, fill.price, fill.orderId].join('|');

export const figuresOfRow = (
  row: Pick<TradebookFillRow, 'symbol' | 'side' | 'quantity' | 'price' | 'traded_at' | 'order_id'>,
): string => figuresOf({ ...row, tradedAt: row.traded_at, orderId: row.order_id });

/**
 * A fill's name among all fills of a user. Exchanges number trades anew each day and in each segment, so the number alone
 * is not enough; a fill without one is told by its figures and by how many like it came before it.
 */
export const identityOf = (broker: TradebookBroker, fill: ParsedFill, occurrence: number): string =>
  fill.tradeId === ''
    ? [broker, 'figures', figuresOf(fill), occurrence].join('|')
    : [broker, fill.exchange, fill.kind, istDate(fill.tradedAt), fill.symbol, fill.side, fill.tradeId].join(
        '|',
      );
