import { feedClock, freshnessOf, type Freshness } from './feed-clock.ts';
import { header } from './header.ts';

type Header = NonNullable<ReturnType<typeof header.use.getState>['value']>;

/** How far prices may be trusted at a moment (epoch ms). A market that stands still by design is always fresh. */
export const feedFreshness = (
  { market, feed }: Pick<Header, 'market' | 'feed'>,
  lastTickAt: number | null,
  now: number,
): Freshness => {
  if (market.state !== 'open') return 'fresh';
  if (feed.state === 'stalled') return 'stale';
  if (feed.state !== 'running' || lastTickAt === null) return 'fresh';
  return freshnessOf(Math.max(0, now - lastTickAt));
};

/** Whether the backend holds entries back now because prices no longer come. */
export const areEntriesWaiting = (): boolean => {
  const { value } = header.use.getState();
  return value !== null && feedFreshness(value, feedClock.use.getState().lastTickAt, Date.now()) === 'stale';
};
