import { unknownColumn } from '../columns.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import { SharedSeries } from '../indicators/shared-series.ts';
import type { Traded } from '../instrument.ts';
import { minuteAtClose } from './bar-close.ts';
import type { CompiledOperand } from './compiled-operand.ts';
import type { OtherSeries } from './compiled-rules.ts';

/**
 * Whether the other's candle of a start has closed when ours does. Sessions of two segments may cut it at different
 * times; daily candles all close with the day of the market.
 */
const hasClosed = (time: number, timeframe: Timeframe, theirs: Traded, ours: Traded): boolean =>
  timeframe === '1d' || minuteAtClose(time, timeframe, theirs) <= minuteAtClose(time, timeframe, ours);

/** The operand over another's candles, at our bars. NaN where the other has no closed candle of the same start. */
export const columnOfOther = (
  operand: CompiledOperand,
  other: OtherSeries | undefined,
  bars: Bars,
  timeframe: Timeframe,
  ours: Traded,
): Float64Array => {
  const out = unknownColumn(bars.length);
  if (!other) return out;
  const { time } = other.bars;
  const values = operand.column(other.bars, other.shared ?? new SharedSeries(), other.instrument);
  let at = 0;
  for (let index = 0; index < bars.length; index++) {
    const start = bars.time[index] as number;
    while (at < time.length && (time[at] as number) < start) at++;
    if (time[at] === start && hasClosed(start, timeframe, other.instrument, ours))
      out[index] = values[at] as number;
  }
  return out;
};

/** `columnOfOther` one bar at a time. The other's candles may come before ours or together with them. */
export class StreamOfOther {
  readonly symbol: string;
  private readonly read: (bar: Bar) => number;
  private readonly timeframe: Timeframe;
  private readonly theirs: Traded;
  private readonly ours: Traded;
  /** Values that our bars have not come to, oldest first. */
  private waiting: { readonly time: number; readonly value: number }[] = [];
  private passed = 0;
  private lastTime = -Infinity;

  constructor(
    symbol: string,
    operand: CompiledOperand,
    timeframe: Timeframe,
    { theirs, ours }: { readonly theirs: Traded; readonly ours: Traded },
  ) {
    const stream = operand.stream(theirs);
    this.symbol = symbol;
    this.read = (bar) => stream(bar, null);
    this.timeframe = timeframe;
    this.theirs = theirs;
    this.ours = ours;
  }

  /** Add a candle of the other; one that was added before is passed over. */
  feed(bar: Bar): void {
    if (bar.time <= this.lastTime) return;
    this.lastTime = bar.time;
    this.waiting.push({ time: bar.time, value: this.read(bar) });
  }

  /** The value at a bar of ours; NaN where the other has none. */
  at({ time }: Bar): number {
    const { waiting } = this;
    while (this.passed < waiting.length && (waiting[this.passed]?.time ?? 0) < time) this.passed++;
    if (this.passed > MOST_PASSED) {
      this.waiting = waiting.slice(this.passed);
      this.passed = 0;
    }
    const next = this.waiting[this.passed];
    const isThere = next?.time === time && hasClosed(time, this.timeframe, this.theirs, this.ours);
    return isThere ? next.value : Number.NaN;
  }
}

/** Values that are kept after our bars have passed them. */
const MOST_PASSED = 1_000;
