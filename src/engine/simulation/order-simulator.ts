import { ANGEL_ONE } from '../charges/plan.ts';
import { chargePaise, totalCharges } from '../charges/charges.ts';
import { lockAt, lockText, type Lock } from '../circuits.ts';
import { MARGIN_PERCENT, lotSizeOn, tickSizeOn } from '../instrument.ts';
import { advanceProtection, closingSide, openingSide, openProtection, type Side } from '../protection.ts';
import { sessionGuard, type SessionGuard } from '../session-guard.ts';
import { wholeLots } from '../sizing.ts';
import { protectiveExits } from '../trading/protective-exits.ts';
import { cutToCash } from '../trading/rebalance.ts';
import { DayTally, lossBlockReason, sizeEntry } from '../trading/strategy-runtime.ts';
import { SimulatedAccount } from './account.ts';
import type { Lane, PendingEntry } from './lane.ts';
import type { Lot } from './position.ts';
import type { ExitReason, Rejection, RulePath, SimulationInput } from './simulation.ts';
import { slippedPrice, type Slippage } from './slippage.ts';

/** Where in the document each reason to close comes from; a partial exit has its number added. */
const EXIT_RULES: Readonly<Record<ExitReason, RulePath>> = {
  'stop-loss': 'stopLoss',
  'trailing-stop': 'trailing',
  target: 'target',
  'partial-exit': 'partialExits',
  'exit-rule': 'exit',
  reversal: 'reverse.entry',
  rotation: 'rotation',
  rebalance: 'rotation.reweigh',
  'square-off': 'squareOffTime',
  'session-end': 'squareOffTime',
  'margin-call': null,
  'end-of-data': null,
};

const PARTIAL_RULES: readonly RulePath[] = ['partialExits[0]', 'partialExits[1]', 'partialExits[2]'];

/** Exits without slippage: those that wait at their price, and mere valuations. */
const HOLDS_ITS_PRICE: ReadonlySet<ExitReason> = new Set(['target', 'partial-exit', 'end-of-data']);

const free = (): number => 0;

/** Turns decisions into orders: what may be entered, with how much, at what price, and what ends it. */
export class OrderSimulator {
  readonly account: SimulatedAccount;
  readonly rejections: Rejection[] = [];
  private readonly input: SimulationInput;
  private readonly guard: SessionGuard;
  private readonly slippage: Slippage | undefined;
  private readonly maxLossPerDay: number | null;
  readonly tally = new DayTally();
  private openingEquity = 0;

  constructor(input: SimulationInput, lanes: readonly Lane[]) {
    this.input = input;
    const positions = lanes.map((lane) => lane.position);
    this.account = new SimulatedAccount(input.capital, input.plan ?? ANGEL_ONE, positions);
    this.guard = sessionGuard(input.rules.document);
    this.slippage = input.slippage;
    this.maxLossPerDay = input.maxLossPerDay ?? null;
  }

  startDay(day: number): void {
    this.tally.turnTo(day);
    if (this.maxLossPerDay !== null) this.openingEquity = this.account.equity();
  }

  /** Close at an open what was decided, or square off in time. At a circuit it waits. */
  exitAtOpen(lane: Lane): void {
    if (!lane.position.isOpen) return;
    const { position, pendingExit, pendingTrim, time } = lane;
    const why =
      pendingExit ?? (this.guard.isSquareOff(time, position.instrument) ? ('square-off' as const) : null);
    if ((!why && pendingTrim === 0) || !this.canLeave(lane, lane.open)) return;
    if (why) this.leaveAll(lane, why, lane.open, this.exitRule(lane, why));
    else this.leave(lane, position.lots, pendingTrim, 'rebalance', lane.open);
    lane.pendingExit = null;
    lane.pendingTrim = 0;
  }

  /** Where in the document an exit at an open comes from: of rules that trade both sides each side has its own. */
  private exitRule({ position }: Lane, why: ExitReason): RulePath {
    const { side, reverse } = this.input.rules.document;
    if (!reverse || position.side === side) return EXIT_RULES[why];
    if (why === 'exit-rule') return 'reverse.exit';
    return why === 'reversal' ? 'entry' : EXIT_RULES[why];
  }

  /**
   * Close intraday holdings at the day's last close. If that price is locked, it is done at the first free one after
   * it.
   */
  endSession(lane: Lane): void {
    if (this.canLeave(lane, lane.position.mark)) this.leaveAll(lane, 'session-end', lane.position.mark);
    else lane.pendingExit ??= 'session-end';
  }

  private lockOf(lane: Lane, price: number): Lock | null {
    const { previousDayClose } = lane;
    if (previousDayClose === null) return null;
    return lockAt(lane.position.instrument, previousDayClose, price, lane.time);
  }

  private canLeave(lane: Lane, price: number): boolean {
    return this.lockOf(lane, price)?.side !== closingSide(lane.position.side);
  }

  /** Why no counterparty would fill an entry at a price; else null. The reason is a sentence. */
  lockedEntry(lane: Lane, side: Side, price: number): string | null {
    const lock = this.lockOf(lane, price);
    if (!lock || lock.side === closingSide(side)) return null;
    return lockText(lane.position.instrument.symbol, lock);
  }

  /** Closes everything that is open in a lane at a market price. */
  leaveAll(lane: Lane, why: ExitReason, marketPrice: number, rule = EXIT_RULES[why]): void {
    this.leave(lane, lane.position.lots, lane.position.quantity, why, marketPrice, rule);
  }

