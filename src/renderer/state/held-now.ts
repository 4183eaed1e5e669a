import type { BasketConstituent, HeldBasket, InstrumentHolding } from '../../shared/contract/baskets.ts';
import type { Mode, Source } from '../../shared/contract/fields.ts';
import { markToMarket } from '../../shared/mark-to-market.ts';
import { areValuesCurrent, type Quotes } from '../../shared/quotes.ts';

/** Whose shares: every purchase of them, and how many there were when figures were loaded. */
interface Shares {
  readonly mode: Mode;
  readonly source: Source;
  readonly strategyIds: readonly number[];
  /** Only of this instrument. */
  readonly symbol?: string;
  readonly quantity: number;
}

/**
 * Worth of shares at the latest prices; money in paise. Charges to come stay as they were loaded: those of the positions
 * do not add up, since the depository takes its own once for a share.
 */
interface Worth {
  readonly value: number;
  readonly ltp: number;
}

/** Null while other shares are held than were loaded. Those are about to be loaded again. */
const worthOf = ({ mode, source, strategyIds, symbol, quantity }: Shares, quotes: Quotes): Worth | null => {
  if (!areValuesCurrent(quotes)) return null;
  let [held, value, ltp] = [0, 0, 0];
  for (const position of quotes.values.values()) {
    if (position.mode !== mode || position.source !== source || position.product !== 'delivery') continue;
    if (!strategyIds.includes(position.strategyId)) continue;
    if (symbol !== undefined && position.symbol !== symbol) continue;
    const price = markToMarket(position, quotes).ltp;
    if (price === null) return null;
    held += position.quantity;
    value += position.quantity * price;
    ltp = price;
  }
  return held > 0 && held === quantity ? { value, ltp } : null;
};

/** A line of Holdings at the latest prices, with its holders. */
export const holdingNow = (row: InstrumentHolding, quotes: Quotes): InstrumentHolding => {
  const { symbol, mode, source } = row;
  const now = worthOf(
    { mode, source, symbol, quantity: row.quantity, strategyIds: row.parts.map((part) => part.strategyId) },
    quotes,
  );
  if (!now) return row;
  return {
    ...row,
    ...now,
    pnl: row.pnl + now.value - row.value,
    parts: row.parts.map((part) => {
      const mine = worthOf(
        { mode, source, symbol, quantity: part.quantity, strategyIds: [part.strategyId] },
        quotes,
      );
      if (!mine) return part;
      const { value } = mine;
      return { ...part, value, pnl: part.pnl + value - part.value };
    }),
  };
};

/** A basket at the latest prices. */
export const basketNow = (basket: HeldBasket, quotes: Quotes): HeldBasket => {
  const { mode, source, strategyId, quantity, cash, invested } = basket;
  const now = worthOf({ mode, source, quantity, strategyIds: [strategyId] }, quotes);
  if (!now) return basket;
  const value = cash + now.value;
  const pnl = basket.pnl + value - basket.value;
  return {
    ...basket,
    value,
    pnl,
    returnPercent: invested === 0 ? 0 : (pnl / invested) * 100,
  };
};

/** A share of a basket that is held at the latest price. */
export const constituentNow = (
  row: BasketConstituent,
  { mode, source, strategyId }: HeldBasket,
  quotes: Quotes,
): BasketConstituent => {
  const now = worthOf(
    { mode, source, symbol: row.symbol, quantity: row.quantity, strategyIds: [strategyId] },
    quotes,
  );
  if (!now) return row;
  const { ltp, value } = now;
  return { ...row, ltp, value, pnl: row.pnl + value - row.value };
};

/** Sums over baskets at the latest prices. */
export const basketTotalsNow = <Totals extends { readonly value: number; readonly pnl: number }>(
  totals: Totals,
  baskets: readonly HeldBasket[],
  quotes: Quotes,
): Totals => {
  const moved = baskets.reduce((sum, each) => sum + basketNow(each, quotes).value - each.value, 0);
  return { ...totals, value: totals.value + moved, pnl: totals.pnl + moved };
};
