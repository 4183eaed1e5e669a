import { dayNumber } from '../bars.ts';
import { addCharges, chargePaise, Tariff, dpCharge, totalCharges, type Charges } from '../charges/charges.ts';
import { chargePortion, remainingCharges } from '../charges/charge-portion.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Segment } from '../instrument.ts';
import { closingSide, openingSide, type Protection, type Side } from '../protection.ts';
import { marginFor } from '../sizing.ts';
import type { Lot, Position } from './position.ts';
import type { ExitReason, Fill, RulePath, Trade } from './simulation.ts';

/** An order to be executed: when, where it met the market and what it got. */
interface Execution {
  readonly time: number;
  /** Number of the bar in its series. */
  readonly index: number;
  readonly marketPrice: number;
  readonly price: number;
}

export interface EntryOrder extends Execution {
  readonly quantity: number;
  readonly lotSize: number;
  readonly marginPercent: number;
  readonly rule: RulePath;
  readonly protection: Protection;
}

export interface ExitOrder extends Execution {
  /** What to take from, the first one first. */
  readonly lots: readonly Lot[];
  /** At most what the lots hold. */
  readonly quantity: number;
  readonly why: ExitReason;
  readonly rule: RulePath;
}

/** Cash, positions and the record of one simulated account shared by all instruments. Money in paise. */
export class Account {
  cash: number;
  readonly trades: Trade[] = [];
  readonly fills: Fill[] = [];
  /** Number of instruments with an open position. */
  openPositions = 0;
  private readonly positions: readonly Position[];
  private readonly plan: ChargePlan;
  private readonly tariff: Tariff;

  constructor(capital: number, plan: ChargePlan, positions: readonly Position[]) {
    this.cash = capital;
    this.plan = plan;
    this.tariff = new Tariff(plan);
    this.positions = positions;
  }

  /** Charges of opening a position, unrounded. */
  entryCharges(segment: Segment, side: Side, turnoverPaise: number, time: number): Charges {
    return this.tariff.chargesOn({ segment, side: openingSide(side), turnoverPaise, time });
  }

  /** Adds a lot to a position: its margin and entry charges leave the cash. */
  enter(position: Position, order: EntryOrder): void {
    const { segment, side, instrument } = position;
    const { time, index, price, marketPrice, quantity, rule } = order;
    const charges = this.entryCharges(segment, side, quantity * price, time);
    const margin = marginFor(quantity, price, order.marginPercent);
    const chargesPaid = chargePaise(totalCharges(charges));
    this.cash -= margin + chargesPaid;
    const lot: Lot = {
      entryTime: time,
      entryIndex: index,
      entryPrice: price,
      entryQuantity: quantity,
      entryRule: rule,
      lotSize: order.lotSize,
      quantity,
      margin,
      charges,
      chargesPaid,
      protection: order.protection,
      partsDone: 0,
    };
    if (!position.isOpen) this.openPositions++;
    position.lots = [...position.lots, lot];
    position.mark = price;
    const { symbol } = instrument;
    this.fills.push({
      time,
      symbol,
      side: openingSide(side),
      quantity,
      price,
      marketPrice,
      why: 'entry',
      rule,
      charges,
    });
  }

  /** Closes (part of) lots by one order: a trade for each lot it takes from. Margin, profit and charges are settled. */
  exit(position: Position, order: ExitOrder): void {
    const { instrument, segment, side: way } = position;
    const { time, price, marketPrice, quantity, why, rule } = order;
    const side = closingSide(way);
    const leg = this.tariff.chargesOn({ segment, side, turnoverPaise: quantity * price, time });
    const charges = this.isDepositoryDue(position, order) ? addCharges(leg, dpCharge(time, this.plan)) : leg;
    this.fills.push({
      time,
      symbol: instrument.symbol,
      side,
      quantity,
      price,
      marketPrice,
      why,
      rule,
      charges,
    });
    let left = quantity;
    let chargesLeft = charges;
    for (const lot of order.lots) {
      if (left === 0) break;
      const part = Math.min(left, lot.quantity);
      const portion = chargePortion(chargesLeft, part, left);
      if (part < left) chargesLeft = remainingCharges(chargesLeft, portion);
      left -= part;
      this.closePart(position, lot, part, portion, order);
    }
    position.lots = position.lots.filter((lot) => lot.quantity > 0);
    if (!position.isOpen) this.openPositions--;
  }

  private closePart(
    position: Position,
    lot: Lot,
    quantity: number,
    exitCharges: Charges,
    order: ExitOrder,
  ): void {
    const entryCharges = chargePortion(lot.charges, quantity, lot.quantity);
    const paid = Math.round((lot.chargesPaid * quantity) / lot.quantity);
    const margin = Math.round((lot.margin * quantity) / lot.quantity);
    if (quantity < lot.quantity) lot.charges = remainingCharges(lot.charges, entryCharges);
    lot.chargesPaid -= paid;
    lot.margin -= margin;
    lot.quantity -= quantity;
    const charges = addCharges(entryCharges, exitCharges);
    const chargesPaise = chargePaise(totalCharges(charges));
    const gross = position.grossOf(lot, quantity, order.price);
    // Entry charges have been paid already; the rest makes the trade's total come out as rounded once.
    this.cash += margin + gross - (chargesPaise - paid);
    this.trades.push({
      symbol: position.instrument.symbol,
      side: position.side,
      quantity,
      entryTime: lot.entryTime,
      entryPrice: lot.entryPrice,
      exitTime: order.time,
      exitPrice: order.price,
      why: order.why,
      entryRule: lot.entryRule,
      exitRule: order.rule,
      barsHeld: order.index - lot.entryIndex + 1,
      gross,
      charges,
      chargesPaise,
      net: gross - chargesPaise,
      isOpenAtEnd: order.why === 'end-of-data',
    });
  }

  /** The depository is paid once per share and day, for what was not bought on the same day. */
  private isDepositoryDue(position: Position, { lots, time }: ExitOrder): boolean {
    if (position.segment !== 'delivery') return false;
    const day = dayNumber(time);
    const [oldest] = lots;
    if (!oldest || dayNumber(oldest.entryTime) === day || position.depositoryDay === day) return false;
    position.depositoryDay = day;
    return true;
  }

  /** Cash, margin and unrealised profit at the last closes. */
  equity(): number {
    let sum = this.cash;
    if (this.openPositions > 0)
      for (const position of this.positions) if (position.isOpen) sum += position.worth();
    return sum;
  }
}
