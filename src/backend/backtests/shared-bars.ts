import type { Bars } from '../../engine/bars.ts';
import type { Jump } from '../../engine/corporate-actions/adjust-bars.ts';

/** Bars in memory that every thread sees: six columns of doubles, then the days. Sending it copies nothing. */
export interface SharedBars {
  readonly symbol: string;
  readonly length: number;
  readonly hasVolume: boolean;
  readonly memory: SharedArrayBuffer;
  /** Jumps over a night that no corporate action explains. */
  readonly jumps: readonly Jump[];
}

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const BYTES_PER_BAR = COLUMNS.length * 8 + 4;

/** The bars of shared memory; nothing is copied. */
export const barsOver = ({ length, hasVolume, memory }: Omit<SharedBars, 'jumps'>): Bars => {
  const column = (index: number) => new Float64Array(memory, index * length * 8, length);
  return {
    length,
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    day: new Int32Array(memory, COLUMNS.length * length * 8, length),
    hasVolume,
  };
};

/** Copies bars into memory that every thread sees. */
export const shareBars = (symbol: string, bars: Bars, jumps: readonly Jump[] = []): SharedBars => {
  const shared = {
    symbol,
    length: bars.length,
    hasVolume: bars.hasVolume,
    memory: new SharedArrayBuffer(bars.length * BYTES_PER_BAR),
    jumps,
  };
  const target = barsOver(shared);
  for (const name of COLUMNS) target[name].set(bars[name]);
  target.day.set(bars.day);
  return shared;
};
