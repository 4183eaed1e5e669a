/** One traded price. Prices in paise, volume in shares since the previous tick of the same instrument. */
export interface Tick {
  readonly symbol: string;
  readonly price: number;
  readonly volume: number;
  /** Whether prices since the last tick are unknown: a bar's first tick. */
  readonly isGap: boolean;
}

/** Ticks of one moment. */
export interface TickBatch {
  /** Market time, epoch ms. */
  readonly time: number;
  readonly ticks: readonly Tick[];
}

/** One market minute. */
export interface TapeStep {
  readonly start: number;
  readonly end: number;
  readonly batches: readonly TickBatch[];
  /** No further minute follows on this day. */
  readonly endsDay: boolean;
}

/** A source of market minutes, in order; the simulated market, or imported history. */
export interface Tape {
  readonly symbols: readonly string[];
  /** The minute after `time` that has ticks; null when the tape has ended. */
  next(time: number): Promise<TapeStep | null>;
}

/** Ticks of a minute lie at these offsets from its start (ms). */
export const TICK_OFFSETS_MS = [0, 15_000, 30_000, 45_000] as const;
