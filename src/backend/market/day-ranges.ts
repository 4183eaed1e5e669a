import type { TickBatch } from './tape.ts';

interface Range {
  readonly open: number;
  high: number;
  low: number;
  volume: number;
}

/** Ranges and volumes of a day, kept tick by tick. */
export class DayRanges {
  private readonly ranges = new Map<string, Range>();

  /** Apply one moment's ticks of the day at hand. */
  add({ ticks }: TickBatch): void {
    for (const { symbol, price, volume } of ticks) {
      const range = this.ranges.get(symbol);
      if (!range) {
        this.ranges.set(symbol, { open: price, high: price, low: price, volume });
        continue;
      }
      if (price > range.high) range.high = price;
      if (price < range.low) range.low = price;
      range.volume += volume;
    }
  }

  /** Undefined before the first tick of the day. */
  of(symbol: string): Readonly<Range> | undefined {
    return this.ranges.get(symbol);
  }

  /** Another day begins. */
  clear(): void {
    this.ranges.clear();
  }
}
