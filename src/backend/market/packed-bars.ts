import { type Bars, barsFrom, dayNumber } from '../../engine/bars.ts';
import type { Result } from '../../shared/failure.ts';
import { succeed } from '../../shared/failure.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { BYTES_PER_BAR, unpackBars } from './candle-columns.ts';

/** Whether a bar can be right, as `barsFrom` judges it. */
const isSound = ({ time, open, high, low, close, volume }: Bars, at: number): boolean => {
  const [o, h, l, c] = [open[at], high[at], low[at], close[at]] as [number, number, number, number];
  if (!(l > 0 && h >= o && h >= c && l <= o && l <= c)) return false;
  if (!Number.isSafeInteger(volume[at]) || (volume[at] as number) < 0) return false;
  return at === 0 || (time[at] as number) > (time[at - 1] as number);
};

/**
 * Bars of packed chunks, in time order, as columns. No object is made of each. Refused (`invalid`) as `barsFrom`
 * does.
 * @throws RangeError for bytes that are no candles
 */
export const barsOfChunks = (chunks: readonly Uint8Array[]): Result<Bars> => {
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength / BYTES_PER_BAR, 0);
  if (!Number.isInteger(length)) throw new RangeError('Stored candles have a length that no candles have.');
  const column = () => new Float64Array(length);
  const columns = { time: column(), open: column(), high: column(), low: column(), close: column() };
  const bars: Bars & { hasVolume: boolean } = {
    ...{ length, ...columns, volume: column(), day: new Int32Array(length), hasVolume: false },
  };
  let from = 0;
  for (const chunk of chunks) {
    const count = chunk.byteLength / BYTES_PER_BAR;
    // Blobs come at any offset, and typed arrays need an aligned one.
    const { buffer } = new Uint8Array(chunk);
    const numbers = (at: number) => new Int32Array(buffer, count * 8 + at * count * 4, count);
    bars.volume.set(new Float64Array(buffer, 0, count), from);
    for (const [at, name] of (['time', 'open', 'high', 'low', 'close'] as const).entries())
      bars[name].set(numbers(at), from);
    from += count;
  }
  let areSound = true;
  for (let at = 0; at < length; at++) {
    const time = (bars.time[at] as number) * MINUTE_MS;
    bars.time[at] = time;
    bars.day[at] = dayNumber(time);
    if ((bars.volume[at] as number) > 0) bars.hasVolume = true;
    if (!isSound(bars, at)) areSound = false;
  }
  return areSound ? succeed(bars) : barsFrom(chunks.flatMap(unpackBars));
};
