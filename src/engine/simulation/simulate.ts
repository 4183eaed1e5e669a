import { succeed, type Result } from '../../shared/failure.ts';
import { dayNumber } from '../bars.ts';
import { describeAssumptions } from './assumptions.ts';
import { checkInput } from './check-input.ts';
import { CurveRecorder } from './curve-recorder.ts';
import { Desk } from './desk.ts';
import { Lane } from './lane.ts';
import { Rebalancer } from './rebalancer.ts';
import type { Simulation, SimulationInput } from './simulation.ts';

/**
 * Runs rules over candles the way they would have traded.
 *
 * What is decided at the close of a bar fills at the open of the next. At an open, exits fill before entries, in the
 * order of the series (a rotation's entries: best first). Then the bar may reach a stop, a partial exit or a target, in
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
  private readonly desk: Desk;
  private readonly rebalancer: Rebalancer | null;
  private readonly curve: CurveRecorder;

  constructor(input: SimulationInput) {
    const { rules, series } = input;
    const { rotation } = rules.document;
    this.input = input;
    this.lanes = series.map((one) => new Lane(rules, one));
    this.desk = new Desk(input, this.lanes);
    this.rebalancer = rotation && new Rebalancer(input, rotation, this.lanes, this.desk.account);
    this.curve = new CurveRecorder(series.reduce((sum, { bars }) => sum + bars.length, 0));
  }

  toEnd(): Simulation {
    const { lanes, desk, rebalancer } = this;
    const from = this.input.from ?? -Infinity;
    let today = Number.NaN;
    for (let time = this.step(); time < Infinity; time = this.step()) {
      const day = dayNumber(time);
      if (day !== today) desk.startDay(day);
      today = day;
      for (const lane of lanes) if (lane.time === time) desk.exitAtOpen(lane);
      for (const lane of rebalancer?.entering ?? lanes) if (lane.time === time) desk.enterAtOpen(lane);
      for (const lane of lanes) if (lane.time === time) this.close(lane, time >= from);
      if (rebalancer && this.isLastOf(day)) rebalancer.closeDay(day, time >= from);
      const equity = this.callMargin(desk.account.equity());
      if (time >= from) this.curve.record(time, equity, desk.account.cash, desk.account.openPositions());
    }
    this.closeWhatIsOpen();
    this.curve.settle(desk.account.cash);
    return {
      capital: this.input.capital,
      trades: desk.account.trades,
      fills: desk.account.fills,
      rejections: desk.rejections,
      curve: this.curve.finish(),
      assumptions: describeAssumptions(this.input),
    };
  }

  /** Takes every lane that has the earliest next bar to it. Returns its time, Infinity at the end of all. */
  private step(): number {
    const time = this.nextTime();
    if (time < Infinity) for (const lane of this.lanes) if (lane.nextTime === time) lane.step();
    return time;
  }

  private nextTime(): number {
    let time = Infinity;
    for (const lane of this.lanes) if (lane.nextTime < time) time = lane.nextTime;
    return time;
  }

  private isLastOf(day: number): boolean {
    return dayNumber(this.nextTime()) !== day;
  }

  private close(lane: Lane, isActing: boolean): void {
    const { desk } = this;
    const { position } = lane;
    if (position.isOpen) desk.protect(lane);
    if (position.isOpen) desk.mark(lane);
    lane.decide();
    if (isActing) this.plan(lane);
    const isOvernight =
      this.input.rules.document.product === 'intraday' && position.isOpen && lane.isLastOfDay;
    if (isOvernight) desk.leaveAll(lane, 'session-end', position.mark);
  }

  /** What is to be done at the next open, as the rules say. A rotation's entries are planned at a rebalance. */
  private plan(lane: Lane): void {
    const { size, maxEntries } = this.input.rules.document;
    const { position } = lane;
    if (position.isOpen && lane.exitFires) lane.pendingExit = 'exit-rule';
    else if (lane.entryFires && !this.rebalancer && position.lots.length < maxEntries)
      lane.pendingEntry = {
        day: lane.day,
        close: lane.close,
        atr: lane.atr,
        size,
        capital: this.input.capital,
        least: 0,
        rule: 'entry',
      };
  }

  /** A broker does not carry an account that is worth nothing: everything is closed at this close. */
  private callMargin(equity: number): number {
    if (equity > 0) return equity;
    for (const lane of this.lanes)
      if (lane.position.isOpen) this.desk.leaveAll(lane, 'margin-call', lane.position.mark);
    return this.desk.account.cash;
  }

  private closeWhatIsOpen(): void {
    const { desk } = this;
    for (const lane of this.lanes) {
      if (lane.pendingEntry) desk.reject(lane, 'The candles ended before the entry could fill.');
      if (lane.position.isOpen) desk.leaveAll(lane, 'end-of-data', lane.position.mark);
    }
  }
}
