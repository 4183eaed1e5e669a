import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { istDate } from '../../shared/time.ts';
import type { TradebookFillRow } from '../db/schema.ts';
import { keptSymbol } from './contract-names.ts';
import type { ParsedFill } from './parsed-fill.ts';

/** Figures that identify a fill: the same in any file of the broker. */
export const figuresOf = (
  fill: Pick<ParsedFill, 'symbol' | 'side' | 'quantity' | 'price' | 'tradedAt' | 'orderId'>,
): string =>
  [istDate(fill.tradedAt), fill.symbol, fill.side, fill.quantity, fill.price, fill.orderId].join('|');

/** Symbol of a kept fill. */
export const symbolOfRow = ({
  broker,
  symbol: name,
  exchange,
  kind,
  traded_at: at,
}: Pick<TradebookFillRow, 'broker' | 'symbol' | 'exchange' | 'kind' | 'traded_at'>): string =>
  keptSymbol(broker, { name, exchange, day: istDate(at) }, kind === 'share');

export const figuresOfRow = (
  row: Pick<
    TradebookFillRow,
    'broker' | 'symbol' | 'exchange' | 'kind' | 'side' | 'quantity' | 'price' | 'traded_at' | 'order_id'
  >,
): string => figuresOf({ ...row, symbol: symbolOfRow(row), tradedAt: row.traded_at, orderId: row.order_id });

/**
 * A fill's name among all fills of a user. Exchanges number trades anew each day and in each segment, so the number alone
 * is not enough; a fill without one is told by its figures and by how many like it came before it. A contract is named
 * as in the file, which never changes.
 */
export const identityOf = (broker: TradebookBroker, fill: ParsedFill, occurrence: number): string =>
  fill.tradeId === ''
    ? [broker, 'figures', figuresOf({ ...fill, symbol: fill.name }), occurrence].join('|')
    : [broker, fill.exchange, fill.kind, istDate(fill.tradedAt), fill.name, fill.side, fill.tradeId].join(
        '|',
      );
