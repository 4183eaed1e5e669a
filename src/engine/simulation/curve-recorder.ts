import type { Bars } from '../bars.ts';
import type { Worth } from './quiet-bars.ts';
import type { EquityCurve } from './simulation.ts';

const columnsOf = (capacity: number): EquityCurve => ({
  time: new Float64Array(capacity),
  equity: new Float64Array(capacity),
  cash: new Float64Array(capacity),
  positions: new Uint16Array(capacity),
});

/** Record of the account at each close. Its columns double when they are full. */
export class CurveRecorder {
  private columns: EquityCurve;
  private capacity: number;
  private length = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.columns = columnsOf(capacity);
  }

  record(time: number, equity: number, cash: number, positions: number): void {
    if (this.length === this.capacity) this.grow();
    const { columns, length } = this;
    columns.time[length] = time;
    columns.equity[length] = equity;
    columns.cash[length] = cash;
    columns.positions[length] = positions;
    this.length++;
  }

  /** Record bars without trades, where only the price moves the worth. `from` is included, `to` is not. */
  recordQuiet(bars: Bars, from: number, to: number, { fixed, perPaisa, cash }: Worth, isOpen: boolean): void {
    while (this.length + to - from > this.capacity) this.grow();
    const { columns } = this;
    for (let index = from, at = this.length; index < to; index++, at++) {
      columns.time[at] = bars.time[index] as number;
      columns.equity[at] = fixed + perPaisa * (bars.close[index] as number);
      columns.cash[at] = cash;
      columns.positions[at] = isOpen ? 1 : 0;
    }
    this.length += to - from;
  }

  private grow(): void {
    const { columns } = this;
    this.capacity *= 2;
    this.columns = columnsOf(this.capacity);
    this.columns.time.set(columns.time);
    this.columns.equity.set(columns.equity);
    this.columns.cash.set(columns.cash);
    this.columns.positions.set(columns.positions);
  }

  /** Set the curve's last point to the cash after the last closing. */
  settle(cash: number): void {
    if (this.length === 0) return;
    this.columns.equity[this.length - 1] = cash;
    this.columns.cash[this.length - 1] = cash;
  }

  /** The columns as far as they are written. */
  finish(): EquityCurve {
    const { time, equity, cash, positions } = this.columns;
    return {
      time: time.subarray(0, this.length),
      equity: equity.subarray(0, this.length),
      cash: cash.subarray(0, this.length),
      positions: positions.subarray(0, this.length),
    };
  }
}
