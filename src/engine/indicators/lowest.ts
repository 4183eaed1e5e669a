import { WindowMaximumStream, windowMaximum } from './window-maximum.ts';

/** Lowest of the last `period` values, this one included. Warm-up: `period − 1` bars. */
export const lowest = (values: Float64Array, period: number): Float64Array =>
  windowMaximum(values, period, -1);

/** `lowest` one value at a time. */
export class LowestStream extends WindowMaximumStream {
  constructor(period: number) {
    super(period, -1);
  }
}
