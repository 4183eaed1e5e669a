import { fail, succeed, type Result } from '../../shared/failure.ts';
import { dayNumber } from '../bars.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { chargePaise, totalCharges } from '../charges/charges.ts';
import { MARGIN_PERCENT, lotSizeOn, tickSizeOn } from '../instrument.ts';
import { advanceProtection, distanceInPaise, hitOnBar, openProtection } from '../protection.ts';
import { sessionGuard, type SessionGuard } from '../session-guard.ts';
import { sizePosition } from '../sizing.ts';
import type { Size } from '../../shared/rule-document.ts';
import { Account, closingSide, type OpenPosition } from './account.ts';
import { describeAssumptions } from './assumptions.ts';
import { CurveRecorder } from './curve-recorder.ts';
import { Lane, type PendingEntry } from './lane.ts';
import type { ExitReason, Rejection, Simulation, SimulationInput } from './simulation.ts';
import { NO_SLIPPAGE, slippedPrice } from './slippage.ts';

/**
 * Runs rules over candles the way they would have traded.
 *
 * What is decided at the close of a bar fills at the open of the next. At an open, exits fill before entries, in the
 * order of the series. Then the bar may reach a stop or a target (see `hitOnBar`), on the entry bar too; then it closes,
 * trailing stops move, and the rules are asked. All instruments share one cash.
 *
 * Refused (`invalid`) with a sentence when there is nothing to run on: no candles at all, or no capital.
 */
export const simulate = (input: SimulationInput): Result<Simulation> => {
  if (!Number.isSafeInteger(input.capital) || input.capital <= 0)
    return fail('invalid', 'The capital must be more than zero, in whole paise.');
  if (input.series.every(({ bars }) => bars.length === 0)) {
    const names = input.series.map(({ instrument }) => instrument.symbol).join(', ');
    return fail('invalid', `There are no candles${names && ` of ${names}`} to run the rules on.`);
  }
  return succeed(new Run(input).toEnd());
};

class Run {
  private readonly input: SimulationInput;
  private readonly lanes: readonly Lane[];
  private readonly account: Account;
  private readonly curve: CurveRecorder;
  private readonly rejections: Rejection[] = [];
  private readonly guard: SessionGuard;
  private today = Number.NaN;
  private entriesToday = 0;

  constructor(input: SimulationInput) {
    this.input = input;
    this.lanes = input.series.map(({ instrument, bars }) => new Lane(input.rules, instrument, bars));
    this.account = new Account(input.capital, input.plan ?? ANGEL_ONE);
    this.curve = new CurveRecorder(input.series.reduce((sum, { bars }) => sum + bars.length, 0));
    this.guard = sessionGuard(input.rules.document);
  }

  toEnd(): Simulation {
    const { lanes } = this;
    const from = this.input.from ?? -Infinity;
    for (let time = this.step(); time < Infinity; time = this.step()) {
      this.startDay(time);
      for (const lane of lanes) if (lane.time === time) this.exitAtOpen(lane);
      for (const lane of lanes) if (lane.time === time) this.enterAtOpen(lane);
      for (const lane of lanes) if (lane.time === time) this.protect(lane);
      for (const lane of lanes) if (lane.time === time) this.close(lane, time >= from);
      this.callMargin(time);
      if (time >= from) this.curve.record(time, this.account);
    }
    this.closeWhatIsOpen();
    this.curve.settle(this.account);
    return {
      capital: this.input.capital,
      trades: this.account.trades,
      fills: this.account.fills,
      rejections: this.rejections,
      curve: this.curve.finish(),
      assumptions: describeAssumptions(this.input),
    };
  }

  /** Takes every lane that has the earliest next bar to it. Returns its time, Infinity at the end of all. */
  private step(): number {
    let time = Infinity;
    for (const lane of this.lanes) time = Math.min(time, lane.nextTime);
    if (time < Infinity) for (const lane of this.lanes) if (lane.nextTime === time) lane.step();
    return time;
  }

  private startDay(time: number): void {
    const day = dayNumber(time);
    if (day === this.today) return;
    this.today = day;
    this.entriesToday = 0;
  }

  private get slippage() {
    return this.input.slippage ?? NO_SLIPPAGE;
  }

  /** Closes the lane's position at a market price; a target is a limit order and does not slip. */
  private leave(
    lane: Lane,
    position: OpenPosition,
    why: ExitReason,
    marketPrice: number,
    time: number,
  ): void {
    const tick = tickSizeOn(lane.instrument.kind, marketPrice, time);
    const slips = why !== 'target' && why !== 'end-of-data';
    const price = slips
      ? slippedPrice(marketPrice, closingSide(position.side), this.slippage, tick)
      : marketPrice;
    this.account.exit(position, why, lane.barsHeld, { time, marketPrice, price });
    lane.position = null;
    lane.hasPendingExit = false;
    lane.lastExitDay = this.today;
  }

