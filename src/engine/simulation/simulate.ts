import { succeed, type Result } from '../../shared/failure.ts';
import { DAY_MS, istMidnight } from '../../shared/time.ts';
import { dayNumber } from '../bars.ts';
import { describeAssumptions } from './assumptions.ts';
import { checkInput } from './check-input.ts';
import { CurveRecorder } from './curve-recorder.ts';
import { otherSide } from '../protection.ts';
import { OrderSimulator } from './order-simulator.ts';
import { Lane } from './lane.ts';
import { worthOf } from './quiet-bars.ts';
import { Rebalancer } from './rebalancer.ts';
import type { Simulation, SimulationInput } from './simulation.ts';
import { intentAt } from '../trading/strategy-runtime.ts';

/**
 * Runs rules over candles the way they would have traded.
 *
 * What is decided at the close of a bar fills at the open of the next. At an open, exits fill before entries, in the
 * order of the series (a rotation's entries: best first); a reversal is one of each, and its entry is not made where its
 * exit did not fill. Then the bar may reach a stop, a partial exit or a target, in
 * this order, on the entry bar too; then it closes, trailing stops move, and the rules are asked. All instruments share
 * one cash.
 *
 * Refused (`invalid`) with a sentence when there is nothing to run on (see `checkInput`).
 */
export const simulate = (input: SimulationInput): Result<Simulation> => {
  const checked = checkInput(input);
  return checked.ok ? succeed(new Run(checked.value).toEnd()) : checked;
};

class Run {
  private readonly input: SimulationInput;
  private readonly lanes: readonly Lane[];
  private readonly simulator: OrderSimulator;
  private readonly rebalancer: Rebalancer | null;
  private readonly curve: CurveRecorder;
  private readonly isIntraday: boolean;
  private readonly needsEveryDay: boolean;
  /** Start of the bars at hand. */
  private time = -Infinity;

  constructor(input: SimulationInput) {
    const { rules, series } = input;
    const { rotation, product } = rules.document;
    this.input = input;
    this.isIntraday = product === 'intraday';
    this.needsEveryDay = this.isIntraday || (input.maxLossPerDay ?? null) !== null;
    const read = rules.reads.length > 0 ? [...series, ...(input.others ?? [])] : [];
    this.lanes = series.map((one) => new Lane(rules, one, read));
    this.simulator = new OrderSimulator(input, this.lanes);
    this.rebalancer = rotation && new Rebalancer(input, rotation, this.lanes, this.simulator);
    this.curve = new CurveRecorder(Math.max(...series.map(({ bars }) => bars.length)));
  }

  toEnd(): Simulation {
    const { lanes, simulator, rebalancer, curve } = this;
    const { account } = simulator;
    const alone = lanes.length === 1 && !rebalancer ? lanes[0] : undefined;
    const from = this.input.from ?? -Infinity;
    let dayEnd = -Infinity;
    while (this.step()) {
      const { time } = this;
      const isActing = time >= from;
      if (time >= dayEnd) {
        dayEnd = istMidnight(time) + DAY_MS;
        simulator.startDay(dayNumber(time));
      }
      for (const lane of lanes) if (lane.isDue) simulator.exitAtOpen(lane);
      for (const lane of rebalancer?.entering ?? lanes) if (lane.isDue) simulator.enterAtOpen(lane);
      for (const lane of lanes) if (lane.isDue) this.close(lane, isActing);
      if (rebalancer && this.nextTime() >= dayEnd) rebalancer.closeDay(dayNumber(time), isActing);
      let equity = account.equity();
      if (equity <= 0) equity = this.callMargin();
      if (isActing) curve.record(time, equity, account.cash, account.openPositions);
      if (isActing && alone) this.skipQuietBars(alone);
    }
    this.closeWhatIsOpen();
    curve.settle(account.cash);
    return {
      capital: this.input.capital,
      trades: account.trades,
      fills: account.fills,
      rejections: simulator.rejections,
      curve: curve.finish(),
      assumptions: describeAssumptions(this.input),
    };
  }

  /**
   * One instrument alone cannot do anything before its next event: the curve is written up to there at once. A day's
   * beginning matters to what is open intraday or under a daily loss limit, so those go on bar by bar.
   */
  private skipQuietBars(lane: Lane): void {
    const { position, bars } = lane;
    if (position.isOpen && this.needsEveryDay) return;
    const next = lane.index + 1;
    const worth = worthOf(this.simulator.account.cash, position);
    const canAdd = position.lots.length < this.input.rules.document.maxEntries;
    const event = lane.nextEvent(canAdd, worth);
    if (event === next) return;
    this.curve.recordQuiet(bars, next, event, worth, position.isOpen);
    lane.skipTo(event);
  }

  /** Advance every lane that has the earliest next bar to it; false at the end of all. */
  private step(): boolean {
    const time = this.nextTime();
    if (time === Infinity) return false;
    this.time = time;
    for (const lane of this.lanes) lane.stepTo(time);
    return true;
  }

  private nextTime(): number {
    let time = Infinity;
    for (const lane of this.lanes) if (lane.nextTime < time) time = lane.nextTime;
    return time;
  }

  private close(lane: Lane, isActing: boolean): void {
    const { simulator } = this;
    const { position } = lane;
    if (position.isOpen) simulator.protect(lane);
    if (position.isOpen) simulator.mark(lane);
    lane.decide(simulator.tally);
    if (isActing && lane.fires) this.plan(lane);
    if (this.isIntraday && position.isOpen && lane.isLastOfDay) simulator.endSession(lane);
  }

  /** Set what the rules want done at the next open. A rotation's entries are planned at a rebalance. */
  private plan(lane: Lane): void {
    const { document } = this.input.rules;
    const { position } = lane;
    const intent = intentAt(document, lane, { entries: position.lots.length, side: position.side });
    if (intent === null) return;
    if (intent === 'exit') {
      lane.pendingExit = 'exit-rule';
      return;
    }
    if (intent === 'reverse') lane.pendingExit = 'reversal';
    const side = intent === 'reverse' ? otherSide(position.side) : intent;
    const locked = this.simulator.lockedEntry(lane, side, lane.close);
    if (locked) return this.simulator.reject(lane, locked);
    lane.pendingEntry = {
      side,
      day: lane.day,
      close: lane.close,
      atr: lane.atr,
      quantity: null,
      least: 0,
      rule: side === document.side ? 'entry' : 'reverse.entry',
    };
  }

  /** A broker does not carry an account that is worth nothing: everything is closed at this close. Returns the cash. */
  private callMargin(): number {
    for (const lane of this.lanes)
      if (lane.position.isOpen) this.simulator.leaveAll(lane, 'margin-call', lane.position.mark);
    return this.simulator.account.cash;
  }

  private closeWhatIsOpen(): void {
    const { simulator } = this;
    for (const lane of this.lanes) {
      if (lane.pendingEntry) simulator.reject(lane, 'The candles ended before the entry could fill.');
      if (lane.position.isOpen) simulator.leaveAll(lane, 'end-of-data', lane.position.mark);
    }
  }
}
