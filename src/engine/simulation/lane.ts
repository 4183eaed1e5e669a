import type { Size } from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import { segmentOf } from '../instrument.ts';
import { NO_ATR, type DistanceAtr } from '../protection.ts';
import type {
  AtrColumns,
  CompiledRules,
  PositionState,
  RuleSignals,
  RuleStream,
} from '../rules/compiled-rules.ts';
import { Position } from './position.ts';
import type { SimulatedSeries } from './simulation.ts';

/** An entry decided at the close of a bar, to be filled at the next open. */
export interface PendingEntry {
  readonly day: number;
  readonly close: number;
  readonly atr: DistanceAtr;
  readonly size: Size;
  /** What the size is taken of, paise. */
  readonly capital: number;
  /** An order for less than this is not made, paise. */
  readonly least: number;
  readonly rule: 'entry' | 'rotation';
}

/** One instrument on its way through time: its bars, what the rules say about them, and what is to be done next. */
export class Lane {
  readonly bars: Bars;
  readonly position: Position;
  /** The bar at hand; −1 before the first. */
  index = -1;
  /** Start of the bar at hand. */
  time = Number.NaN;
  /** Start of the bar after it; Infinity when there is none. */
  nextTime = Infinity;
  /** What the rules said at the last close. */
  entryFires = false;
  exitFires = false;
  pendingEntry: PendingEntry | null = null;
  pendingExit: 'exit-rule' | 'rotation' | null = null;
  /** Shares to be sold at the next open so that the holding comes back to its equal part. */
  pendingTrim = 0;
  lastExitDay = Number.NaN;
  private readonly signals: RuleSignals | null;
  private readonly stream: RuleStream | null;
  private streamedAtr = NO_ATR;
  private streamedRank = Number.NaN;
  private readonly scratch = { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };

  constructor(rules: CompiledRules, { instrument, bars, shared }: SimulatedSeries) {
    const { document } = rules;
    this.bars = bars;
    this.position = new Position(instrument, segmentOf(instrument.kind, document.product), document.side);
    this.nextTime = this.startOf(0);
    // Rules that ask about the position can only be answered as it unfolds.
    this.signals = rules.usesPosition ? null : rules.signals(bars, shared);
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

  get open(): number {
    return this.bars.open[this.index] as number;
  }

  get close(): number {
    return this.bars.close[this.index] as number;
  }

  /** The bar at hand: one object that is written anew for every bar, so it must not be kept. */
  get bar(): Bar {
    const { bars, index, scratch } = this;
    scratch.time = bars.time[index] as number;
    scratch.open = bars.open[index] as number;
    scratch.high = bars.high[index] as number;
    scratch.low = bars.low[index] as number;
    scratch.close = bars.close[index] as number;
    scratch.volume = bars.volume[index] as number;
    return scratch;
  }

  /** The next bar belongs to another day; false on the last bar of all. */
  get isLastOfDay(): boolean {
    return this.index + 1 < this.bars.length && this.bars.day[this.index + 1] !== this.day;
  }

  /** Asks the rules at the close of the bar at hand. */
  decide(): void {
    const { index, signals } = this;
    if (signals) {
      this.entryFires = signals.entry[index] === 1;
      this.exitFires = signals.exit[index] === 1;
      return;
    }
    const signal = (this.stream as RuleStream).next(this.bar, this.positionState());
    this.entryFires = signal.entry;
    this.exitFires = signal.exit;
    this.streamedAtr = signal.atr;
    this.streamedRank = signal.rank;
  }

  private positionState(): PositionState | null {
    const [oldest] = this.position.lots;
    if (!oldest) return null;
    const profitPercent = this.position.profitPercent(this.close);
    return { barsHeld: this.index - oldest.entryIndex + 1, profitPercent };
  }

  /** ATR of the document's distances at the last close. */
  get atr(): DistanceAtr {
    return this.signals ? atrAt(this.signals.atr, this.index) : this.streamedAtr;
  }

  /** What a rotation ranks the instrument by at the last close; NaN when it is not known. */
  get rank(): number {
    return this.signals ? (this.signals.rank?.[this.index] ?? Number.NaN) : this.streamedRank;
  }
}

const atrAt = (columns: AtrColumns, index: number): DistanceAtr => {
  const at = (column: Float64Array | null) => column?.[index] ?? Number.NaN;
  return {
    stopLoss: at(columns.stopLoss),
    target: at(columns.target),
    trailing: at(columns.trailing),
    partialExits: columns.partialExits.map(at),
  };
};
