/**
 * Where the highest of the last `period` values is, one value at a time, at an amortised constant cost: a queue of
 * the values that no later one has reached, oldest first. Of two that are equal the later counts.
 * Source: R. Tarjan's amortisation, as for the sliding window maximum in D. Lemire, Nordic Journal of Computing 13
 * (2006).
 */
export class WindowPlace {
  private readonly period: number;
  private readonly mask: number;
  private readonly values: Float64Array;
  private readonly places: Int32Array;
  private head = 0;
  private tail = 0;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    const room = 2 ** Math.ceil(Math.log2(period + 1));
    this.mask = room - 1;
    this.values = new Float64Array(room);
    this.places = new Int32Array(room);
  }

  /** Takes the next value; how many values ago the highest of the window is (0 = this one). */
  next(value: number): number {
    const { mask, values, places } = this;
    while (this.tail !== this.head && (values[(this.tail - 1) & mask] as number) <= value) this.tail--;
    values[this.tail & mask] = value;
    places[this.tail & mask] = this.seen;
    this.tail++;
    if ((places[this.head & mask] as number) <= this.seen - this.period) this.head++;
    const ago = this.seen - (places[this.head & mask] as number);
    this.seen++;
    return ago;
  }
}
