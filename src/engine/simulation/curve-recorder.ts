import type { EquityCurve } from './simulation.ts';

const columnsOf = (capacity: number): EquityCurve => ({
  time: new Float64Array(capacity),
  equity: new Float64Array(capacity),
  cash: new Float64Array(capacity),
  positions: new Uint16Array(capacity),
});

/** Writes the account down at each close into columns that double when they are full. */
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

  /** Writes down bars throughout which nothing is open. */
  recordQuiet(times: Float64Array, cash: number): void {
    const to = this.length + times.length;
    while (to > this.capacity) this.grow();
    const { columns, length } = this;
    columns.time.set(times, length);
    columns.equity.fill(cash, length, to);
    columns.cash.fill(cash, length, to);
    this.length = to;
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

  /** Puts what closing the last positions left over at the end of the curve. */
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
