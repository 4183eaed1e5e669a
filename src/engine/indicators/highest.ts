import { WindowMaximumStream, windowMaximum } from './window-maximum.ts';

/** Highest of the last `period` values, this one included. Warm-up: `period − 1` bars. */
export const highest = (values: Float64Array, period: number): Float64Array =>
  windowMaximum(values, period, 1);

/** `highest` one value at a time. */
export class HighestStream extends WindowMaximumStream {
  constructor(period: number) {
    super(period, 1);
  }
}
