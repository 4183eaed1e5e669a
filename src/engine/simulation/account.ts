import { addCharges, dpCharge, Tariff, type Charges } from '../charges/charges.ts';
import type { ChargePlan } from '../charges/plan.ts';
import type { Segment } from '../instrument.ts';
import { closingSide, openingSide, type Protection, type Side } from '../protection.ts';
import { isDepositoryDue } from '../charges/charges-of-fill.ts';
import { Account, shareOf } from '../trading/account.ts';
import type { Lot, Position } from './position.ts';
import type { ExitReason, Fill, RulePath, Trade } from './simulation.ts';

/** An order to be executed: when, where it met the market and what it got. */
interface Execution {
  readonly time: number;
  /** Number of the bar in its series. */
  readonly index: number;
  readonly marketPrice: number;
  readonly price: number;
  readonly quantity: number;
  readonly rule: RulePath;
}

interface EntryOrder extends Execution {
  readonly lotSize: number;
  readonly marginPercent: number;
  readonly protection: Protection;
}

interface ExitOrder extends Execution {
  /** Lots to sell from, the first one first; they hold at least its quantity. */
  readonly lots: readonly Lot[];
  readonly why: ExitReason;
}

/** A simulated account shared by all instruments: cash, positions and their record. Money in paise. */
export class SimulatedAccount extends Account {
  readonly trades: Trade[] = [];
  readonly fills: Fill[] = [];
  /** Number of instruments with an open position. */
  openPositions = 0;
  private readonly positions: readonly Position[];
  private readonly plan: ChargePlan;
  private readonly tariff: Tariff;

  constructor(capital: number, plan: ChargePlan, positions: readonly Position[]) {
    super(capital);
    this.plan = plan;
    this.tariff = new Tariff(plan);
    this.positions = positions;
  }

  /** Charges of opening a position, unrounded. */
  entryCharges(segment: Segment, side: Side, turnoverPaise: number, time: number): Charges {
    return this.tariff.chargesOn({ segment, side: openingSide(side), turnoverPaise, time });
  }

  /** Adds a lot to a position. */
  open(position: Position, order: EntryOrder): void {
    const { side } = position;
    const { time, index, price, quantity, rule, lotSize, protection } = order;
    const charges = this.entryCharges(position.segment, side, quantity * price, time);
    const share = shareOf(quantity * price, order.marginPercent, charges);
    const lot: Lot = {
      side,
      quantity,
      value: share.value,
      margin: share.margin,
      charges,
      chargesPaid: share.chargesPaid,
      entryTime: time,
      entryIndex: index,
      entryPrice: price,
      entryQuantity: quantity,
      entryRule: rule,
      lotSize,
      protection,
    };
    this.enter(lot);
    if (!position.isOpen) this.openPositions++;
    position.lots = [...position.lots, lot];
    position.mark = price;
    this.writeFill(position, openingSide(side), 'entry', order, charges);
  }

  /** Closes (part of) lots by one order: a trade for each lot it takes from. */
  close(position: Position, order: ExitOrder): void {
    const { instrument, segment } = position;
    const { time, price, quantity, why, rule, lots } = order;
    const side = closingSide(position.side);
    const leg = this.tariff.chargesOn({ segment, side, turnoverPaise: quantity * price, time });
    const charges = this.isDepositoryDue(position, order) ? addCharges(leg, dpCharge(time, this.plan)) : leg;
    this.writeFill(position, side, why, order, charges);
    this.exit(lots, { quantity, price, charges }, (lot, figures) => {
      this.trades.push({
        symbol: instrument.symbol,
        side: position.side,
        quantity: figures.quantity,
        entryTime: lot.entryTime,
        entryPrice: lot.entryPrice,
        exitTime: time,
        exitPrice: price,
        why,
        entryRule: lot.entryRule,
        exitRule: rule,
        barsHeld: order.index - lot.entryIndex + 1,
        gross: figures.gross,
        charges: figures.charges,
        chargesPaise: figures.chargesPaise,
        net: figures.net,
        isOpenAtEnd: why === 'end-of-data',
      });
    });
    position.lots = position.lots.filter((lot) => lot.quantity > 0);
    if (!position.isOpen) this.openPositions--;
  }

  private writeFill(
    { instrument: { symbol } }: Position,
    side: Fill['side'],
    why: Fill['why'],
    { time, quantity, price, marketPrice, rule }: Execution,
    charges: Charges,
  ): void {
    this.fills.push({ time, symbol, side, quantity, price, marketPrice, why, rule, charges });
  }

  private isDepositoryDue(position: Position, { lots, time: at }: ExitOrder): boolean {
    const [oldest] = lots;
    const paidAt = position.depositoryPaidAt;
    if (!oldest || !isDepositoryDue(position.segment, { enteredAt: oldest.entryTime, at, paidAt }))
      return false;
    position.depositoryPaidAt = at;
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
