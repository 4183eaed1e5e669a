import { barAt, type Bars } from '../bars.ts';
import { segmentOf, type Traded } from '../instrument.ts';
import { NO_ATR, type DistanceAtr, type Side } from '../protection.ts';
import type {
  AtrColumns,
  CompiledRules,
  PositionState,
  RuleSignals,
  RuleStream,
} from '../rules/compiled-rules.ts';
import { openProfit, profitPercent } from '../trading/account.ts';
import type { DayTally } from '../trading/strategy-runtime.ts';
import { Position } from './position.ts';
import { nextEvent, type Worth } from './quiet-bars.ts';
import type { SimulatedSeries } from './simulation.ts';

/** An entry decided at a bar's close, for the next open. */
export interface PendingEntry {
  readonly side: Side;
  readonly day: number;
  readonly close: number;
  readonly atr: DistanceAtr;
  /** Quantity that a rotation has fixed; null where the size computes it from the close. */
  readonly quantity: number | null;
  /** An order for less than this is not made, paise. */
  readonly least: number;
  readonly rule: 'entry' | 'reverse.entry' | 'rotation';
}

/**
 * One instrument on its way through time: its bars, of which one is at hand and read in place, what the rules say about
 * them, and what is to be done next.
 */
export class Lane {
  readonly bars: Bars;
  readonly position: Position;
  /** The bar at hand; −1 before the first. */
  index = -1;
  /** The bar at hand is the market's as well; else this instrument has none at the moment. */
  isDue = false;
  /** Start of the bar at hand. */
  time = Number.NaN;
  /** Start of the bar after it; Infinity when there is none. */
  nextTime = Infinity;
  /** Signal of the rules at the last close. */
  entryFires = false;
  exitFires = false;
  reverseEntryFires = false;
  reverseExitFires = false;
  pendingEntry: PendingEntry | null = null;
  pendingExit: 'exit-rule' | 'reversal' | 'rotation' | 'session-end' | null = null;
  /** Shares to sell at the next open. They bring the holding back to its equal part. */
  pendingTrim = 0;
  private readonly signals: RuleSignals | null;
  private readonly stream: RuleStream | null;
  private readonly asksForAtr: boolean;
  private streamedAtr = NO_ATR;
  private streamedRank = Number.NaN;

  constructor(
    rules: CompiledRules,
    { instrument, bars, shared }: SimulatedSeries,
    others: readonly SimulatedSeries[],
  ) {
    const { document } = rules;
    this.bars = bars;
    this.position = new Position(instrument, segmentOf(instrument.kind, document.product), document.side);
    this.nextTime = this.startOf(0);
    // Rules that ask about the position can only be answered as it unfolds.
    this.signals = rules.usesPosition ? null : rules.signals(bars, shared, instrument, others);
    this.stream = rules.usesPosition ? streamOver(rules, instrument, others) : null;
    this.asksForAtr = rules.asksForAtr;
  }

  /** Goes on to the next bar if it starts at this moment. */
  stepTo(time: number): void {
    this.isDue = this.nextTime === time;
    if (!this.isDue) return;
    this.index++;
    this.time = time;
    this.nextTime = this.startOf(this.index + 1);
  }

  /**
   * First later bar at which something may happen. It supposes that this is the only instrument. It is the next bar as
   * long as something is pending or the rules must be asked bar by bar.
   */
  nextEvent(canAdd: boolean, worth: Worth): number {
    const { signals, position, pendingEntry, pendingExit } = this;
    const next = this.index + 1;
    if (!signals || pendingEntry || pendingExit) return next;
    return nextEvent(this.bars, signals, position, { next, canAdd, worth });
  }

  /** Makes a later bar the next one; those up to it are passed over. */
  skipTo(index: number): void {
    this.index = index - 1;
    this.time = this.startOf(this.index);
    this.nextTime = this.startOf(index);
    this.position.mark = this.close;
  }

