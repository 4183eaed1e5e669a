import { chargePaise, chargesOnOrder, totalCharges } from '../../engine/charges/charges.ts';
import { lotSizeOn, MARGIN_PERCENT, segmentOf } from '../../engine/instrument.ts';
import { type EntryFunds, marginFor } from '../../engine/sizing.ts';
import type { PositionRow } from '../db/schema.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { entryChargesOf, TEST_PLAN } from './position-charges.ts';

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

/** What an entry is paid from at a price, paise. */
export const entryFunds = (
  { symbol, side }: { readonly symbol: string; readonly side: 'buy' | 'sell' },
  product: 'intraday' | 'delivery',
  cash: number,
  price: number,
  time: number,
): EntryFunds => {
  const { kind } = tradedAs(symbol);
  const segment = segmentOf(kind, product);
  return {
    cash,
    price,
    lotSize: lotSizeOn({ symbol, kind }, time),
    marginPercent: MARGIN_PERCENT[kind],
    chargesOn: (quantity) =>
      chargePaise(
        totalCharges(chargesOnOrder({ segment, side, turnoverPaise: quantity * price, time }, TEST_PLAN)),
      ),
  };
};

/** What an entry takes, charges included, paise: what a broker blocks for it. */
export const fundsFor = (quantity: number, { price, marginPercent, chargesOn }: EntryFunds): number =>
  marginFor(quantity, price, marginPercent) + chargesOn(quantity);

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