  private exitAtOpen(lane: Lane): void {
    const { position, time } = lane;
    if (!position) return;
    const isTime = this.guard.isSquareOff(time);
    if (!lane.hasPendingExit && !isTime) return;
    this.leave(lane, position, lane.hasPendingExit ? 'exit-rule' : 'square-off', lane.bar.open, time);
  }

  private enterAtOpen(lane: Lane): void {
    const { pendingEntry } = lane;
    if (!pendingEntry) return;
    lane.pendingEntry = null;
    const reason = this.objection(lane, pendingEntry) ?? this.tryToEnter(lane, pendingEntry);
    if (reason) this.reject(lane, reason);
  }

  private reject(lane: Lane, reason: string): void {
    this.rejections.push({ time: lane.time, symbol: lane.instrument.symbol, reason });
  }

  /** Why the rules of the document forbid an entry now, or null. */
  private objection(lane: Lane, pending: PendingEntry): string | null {
    if (this.input.rules.document.product === 'intraday' && pending.day !== lane.day)
      return 'The session ended before the entry could fill.';
    const { time, lastExitDay, day } = lane;
    return this.guard.objectionTo({
      time,
      entriesToday: this.entriesToday,
      hasExitedToday: lastExitDay === day,
    });
  }

  /** Opens a position, or says why the money or the market does not allow it. */
  private tryToEnter(lane: Lane, pending: PendingEntry): string | null {
    const { rules, marginPercent = MARGIN_PERCENT } = this.input;
    const { instrument, segment, time } = lane;
    const { document } = rules;
    const { side, stopLoss } = document;
    const { open, volume } = lane.bar;
    const tick = tickSizeOn(instrument.kind, open, time);
    const lotSize = lotSizeOn(instrument, time);
    const price = slippedPrice(open, side === 'long' ? 'buy' : 'sell', this.slippage, tick);
    const margin = marginPercent[instrument.kind];
    const sized = (size: Size, at: number) =>
      sizePosition({
        size,
        capital: this.input.capital,
        cash: this.account.cash,
        price: at,
        lotSize,
        marginPercent: margin,
        stopDistance: stopLoss && distanceInPaise(stopLoss, at, pending.atr.stopLoss),
        chargesOn: (quantity) =>
          chargePaise(totalCharges(this.account.entryCharges(segment, side, quantity * at, time))),
      });
    // The size is decided with the signal, on the close; the open may turn out dearer than the cash carries.
    const wanted = sized(document.size, pending.close);
    if (!wanted.ok) return wanted.failure.message;
    const cap = this.volumeCap(lane, volume, lotSize);
    if (cap < lotSize) return `The bar's volume of ${volume} is too thin for one lot.`;
    const affordable = sized({ kind: 'fixed', quantity: Math.min(wanted.value, cap) }, price);
    if (!affordable.ok) return affordable.failure.message;
    const protection = openProtection(document, {
      side,
      entryPrice: price,
      tickSize: tick,
      atr: pending.atr,
    });
    lane.position = this.account.enter(
      { instrument, segment, side, quantity: affordable.value, entryIndex: lane.index, protection },
      margin,
      { time, marketPrice: open, price },
    );
    this.entriesToday++;
    return null;
  }

  /** Most shares an entry may take of a bar, in whole lots. */
  private volumeCap(lane: Lane, volume: number, lotSize: number): number {
    const share = this.input.volumeSharePercent ?? null;
    if (share === null || !lane.bars.hasVolume) return Infinity;
    return Math.floor((volume * share) / 100 / lotSize) * lotSize;
  }

  private protect(lane: Lane): void {
    const { position } = lane;
    if (!position) return;
    const hit = hitOnBar(position.protection, lane.bar);
    if (hit) this.leave(lane, position, hit.why, hit.price, lane.time);
  }

  private close(lane: Lane, isActing: boolean): void {
    const { position } = lane;
    if (position) {
      const { bar } = lane;
      position.mark = bar.close;
      position.protection = advanceProtection(position.protection, bar);
    }
    lane.decide(isActing);
    const isOvernight = this.input.rules.document.product === 'intraday' && lane.isLastOfDay;
    if (position && lane.position && isOvernight)
      this.leave(lane, position, 'session-end', position.mark, lane.time);
  }

  /** A broker does not carry an account that is worth nothing: everything is closed at this close. */
  private callMargin(time: number): void {
    if (this.account.open.size === 0 || this.account.equity() > 0) return;
    for (const lane of this.lanes)
      if (lane.position) this.leave(lane, lane.position, 'margin-call', lane.position.mark, time);
  }

  private closeWhatIsOpen(): void {
    for (const lane of this.lanes) {
      if (lane.pendingEntry) this.reject(lane, 'The candles ended before the entry could fill.');
      if (lane.position) this.leave(lane, lane.position, 'end-of-data', lane.position.mark, lane.time);
    }
  }
}