  private startOf(index: number): number {
    return index < this.bars.length ? (this.bars.time[index] as number) : Infinity;
  }

  get day(): number {
    return this.bars.day[this.index] as number;
  }

  /** Last close of the day before the bar at hand; null on the first day. */
  get previousDayClose(): number | null {
    const { day, close } = this.bars;
    const today = day[this.index] as number;
    // Days never go down, so the first bar of today is found by halving.
    let [from, to] = [0, this.index];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((day[middle] as number) < today) from = middle + 1;
      else to = middle;
    }
    return from === 0 ? null : (close[from - 1] as number);
  }

  get open(): number {
    return this.bars.open[this.index] as number;
  }

  get high(): number {
    return this.bars.high[this.index] as number;
  }

  get low(): number {
    return this.bars.low[this.index] as number;
  }

  get close(): number {
    return this.bars.close[this.index] as number;
  }

  get volume(): number {
    return this.bars.volume[this.index] as number;
  }

  /** The next bar belongs to another day; false on the last bar of all. */
  get isLastOfDay(): boolean {
    return this.index + 1 < this.bars.length && this.bars.day[this.index + 1] !== this.day;
  }

  /** Asks the rules at the close of the bar at hand. */
  decide(tally: DayTally): void {
    const { index, signals, position } = this;
    if (signals) {
      this.entryFires = signals.entry[index] === 1;
      this.exitFires = signals.exit[index] === 1;
      if (!signals.reverse) return;
      this.reverseEntryFires = signals.reverse.entry[index] === 1;
      this.reverseExitFires = signals.reverse.exit[index] === 1;
      return;
    }
    const today = tally.of(position.instrument.symbol);
    const signal = (this.stream as RuleStream).next(barAt(this.bars, index), this.positionState(), today);
    this.entryFires = signal.entry;
    this.exitFires = signal.exit;
    this.reverseEntryFires = signal.reverseEntry;
    this.reverseExitFires = signal.reverseExit;
    this.streamedAtr = signal.atr;
    this.streamedRank = signal.rank;
  }

  /** Whether anything fired at the last close. */
  get fires(): boolean {
    return this.entryFires || this.exitFires || this.reverseEntryFires || this.reverseExitFires;
  }

  private positionState(): PositionState | null {
    const { lots } = this.position;
    const [oldest] = lots;
    if (!oldest) return null;
    return {
      barsHeld: this.index - oldest.entryIndex + 1,
      profitPercent: profitPercent(lots, this.close),
      profit: openProfit(lots, this.close),
    };
  }

  /** ATR of the document's distances at the last close. */
  get atr(): DistanceAtr {
    if (!this.signals) return this.streamedAtr;
    return this.asksForAtr ? atrAt(this.signals.atr, this.index) : NO_ATR;
  }

  /** Value at the last close by which a rotation ranks the instrument; NaN when it is not known. */
  get rank(): number {
    return this.signals ? (this.signals.rank?.[this.index] ?? Number.NaN) : this.streamedRank;
  }
}

/** A stream of the rules that has what they read of others: it looks at no bar before ours of the same time. */
const streamOver = (
  rules: CompiledRules,
  instrument: Traded,
  others: readonly SimulatedSeries[],
): RuleStream => {
  const read = new Map(others.map((other) => [other.instrument.symbol, other]));
  const stream = rules.stream(instrument, (symbol) => read.get(symbol)?.instrument ?? instrument);
  for (const symbol of rules.reads) {
    const bars = read.get(symbol)?.bars;
    for (let index = 0; index < (bars?.length ?? 0); index++) stream.feed(symbol, barAt(bars as Bars, index));
  }
  return stream;
};

const atrAt = (columns: AtrColumns, index: number): DistanceAtr => {
  const at = (column: Float64Array | null) => column?.[index] ?? Number.NaN;
  return {
    stopLoss: at(columns.stopLoss),
    target: at(columns.target),
    trailing: at(columns.trailing),
    partialExits: columns.partialExits.map(at),
  };
};
