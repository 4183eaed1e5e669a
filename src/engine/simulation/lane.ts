import { barAt, type Bar, type Bars } from '../bars.ts';
import { segmentOf, type Instrument, type Segment } from '../instrument.ts';
import { NO_ATR, type DistanceAtr } from '../protection.ts';
import type { CompiledRules, PositionState, RuleSignals, RuleStream } from '../rules/compiled-rules.ts';
import type { OpenPosition } from './account.ts';

/** An entry decided at the close of a bar, to be filled at the next open. */
export interface PendingEntry {
  readonly day: number;
  readonly close: number;
  readonly atr: DistanceAtr;
}

/** One instrument on its way through time. */
export class Lane {
  readonly instrument: Instrument;
  readonly bars: Bars;
  readonly segment: Segment;
  /** The bar at hand; −1 before the first. */
  index = -1;
  /** Start of the bar at hand. */
  time = Number.NaN;
  /** Start of the bar after it; Infinity when there is none. */
  nextTime = Infinity;
  position: OpenPosition | null = null;
  pendingEntry: PendingEntry | null = null;
  hasPendingExit = false;
  lastExitDay = Number.NaN;
  private readonly signals: RuleSignals | null;
  private readonly stream: RuleStream | null;

  constructor(rules: CompiledRules, instrument: Instrument, bars: Bars) {
    this.instrument = instrument;
    this.bars = bars;
    this.nextTime = this.startOf(0);
    this.segment = segmentOf(instrument.kind, rules.document.product);
    // Rules that ask about the position can only be answered as it unfolds.
    this.signals = rules.usesPosition ? null : rules.signals(bars);
    this.stream = rules.usesPosition ? rules.stream() : null;
  }

  /** Goes on to the next bar. */
  step(): void {
    this.index++;
    this.time = this.nextTime;
    this.nextTime = this.startOf(this.index + 1);
  }

  private startOf(index: number): number {
    return index < this.bars.length ? (this.bars.time[index] as number) : Infinity;
  }

  get day(): number {
    return this.bars.day[this.index] as number;
  }

  get bar(): Bar {
    return barAt(this.bars, this.index);
  }

  /** The next bar belongs to another day; false on the last bar of all. */
  get isLastOfDay(): boolean {
    return this.index + 1 < this.bars.length && this.bars.day[this.index + 1] !== this.day;
  }

  get barsHeld(): number {
    return this.position ? this.index - this.position.entryIndex + 1 : 0;
  }

  private positionState(close: number): PositionState | null {
    const { position } = this;
    if (!position) return null;
    const change = (100 * (close - position.entryPrice)) / position.entryPrice;
    return { barsHeld: this.barsHeld, profitPercent: position.side === 'long' ? change : -change };
  }

  /** Asks the rules at the close of the current bar. `isActing` false only warms them up. */
  decide(isActing: boolean): void {
    const { index, bars, signals, stream } = this;
    const close = bars.close[index] as number;
    let entry: boolean;
    let exit: boolean;
    let atr: DistanceAtr = NO_ATR;
    if (signals) {
      entry = signals.entry[index] === 1;
      exit = signals.exit[index] === 1;
      if (entry)
        atr = {
          stopLoss: signals.atr.stopLoss?.[index] ?? Number.NaN,
          target: signals.atr.target?.[index] ?? Number.NaN,
          trailing: signals.atr.trailing?.[index] ?? Number.NaN,
        };
    } else {
      ({ entry, exit, atr } = (stream as RuleStream).next(this.bar, this.positionState(close)));
    }
    if (!isActing) return;
    if (this.position) this.hasPendingExit = exit;
    else if (entry) this.pendingEntry = { day: this.day, close, atr };
  }
}
