/** Wall-clock time in epoch ms. Market time comes from a feed, never from here. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
