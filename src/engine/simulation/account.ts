import { dayNumber } from '../bars.ts';
import {
  addCharges,
  chargePaise,
  chargesOnOrder,
  dpCharge,
  totalCharges,
  type Charges,
} from '../charges/charges.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Instrument, Segment } from '../instrument.ts';
import type { Protection, Side } from '../protection.ts';
import { marginFor } from '../sizing.ts';
import type { ExitReason, Fill, Trade } from './simulation.ts';

/** A position while it is open. */
export interface OpenPosition {
  readonly instrument: Instrument;
  readonly segment: Segment;
  readonly side: Side;
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryIndex: number;
  readonly entryPrice: number;
  readonly margin: number;
  readonly entryCharges: Charges;
  protection: Protection;
  /** Last close seen, paise. */
  mark: number;
}

/** An order to be executed: where it met the market and what it got. */
export interface Execution {
  readonly time: number;
  readonly marketPrice: number;
  readonly price: number;
}

/** Profit before charges of a position at a price, paise. */
const grossAt = (position: Pick<OpenPosition, 'side' | 'entryPrice' | 'quantity'>, price: number): number =>
  (position.side === 'long' ? price - position.entryPrice : position.entryPrice - price) * position.quantity;

const openingSide = (side: Side): 'buy' | 'sell' => (side === 'long' ? 'buy' : 'sell');
export const closingSide = (side: Side): 'buy' | 'sell' => (side === 'long' ? 'sell' : 'buy');

/** Cash, open positions and the record of one simulated account shared by all instruments. Money in paise. */
export class Account {
  cash = 0;
  readonly open = new Set<OpenPosition>();
  readonly trades: Trade[] = [];
  readonly fills: Fill[] = [];
  private readonly plan: ChargePlan;

  constructor(capital: number, plan: ChargePlan) {
    this.cash = capital;
    this.plan = plan;
  }

  /** Charges of opening a position, unrounded. */
  entryCharges(segment: Segment, side: Side, turnoverPaise: number, time: number): Charges {
    return chargesOnOrder({ segment, side: openingSide(side), turnoverPaise, time }, this.plan);
  }

  /** Opens a position: its margin and entry charges leave the cash. */
  enter(
    position: Pick<
      OpenPosition,
      'instrument' | 'segment' | 'side' | 'quantity' | 'entryIndex' | 'protection'
    >,
    marginPercent: number,
    at: Execution,
  ): OpenPosition {
    const { segment, side, quantity, instrument } = position;
    const entryCharges = this.entryCharges(segment, side, quantity * at.price, at.time);
    const margin = marginFor(quantity, at.price, marginPercent);
    const opened = {
      ...position,
      entryTime: at.time,
      entryPrice: at.price,
      margin,
      entryCharges,
      mark: at.price,
    };
    this.cash -= margin + chargePaise(totalCharges(entryCharges));
    this.open.add(opened);
    this.fills.push({
      ...at,
      symbol: instrument.symbol,
      side: openingSide(side),
      quantity,
      why: 'entry',
      charges: entryCharges,
    });
    return opened;
  }

  /** Closes a position; margin, profit and charges are settled in cash. */
  exit(position: OpenPosition, why: ExitReason, barsHeld: number, at: Execution): void {
    const { side, quantity, entryTime, entryPrice, entryCharges, margin, segment, instrument } = position;
    const order = { segment, side: closingSide(side), turnoverPaise: quantity * at.price, time: at.time };
    const leg = chargesOnOrder(order, this.plan);
    const isFromDemat = segment === 'delivery' && dayNumber(at.time) > dayNumber(entryTime);
    const exitCharges = isFromDemat ? addCharges(leg, dpCharge(at.time, this.plan)) : leg;
    const charges = addCharges(entryCharges, exitCharges);
    const chargesPaise = chargePaise(totalCharges(charges));
    const gross = grossAt(position, at.price);
    // Entry charges have been paid already; the rest makes the trade's total come out as rounded once.
    const stillDue = chargesPaise - chargePaise(totalCharges(entryCharges));
    this.cash += margin + gross - stillDue;
    this.open.delete(position);
    const { symbol } = instrument;
    this.fills.push({ ...at, symbol, side: order.side, quantity, why, charges: exitCharges });
    this.trades.push({
      symbol,
      side,
      quantity,
      entryTime,
      entryPrice,
      exitTime: at.time,
      exitPrice: at.price,
      why,
      barsHeld,
      gross,
      charges,
      chargesPaise,
      net: gross - chargesPaise,
      isOpenAtEnd: why === 'end-of-data',
    });
  }

  /** Cash, margin and unrealised profit at the last closes. */
  equity(): number {
    let sum = this.cash;
    for (const position of this.open) sum += position.margin + grossAt(position, position.mark);
    return sum;
  }
}
