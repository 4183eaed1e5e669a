import { chargePaise, chargesOnOrder, totalCharges } from '../../engine/charges/charges.ts';
import { MARGIN_PERCENT, segmentOf } from '../../engine/instrument.ts';
import { marginFor, type SizingInput } from '../../engine/sizing.ts';
import type { PositionRow } from '../db/schema.ts';
import { contractOf, findInstrument, type MasterRow, tradedAs } from '../market/instrument-master.ts';
import { entryChargesOf, TEST_PLAN } from './position-charges.ts';
import type { RunningTrick } from './running-trick.ts';

/** What is still open of a position has set aside so much, paise. */
const marginOf = (position: PositionRow): number => {
  const kind = findInstrument(position.symbol)?.kind ?? 'equity';
  const value = (position.entry_value * position.quantity) / position.entry_quantity;
  return Math.ceil((value * MARGIN_PERCENT[kind]) / 100);
};

/** Free cash of a trick, as in a backtest: capital and results so far, less margin and entry charges of what is open. */
export const cashOf = (capital: number, realised: number, open: readonly PositionRow[]): number =>
  open.reduce(
    (cash, position) => cash - marginOf(position) - chargePaise(totalCharges(entryChargesOf(position))),
    capital + realised,
  );

/** What an entry takes at a price, charges included, paise: what a broker blocks for it. */
export const fundsFor = (
  order: { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly quantity: number },
  product: 'intraday' | 'delivery',
  price: number,
  time: number,
): number => {
  const { kind } = tradedAs(order.symbol);
  const { side, quantity } = order;
  const leg = { segment: segmentOf(kind, product), side, turnoverPaise: quantity * price, time };
  return (
    marginFor(quantity, price, MARGIN_PERCENT[kind]) +
    chargePaise(totalCharges(chargesOnOrder(leg, TEST_PLAN)))
  );
};

/** What a position of a trick is sized from at a price; the stop distance is the caller's to add. */
export const sizingOf = (
  { document, row: trick }: RunningTrick,
  row: MasterRow,
  cash: number,
  price: number,
  now: number,
): SizingInput => {
  const segment = segmentOf(row.kind, document.product);
  const side = document.side === 'long' ? 'buy' : 'sell';
  return {
    size: document.size,
    capital: trick.capital,
    cash,
    price,
    lotSize: contractOf(row, price, now).lotSize,
    marginPercent: MARGIN_PERCENT[row.kind],
    stopDistance: null,
    chargesOn: (quantity) =>
      chargePaise(
        totalCharges(
          chargesOnOrder({ segment, side, turnoverPaise: quantity * price, time: now }, TEST_PLAN),
        ),
      ),
  };
};

/** What the rules may ask about a position: its profit at the average of all its entries, and since when it is held. */
export const heldState = (
  positions: readonly PositionRow[],
  price: number,
): { profitPercent: number; openedAt: number } | null => {
  const [oldest] = positions;
  if (!oldest) return null;
  const quantity = positions.reduce((sum, row) => sum + row.quantity, 0);
  const cost = positions.reduce((sum, row) => sum + (row.entry_value * row.quantity) / row.entry_quantity, 0);
  const average = cost / quantity;
  const sign = oldest.side === 'long' ? 1 : -1;
  return { profitPercent: ((sign * (price - average)) / average) * 100, openedAt: oldest.opened_at };
};
