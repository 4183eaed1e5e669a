import type { Bar } from '../../engine/bars.ts';
import { MINUTE_MS } from '../../shared/time.ts';

/** Bytes of one bar: five 32-bit columns (minute, open, high, low, close) and a 64-bit volume. */
export const BYTES_PER_BAR = 5 * 4 + 8;

/**
 * Packs bars as columns: minutes since the epoch and prices in paise as 32-bit integers, volumes as doubles (first,
 * so that every column is aligned). Little-endian, as every machine we run on.
 */
export const packBars = (bars: readonly Bar[]): Uint8Array => {
  const count = bars.length;
  const buffer = new ArrayBuffer(count * BYTES_PER_BAR);
  const volume = new Float64Array(buffer, 0, count);
  const column = (index: number) => new Int32Array(buffer, count * 8 + index * count * 4, count);
  const [minute, open, high, low, close] = [column(0), column(1), column(2), column(3), column(4)];
  bars.forEach((bar, index) => {
    volume[index] = bar.volume;
    minute[index] = Math.round(bar.time / MINUTE_MS);
    open[index] = bar.open;
    high[index] = bar.high;
    low[index] = bar.low;
    close[index] = bar.close;
  });
  return new Uint8Array(buffer);
};

/** The bars of a packed chunk, in order. Any bytes will do, whatever else is in their memory. */
export const unpackBars = (columns: Uint8Array): Bar[] => {
  const count = columns.byteLength / BYTES_PER_BAR;
  // Blobs come at any offset, and typed arrays need an aligned one. Not `slice`: a Buffer's shares the memory of others.
  const { buffer } = new Uint8Array(columns);
  const volume = new Float64Array(buffer, 0, count);
  const column = (index: number) => new Int32Array(buffer, count * 8 + index * count * 4, count);
  const [minute, open, high, low, close] = [column(0), column(1), column(2), column(3), column(4)];
  return Array.from(volume, (amount, index) => ({
    time: minute[index]! * MINUTE_MS,
    open: open[index]!,
    high: high[index]!,
    low: low[index]!,
    close: close[index]!,
    volume: amount,
  }));
};
