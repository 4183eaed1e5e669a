import type { Instrument, Segment } from '../instrument.ts';
import type { Protection, Side } from '../protection.ts';
import { lotProfit, type Lot as OpenLot } from '../trading/account.ts';
import type { RulePath } from './simulation.ts';

/** One entry while some of it is open: its origin and its protection. */
export interface Lot extends OpenLot {
  readonly entryTime: number;
  readonly entryIndex: number;
  readonly entryPrice: number;
  readonly entryQuantity: number;
  readonly entryRule: RulePath;
  readonly lotSize: number;
  protection: Protection;
}

/** Everything an account holds of one instrument: its open entries, oldest first. */
export class Position {
  readonly instrument: Instrument;
  readonly segment: Segment;
  /** Side of what is open, or of what was last. */
  side: Side;
  /**
   * The open lots. The list is replaced, never changed in place, so that it can be walked through while lots are
   * closed.
   */
  lots: readonly Lot[] = [];
  /** Last close seen, paise. */
  mark = 0;
  /** When the depository was last paid for a sale, epoch ms. */
  depositoryPaidAt = Number.NaN;

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

  /** Margin and unrealised profit at the last close, paise. */
  worth(): number {
    let sum = 0;
    for (const lot of this.lots) sum += lot.margin + lotProfit(lot, this.mark);
    return sum;
  }
}
