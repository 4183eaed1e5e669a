import type { EquityCurve } from './simulation.ts';

/** Writes the account down at each close into columns allocated once. */
export class CurveRecorder {
  private readonly columns: EquityCurve;
  private length = 0;

  constructor(capacity: number) {
    this.columns = {
      time: new Float64Array(capacity),
      equity: new Float64Array(capacity),
      cash: new Float64Array(capacity),
      positions: new Uint16Array(capacity),
    };
  }

  record(time: number, equity: number, cash: number, positions: number): void {
    const { columns, length } = this;
    columns.time[length] = time;
    columns.equity[length] = equity;
    columns.cash[length] = cash;
    columns.positions[length] = positions;
    this.length++;
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
