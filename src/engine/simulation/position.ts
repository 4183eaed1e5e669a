import type { Charges } from '../charges/charges.ts';
import type { Instrument, Segment } from '../instrument.ts';
import type { Protection, Side } from '../protection.ts';
import type { RulePath } from './simulation.ts';

/** One entry while some of it is open. Money in paise. */
export interface Lot {
  readonly entryTime: number;
  readonly entryIndex: number;
  readonly entryPrice: number;
  readonly entryQuantity: number;
  readonly entryRule: RulePath;
  readonly lotSize: number;
  /** What is still open of it, and what that has set aside. */
  quantity: number;
  margin: number;
  /** The entry's charges that no trade has borne yet (unrounded), and how much of them has left the cash. */
  charges: Charges;
  chargesPaid: number;
  protection: Protection;
  /** Levels of `protection.partialExits` that have been reached. */
  partsDone: number;
}

/** Everything an account holds of one instrument: its open entries, oldest first. */
export class Position {
  readonly instrument: Instrument;
  readonly segment: Segment;
  readonly side: Side;
  /** Replaced, never changed in place, so that it can be walked through while lots are closed. */
  lots: readonly Lot[] = [];
  /** Last close seen, paise. */
  mark = 0;
  /** Indian calendar day on which the depository was last paid for a sale. */
  depositoryDay = Number.NaN;

  constructor(instrument: Instrument, segment: Segment, side: Side) {
    this.instrument = instrument;
    this.segment = segment;
    this.side = side;
  }

  get isOpen(): boolean {
    return this.lots.length > 0;
  }

  get quantity(): number {
    let sum = 0;
    for (const lot of this.lots) sum += lot.quantity;
    return sum;
  }

  /** Profit before charges of some of a lot at a price, paise. */
  grossOf(lot: Lot, quantity: number, price: number): number {
    return (this.side === 'long' ? price - lot.entryPrice : lot.entryPrice - price) * quantity;
  }

  /** Margin and unrealised profit at the last close, paise. */
  worth(): number {
    let sum = 0;
    for (const lot of this.lots) sum += lot.margin + this.grossOf(lot, lot.quantity, this.mark);
    return sum;
  }

  /** Unrealised profit at a price in percent of the average entry price, before charges. */
  profitPercent(price: number): number {
    let cost = 0;
    let quantity = 0;
    for (const lot of this.lots) {
      cost += lot.entryPrice * lot.quantity;
      quantity += lot.quantity;
    }
    const average = cost / quantity;
    const change = (100 * (price - average)) / average;
    return this.side === 'long' ? change : -change;
  }
}
