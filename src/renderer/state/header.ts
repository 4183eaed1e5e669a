import { ALERT_CATEGORIES } from '../../shared/alert-category.ts';
import { api } from '../api/api.ts';
import { feedClock, type Feed } from './feed-clock.ts';
import { reloadOnFacts } from './reload-on-facts.ts';
import { onStreamEvent, requestReload } from './stream.ts';
import { myBaskets } from './my-baskets.ts';
import { myProfile } from './my-profile.ts';
import { createResource } from './resource.ts';

/** Index quotes, market clock, broker, feed: what every page shows. Asked quietly, since nobody pressed anything. */
export const header = createResource(() => api.home.header(), { isQuiet: true });

/** Today's figures, running counts and open positions; feeds the menu's counters too. */
export const myHome = createResource(() => api.home.summary());

/** Number of unread alerts, as the server counts them. */
export const unreadAlerts = createResource(() => api.alerts.count());

type HeaderState = ReturnType<typeof header.get>;

export const HEADER_INTERVAL_MS = 5_000;
/** Delay before the menu's counters are reloaded, ms. They follow trades and starts; with it a burst asks once. */
const COUNTERS_DELAY_MS = 1_500;

/** Number of tickets that are not closed, over all days. */
export const openTickets = createResource(() => api.tickets.list({ state: 'open', pageSize: 1 }), {
  isQuiet: true,
});

/**
 * Apply a newer state of the feed. Of another market the hours and the indices are not known until they have been
 * asked for: those of before would stand under its name.
 */
export const acceptHeaderFeed = (feed: Feed): void => {
  const isAnother = header.get().value?.feed.kind !== feed.kind;
  header.patch((value) => ({
    ...value,
    feed,
    ...(isAnother && { market: { ...value.market, nextChange: null }, indices: [] }),
  }));
  if (isAnother) void header.reload();
};

/**
 * A balance that an answer knows and no fact had told: facts were lost, as in a house whose NATS is away. The page must
 * not go on showing another balance than its frame.
 */
const reloadAfterUnheard = ({ value, loadedAt }: HeaderState, before: HeaderState): void => {
  const isAnswer = loadedAt !== before.loadedAt;
  if (isAnswer && value && before.value && value.walletBalance !== before.value.walletBalance)
    requestReload();
};

/** Keep the window's frame up to date for a signed-in user. Returns the way to stop. */
export const followHeader = (): (() => void) => {
  void header.load(undefined);
  // What is due among the baskets waits for the figures that every page shows.
  void myHome.load(undefined).then(() => myBaskets.load(undefined));
  void unreadAlerts.load(undefined);
  void openTickets.load(undefined);
  void myProfile.load(undefined);
  const interval = setInterval(() => void header.reload(), HEADER_INTERVAL_MS);
  const stops = [
    header.use.subscribe(({ value, loadedAt }, before) => {
      // A failure keeps the value: its age of the last price is of the time at which it came.
      const isNews = loadedAt !== before.loadedAt || value?.feed !== before.value?.feed;
      if (value && isNews) feedClock.accept(value.feed);
    }),
    header.use.subscribe(reloadAfterUnheard),
    onStreamEvent(['market'], ({ feed }) => acceptHeaderFeed(feed)),
    onStreamEvent(['alert'], ({ unread, alert }) => {
      unreadAlerts.patch(() => unread);
      if (alert.categoryId === ALERT_CATEGORIES.baskets) void myBaskets.reload();
    }),
    onStreamEvent(['wallet'], ({ available: walletBalance }) => {
      header.patch((value) => ({ ...value, walletBalance }));
      myHome.patch((value) => ({ ...value, walletBalance }));
    }),
    reloadOnFacts({
      types: ['trade', 'strategy', 'position', 'positions'],
      things: () => [myHome],
      everyMs: COUNTERS_DELAY_MS,
    }),
    reloadOnFacts({ types: ['ticket'], things: () => [openTickets] }),
    reloadOnFacts({ types: [], things: () => [header, myBaskets, myProfile, unreadAlerts] }),
  ];
  return () => {
    clearInterval(interval);
    for (const stop of stops) stop();
  };
};
