import { describe, expect, it } from 'vitest';
import type { Bar } from '../../engine/bars.ts';
import { packBars, unpackBars } from './candle-columns.ts';

const START = Date.parse('2026-11-02T03:45:00Z');

const someBars = (count: number): Bar[] =>
  Array.from({ length: count }, (_, index) => ({
    time: START + index * 60_000,
    open: 100_00 + index,
    high: 101_00 + index,
    low: 99_00 - index,
    close: 100_50 + index,
    volume: 1_000 + index / 2,
  }));

/** Packed bars in the memory of others, behind so many bytes. */
const amongOthers = (packed: Uint8Array, offset: number): ArrayBuffer => {
  const memory = new Uint8Array(packed.byteLength + offset + 64).fill(0xa5);
  memory.set(packed, offset);
  return memory.buffer;
};

describe.each([20, 100, 400])('%d packed bars', (count) => {
  const bars = someBars(count);
  const packed = packBars(bars);

  it('are the same from a Buffer that shares its pool', () => {
    // A small one is cut from the pool of all; this one is sure to begin behind another.
    const pooled = Buffer.concat([Buffer.from(packed)]);
    const { byteLength } = packed;
    expect(unpackBars(pooled)).toEqual(bars);
    expect(unpackBars(Buffer.from(amongOthers(packed, 8), 8, byteLength))).toEqual(bars);
  });

  it.each([0, 1, 3, 4, 8, 13])('are the same %d bytes after the start of their memory', (offset) => {
    const memory = amongOthers(packed, offset);
    expect(unpackBars(new Uint8Array(memory, offset, packed.byteLength))).toEqual(bars);
    expect(unpackBars(Buffer.from(memory, offset, packed.byteLength))).toEqual(bars);
  });
});
