import { chargePortion, remainingCharges } from '../charges/charge-portion.ts';
import { addCharges, chargePaise, NO_CHARGES, totalCharges, type Charges } from '../charges/charges.ts';
import type { Side } from '../protection.ts';

/** One entry while some of it is open: what no trade has taken off it yet. Money in paise. */
export interface Lot {
  readonly side: Side;
  quantity: number;
  /** Σ(quantity × price) of it. */
  value: number;
  /** Margin that it has set aside. */
  margin: number;
  /** The entry's charges, unrounded. `chargesPaid` is how much of them has left the cash. */
  charges: Charges;
  chargesPaid: number;
}

/** Value, margin and charges with which some shares were entered. */
type Share = Pick<Lot, 'value' | 'margin' | 'charges' | 'chargesPaid'>;

/** Value, margin and charges of a new lot. The value is in paise. */
export const shareOf = (value: number, marginPercent: number, charges: Charges): Share => ({
  value,
  margin: Math.ceil((value * marginPercent) / 100),
  charges,
  chargesPaid: chargePaise(totalCharges(charges)),
});

/** Remove shares from a lot, with their part of all it holds. The last ones get exactly the rest. */
export const removeShare = (lot: Lot, quantity: number): Share => {
  const whole = lot.quantity;
  const { charges } = lot;
  const share = {
    value: Math.round((lot.value * quantity) / whole),
    margin: Math.round((lot.margin * quantity) / whole),
    charges: chargePortion(charges, quantity, whole),
    chargesPaid: Math.round((lot.chargesPaid * quantity) / whole),
  };
  lot.charges = quantity === whole ? NO_CHARGES : remainingCharges(charges, share.charges);
  lot.value -= share.value;
  lot.margin -= share.margin;
  lot.chargesPaid -= share.chargesPaid;
  lot.quantity -= quantity;
  return share;
};

const signOf = (side: Side): 1 | -1 => (side === 'long' ? 1 : -1);

/** Profit at a price on a lot's open part; before charges, paise. */
export const lotProfit = (
  { side, quantity, value }: Pick<Lot, 'side' | 'quantity' | 'value'>,
  price: number,
): number => (side === 'long' ? price * quantity - value : value - price * quantity);

/** Profit of lots at a price; before charges, paise. */
export const openProfit = (lots: readonly Lot[], price: number): number =>
  lots.reduce((sum, lot) => sum + lotProfit(lot, price), 0);

/** Profit of lots at a price, in percent. It is taken of their average entry price, before charges. */
export const profitPercent = (lots: readonly Lot[], price: number): number => {
  let [cost, profit] = [0, 0];
  for (const lot of lots) {
    cost += lot.value;
    profit += lotProfit(lot, price);
  }
  return (100 * profit) / cost;
};

/** Figures of a trade. Charges item by item and unrounded, and in whole paise, rounded once. */
export interface TradeFigures {
  readonly quantity: number;
  readonly gross: number;
  readonly charges: Charges;
  readonly chargesPaise: number;
  readonly net: number;
}

const figuresOf = (quantity: number, gross: number, charges: Charges): TradeFigures => {
  const chargesPaise = chargePaise(totalCharges(charges));
  // A short that is left at its entry price makes nothing, which is not less than nothing (−0).
  return { quantity, gross: gross + 0, charges, chargesPaise, net: gross - chargesPaise };
};

/** The cash of one account, whatever it holds. */
export class Account {
  /** Free: neither set aside nor paid, paise. */
  cash: number;

  constructor(capital: number) {
    this.cash = capital;
  }

  /** A lot was entered: its margin and charges leave the cash. */
  enter({ margin, chargesPaid }: Lot): void {
    this.cash -= margin + chargesPaid;
  }

  /**
   * One order closed so many shares of lots, the first lot first: `onPart` hears of the trade that it makes of each.
   * The charges of the order are split over them to the last unit.
   */
  exit<L extends Lot>(
    lots: readonly L[],
    order: { readonly quantity: number; readonly price: number; readonly charges: Charges },
    onPart: (lot: L, figures: TradeFigures) => void,
  ): void {
    let { quantity: left, charges: chargesLeft } = order;
    for (const lot of lots) {
      if (left === 0) break;
      const quantity = Math.min(left, lot.quantity);
      const exitCharges = chargePortion(chargesLeft, quantity, left);
      if (quantity < left) chargesLeft = remainingCharges(chargesLeft, exitCharges);
      left -= quantity;
      const share = removeShare(lot, quantity);
      const gross = signOf(lot.side) * (quantity * order.price - share.value);
      const figures = figuresOf(quantity, gross, addCharges(share.charges, exitCharges));
      // Entry charges have been paid already; the rest makes the trade's total come out as rounded once.
      this.cash += share.margin + gross - (figures.chargesPaise - share.chargesPaid);
      onPart(lot, figures);
    }
  }
}

/**
 * The cash of an account, from capital, trades and open lots. `net` is that of its trades. The result is the same as an
 * `Account` keeps.
 */
export const cashAfter = (capital: number, net: number, open: readonly Lot[]): number =>
  open.reduce((cash, { margin, chargesPaid }) => cash - margin - chargesPaid, capital + net);

/** Totals of one position so far, over all its orders. Money in paise. */
export interface PositionTotals {
  readonly side: Side;
  readonly entryQuantity: number;
  readonly entryValue: number;
  readonly entryCharges: Charges;
  /** Still open. */
  readonly quantity: number;
  readonly exitValue: number;
  /** Of all its orders, the entry's included. */
  readonly charges: Charges;
}

/** Open lot of a position. */
export const lotOf = (
  { side, entryQuantity, entryValue, entryCharges, quantity }: PositionTotals,
  marginPercent: number,
): Lot => {
  const lot = { side, quantity: entryQuantity, ...shareOf(entryValue, marginPercent, entryCharges) };
  if (quantity < entryQuantity) removeShare(lot, entryQuantity - quantity);
  return lot;
};

/**
 * A trade of what a position closed since its earlier trades. `entryValue` and `exitValue` are what its shares were
 * bought and sold for.
 */
export interface PartTrade extends TradeFigures {
  readonly entryValue: number;
  readonly exitValue: number;
}

/**
 * The trade of what a position closed since its earlier trades. Null when nothing was. Quantity, gross and charges of
 * all trades together are those of the position, to the last unit.
 */
export const tradeSince = (
  totals: PositionTotals,
  earlier: readonly Pick<TradeFigures, 'quantity' | 'gross' | 'charges'>[],
): PartTrade | null => {
  const { side, entryQuantity, entryValue, quantity: open } = totals;
  const lot: Lot = { side, quantity: entryQuantity, ...shareOf(entryValue, 100, totals.entryCharges) };
  let gross = signOf(side) * totals.exitValue;
  let { charges } = totals;
  for (const trade of earlier) {
    removeShare(lot, trade.quantity);
    gross -= trade.gross;
    charges = remainingCharges(charges, trade.charges);
  }
  const quantity = lot.quantity - open;
  if (quantity === 0) return null;
  const { value } = removeShare(lot, quantity);
  gross -= signOf(side) * (entryValue - lot.value);
  charges = remainingCharges(charges, lot.charges);
  return {
    ...figuresOf(quantity, gross, charges),
    entryValue: value,
    exitValue: value + signOf(side) * gross,
  };
};
