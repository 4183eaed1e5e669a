/** Progress of a run, counted by every thread at once: permille of the candles loaded, and combinations run. */
export type RunProgress = Int32Array;

const LOADED = 0;
const SETS = 1;
const PERMILLE = 1_000;

/** A count that starts at nothing, in memory that every thread sees. */
export const newProgress = (): RunProgress =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

export const reportLoaded = (progress: RunProgress, share: number): void => {
  Atomics.store(progress, LOADED, Math.round(share * PERMILLE));
};

export const countSet = (progress: RunProgress): void => {
  Atomics.add(progress, SETS, 1);
};

/** A backtest is mostly the loading of its candles; a sweep is mostly its combinations. */
const LOADING_SHARE = { alone: 0.8, sweep: 0.05 } as const;

/** Percent done of a run with so many combinations in all; below 100 until it is written. */
export const percentOf = (progress: RunProgress, sets: number): number => {
  const share = sets === 0 ? LOADING_SHARE.alone : LOADING_SHARE.sweep;
  const loaded = (share * Atomics.load(progress, LOADED)) / PERMILLE;
  const run = sets === 0 ? 0 : ((1 - share) * Atomics.load(progress, SETS)) / sets;
  return Math.min(99, Math.floor(100 * (loaded + run)));
};
