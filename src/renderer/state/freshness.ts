import { create } from 'zustand';
import { onDesktopEvent } from '../api/desktop.ts';
import { feedClock, freshnessOf, type Freshness, usualGapMs } from './feed-clock.ts';
import { header } from './header.ts';
import { registerReset } from './store-registry.ts';
import { useStreamState } from './stream.ts';

type Header = NonNullable<ReturnType<typeof header.use.getState>['value']>;

/** Freshness of prices at a moment (epoch ms). A market that stands still by design is always fresh. */
export const feedFreshness = (
  { market, feed }: Pick<Header, 'market' | 'feed'>,
  lastTickAt: number | null,
  now: number,
): Freshness => {
  if (market.state !== 'open') return 'fresh';
  if (feed.state === 'stalled') return 'stale';
  if (feed.state !== 'running' || lastTickAt === null) return 'fresh';
  return freshnessOf(Math.max(0, now - lastTickAt), usualGapMs(feed));
};

/** The same of the exchange, `passed` ms after the header was asked. Without real money at work no price is awaited. */
export const exchangeFreshness = ({ live }: Pick<Header, 'live'>, passed: number): Freshness => {
  if (live?.state !== 'open' || !live.isTrading) return 'fresh';
  // No price has come since the program began, or since there is no session: what is shown is of before.
  return live.lastTickAgeMs === null ? 'stale' : freshnessOf(live.lastTickAgeMs + passed);
};

const WORST_FIRST: readonly Freshness[] = ['stale', 'late', 'fresh'];

const worstOf = (...all: readonly Freshness[]): Freshness =>
  WORST_FIRST.find((each) => all.includes(each)) ?? 'fresh';

interface Known {
  freshness: Freshness;
  /** Epoch ms at which the computer woke; null once the header has been loaded since. */
  wokeAt: number | null;
}

const useStore = create<Known>(() => ({ freshness: 'fresh', wokeAt: null }));

registerReset(() => useStore.setState({ freshness: 'fresh', wokeAt: null }));

const freshnessAt = (now: number, wokeAt: number | null): Freshness => {
  const { value, loadedAt } = header.get();
  if (!value || loadedAt === null) return 'fresh';
  if (wokeAt !== null) return 'stale';
  return worstOf(
    feedFreshness(value, feedClock.use.getState().lastTickAt, now),
    exchangeFreshness(value, Math.max(0, now - loadedAt)),
  );
};

const assess = (): void => {
  const before = useStore.getState();
  const hasLoadedSince = before.wokeAt !== null && (header.get().loadedAt ?? 0) > before.wokeAt;
  const wokeAt = hasLoadedSince ? null : before.wokeAt;
  const freshness = freshnessAt(Date.now(), wokeAt);
  if (freshness !== before.freshness || wokeAt !== before.wokeAt) useStore.setState({ freshness, wokeAt });
};

const ASSESS_MS = 1_000;

/** Watches how old what is shown has become. Returns the way to stop. */
export const followFreshness = (): (() => void) => {
  const timer = setInterval(assess, ASSESS_MS);
  const stops = [
    header.use.subscribe(assess),
    onDesktopEvent((event) => {
      if (event.type !== 'system.resumed') return;
      useStore.setState({ wokeAt: Date.now() });
      assess();
    }),
  ];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
};

/** React hook: how far what is shown may be trusted; it is all old for a moment when the computer wakes. */
export const useFreshness = (): Freshness => useStore(({ freshness }) => freshness);

/** React hook: the computer has just woken, and nothing has been heard since. */
export const useIsWaking = (): boolean => useStore(({ wokeAt }) => wokeAt !== null);

/** Whether the backend holds entries back now because prices no longer come. */
export const areEntriesWaiting = (): boolean => {
  const { value } = header.get();
  return value !== null && feedFreshness(value, feedClock.use.getState().lastTickAt, Date.now()) === 'stale';
};

/** Whether prices of the broker no longer come. */
const isExchangeStale = (): boolean => {
  const { value, loadedAt } = header.get();
  if (value === null || loadedAt === null) return false;
  return exchangeFreshness(value, Math.max(0, Date.now() - loadedAt)) === 'stale';
};

/**
 * Whether prices in view may be of before: the computer has just woken, or they no longer come. Those of paper and of the
 * broker come from markets of their own.
 */
export const arePricesOld = (mode: 'test' | 'live'): boolean =>
  useStore.getState().wokeAt !== null ||
  useStreamState.getState().closedSince !== null ||
  (mode === 'live' ? isExchangeStale() : areEntriesWaiting());
