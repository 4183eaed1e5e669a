import { create } from 'zustand';
import type { z } from 'zod';
import type { FeedStateSchema } from '../../shared/contract/market.ts';
import { registerReset } from './store-registry.ts';

export type Feed = z.output<typeof FeedStateSchema>;

/** Age in market hours after which the clock turns amber, ms. After `STALE_MS` it turns grey. */
export const LATE_MS = 5_000;
export const STALE_MS = 30_000;

const useStore = create<{ lastTickAt: number | null }>(() => ({ lastTickAt: null }));

registerReset(() => useStore.setState({ lastTickAt: null }));

/** Wall-clock time of the last tick, however it became known. */
export const feedClock = {
  use: useStore,
  /** Store the age of the last tick, as the feed reports it. */
  accept: (feed: Feed): void => {
    if (feed.lastTickAgeMs === null) return;
    const at = Date.now() - feed.lastTickAgeMs;
    useStore.setState(({ lastTickAt }) => ({ lastTickAt: Math.max(at, lastTickAt ?? 0) }));
  },
};

export type Freshness = 'fresh' | 'late' | 'stale';

/** Market time between two ticks of a made-up market, ms. */
const TICK_GAP_MS = 15_000;

/** Usual wall-clock time between two ticks, ms. A broker sends each trade as it is made. */
export const usualGapMs = ({ kind, speed }: Pick<Feed, 'kind' | 'speed'>): number =>
  kind === 'broker' ? 0 : TICK_GAP_MS / speed;

/** Freshness of the last tick in an open market. `gapMs` passes between two ticks anyway. */
export const freshnessOf = (ageMs: number, gapMs = 0): Freshness =>
  ageMs > STALE_MS ? 'stale' : ageMs > LATE_MS + gapMs ? 'late' : 'fresh';