  private leave(
    lane: Lane,
    lots: readonly Lot[],
    quantity: number,
    why: ExitReason,
    marketPrice: number,
    rule = EXIT_RULES[why],
  ): void {
    const { position, time, index } = lane;
    let price = marketPrice;
    if (this.slippage && !HOLDS_ITS_PRICE.has(why)) {
      const tick = tickSizeOn(position.instrument.kind, marketPrice, time);
      price = slippedPrice(marketPrice, closingSide(position.side), this.slippage, tick);
    }
    const { trades } = this.account;
    let at = trades.length;
    this.account.close(position, { time, index, marketPrice, price, lots, quantity, why, rule });
    for (; at < trades.length; at++) this.tally.leave(position.instrument.symbol, trades[at]?.gross ?? 0);
    if (!position.isOpen) {
      lane.pendingExit = null;
      lane.pendingTrim = 0;
    }
  }

  /** Fill decided entries at an open, or record why not. At a circuit it waits. */
  enterAtOpen(lane: Lane): void {
    const { pendingEntry } = lane;
    if (!pendingEntry) return;
    // What is not in the universe of the day is no signal of it: nothing was skipped.
    if (this.input.isMember?.(lane.position.instrument.symbol, lane.day) === false) {
      lane.pendingEntry = null;
      return;
    }
    const blockReason = this.blockReason(lane, pendingEntry);
    if (!blockReason && this.lockedEntry(lane, pendingEntry.side, lane.open)) return;
    lane.pendingEntry = null;
    const reason = blockReason ?? this.tryToEnter(lane, pendingEntry);
    if (reason) this.reject(lane, reason);
  }

  reject(lane: Lane, reason: string): void {
    this.rejections.push({ time: lane.time, symbol: lane.position.instrument.symbol, reason });
  }

  /** Why the document's or the run's limits forbid an entry; else null. */
  private blockReason(lane: Lane, pending: PendingEntry): string | null {
    const { time, day, position } = lane;
    if (this.input.rules.document.product === 'intraday' && pending.day !== day)
      return 'The session ended before the entry could fill.';
    const { instrument } = position;
    if (position.isOpen && position.side !== pending.side)
      return 'The position could not be left at this open, so it is not turned.';
    const { tally } = this;
    return (
      this.lossBlockReason() ??
      this.guard.objectionTo({
        time,
        instrument,
        entriesToday: tally.entries,
        hasExitedToday: tally.hasExited(instrument.symbol),
      })
    );
  }

  private lossBlockReason(): string | null {
    if (this.maxLossPerDay === null) return null;
    return lossBlockReason(this.account.equity() - this.openingEquity, this.maxLossPerDay);
  }

  /** Add a lot to a position. Returns the reason where the money or the market does not allow it. */
  private tryToEnter(lane: Lane, pending: PendingEntry): string | null {
    const { rules, marginPercent: margins = MARGIN_PERCENT } = this.input;
    const { position, time, index, volume, open: marketPrice } = lane;
    const { instrument, segment } = position;
    const { side } = pending;
    const { document } = rules;
    const tick = tickSizeOn(instrument.kind, marketPrice, time);
    const lotSize = lotSizeOn(instrument, time);
    const price = this.slippage
      ? slippedPrice(marketPrice, openingSide(side), this.slippage, tick)
      : marketPrice;
    const marginPercent = margins[instrument.kind];
    const { cash } = this.account;
    let wanted = pending.quantity;
    if (wanted === null) {
      // The size is decided with the signal, on the close; the open may turn out dearer than the cash carries.
      const { close: at, atr } = pending;
      const atClose = { cash, price: at, lotSize, marginPercent, chargesOn: free };
      const sized = sizeEntry(document, this.input.capital, atClose, atr);
      if (!sized.ok) return sized.failure.message;
      wanted = sized.value;
    }
    const cap = this.volumeCap(lane, volume, lotSize);
    if (cap < lotSize) return `The bar's volume of ${volume} is too thin for one lot.`;
    const affordable = cutToCash(Math.min(wanted, cap), pending.least, {
      cash,
      price,
      lotSize,
      marginPercent,
      chargesOn: (quantity) =>
        chargePaise(totalCharges(this.account.entryCharges(segment, side, quantity * price, time))),
    });
    if (!affordable.ok) return affordable.failure.message;
    const { atr, rule } = pending;
    const protection = openProtection(document, { side, entryPrice: price, tickSize: tick, atr });
    const quantity = affordable.value;
    position.side = side;
    this.account.open(position, {
      time,
      index,
      marketPrice,
      price,
      quantity,
      lotSize,
      marginPercent,
      rule,
      protection,
    });
    this.tally.enter(instrument.symbol);
    return null;
  }

  /** Most shares an entry may take of a bar, in whole lots. */
  private volumeCap(lane: Lane, volume: number, lotSize: number): number {
    const share = this.input.volumeSharePercent ?? null;
    if (share === null || !lane.bars.hasVolume) return Infinity;
    return wholeLots((volume * share) / 100, lotSize);
  }

  /** Close what the current bar brings to a stop or a target. Partial exits count too. At a circuit a stop waits. */
  protect(lane: Lane): void {
    for (const lot of lane.position.lots)
      for (const { why, part, quantity, price } of protectiveExits(lot.protection, lot, lot.lotSize, lane)) {
        const isStop = why === 'stop-loss' || why === 'trailing-stop';
        if (isStop && !this.canLeave(lane, price)) continue;
        this.leave(lane, [lot], quantity, why, price, part === null ? EXIT_RULES[why] : PARTIAL_RULES[part]);
      }
  }

  /** Value a position at the bar's close and move its trailing stops. */
  mark(lane: Lane): void {
    const { position } = lane;
    position.mark = lane.close;
    for (const lot of position.lots)
      if (lot.protection.trailingDistance !== null) lot.protection = advanceProtection(lot.protection, lane);
  }
}
