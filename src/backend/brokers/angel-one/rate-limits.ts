import type { OrderUrgency } from '../broker.ts';

/** So many calls within so many milliseconds. */
interface Window {
  readonly windowMs: number;
  readonly count: number;
  /** Shares of `count` for requests that are no exits; the rest is kept for exits. */
  readonly shares?: {
    /** Changes and entries together. */
    readonly others: number;
    readonly change: number;
    readonly entry: number;
  };
}

export interface LaneLimits {
  readonly windows: readonly Window[];
  /** Longer than this a call does not wait: it is refused at once. */
  readonly patienceMs: Readonly<Record<OrderUrgency, number>>;
}

const everybody = (ms: number): LaneLimits['patienceMs'] => ({ exit: ms, change: ms, entry: ms });

/** The broker's second. It is longer, since the broker counts arrivals, which are less even than the sending. */
const SECOND_MS = 1_100;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const READ_PATIENCE = everybody(10_000);

const reads = (perSecond: number, perHour?: number): LaneLimits => ({
  windows: [
    { windowMs: SECOND_MS, count: perSecond },
    ...(perHour === undefined ? [] : [{ windowMs: HOUR_MS, count: perHour }]),
  ],
  patienceMs: READ_PATIENCE,
});

const BY_LANE = {
  orders: {
    windows: [
      { windowMs: SECOND_MS, count: 9, shares: { others: 6, change: 3, entry: 6 } },
      { windowMs: MINUTE_MS, count: 500, shares: { others: 333, change: 166, entry: 250 } },
      { windowMs: HOUR_MS, count: 1_000, shares: { others: 666, change: 333, entry: 500 } },
    ],
    // An exit is never refused here: what closes or protects a position waits as long as it must.
    patienceMs: { exit: Number.POSITIVE_INFINITY, change: 2_000, entry: 2_000 },
  },
  login: reads(1),
  refresh: reads(1, 1_000),
  logout: reads(1),
  profile: reads(3, 1_000),
  funds: reads(2),
  // Right before an entry, which does not wait for it longer than for its own turn.
  margin: {
    windows: [
      { windowMs: SECOND_MS, count: 9 },
      { windowMs: MINUTE_MS, count: 500 },
      { windowMs: HOUR_MS, count: 5_000 },
    ],
    patienceMs: everybody(1_000),
  },
  // Rules (GTT) are counted apart from orders. What cancels one waits as long as it must.
  rules: {
    windows: [
      { windowMs: SECOND_MS, count: 9, shares: { others: 6, change: 3, entry: 6 } },
      { windowMs: MINUTE_MS, count: 500, shares: { others: 333, change: 166, entry: 250 } },
      { windowMs: HOUR_MS, count: 5_000, shares: { others: 3_333, change: 1_666, entry: 2_500 } },
    ],
    patienceMs: { exit: Number.POSITIVE_INFINITY, change: 10_000, entry: 2_000 },
  },
  'order-book': reads(1),
  'trade-book': reads(1),
  positions: reads(1),
  holdings: reads(1),
  // Not stated anywhere; a basket asks of each of its shares.
  authorisation: reads(3),
  quotes: {
    windows: [
      { windowMs: SECOND_MS, count: 6 },
      { windowMs: MINUTE_MS, count: 500 },
      { windowMs: HOUR_MS, count: 5_000 },
    ],
    patienceMs: READ_PATIENCE,
  },
  // A fetch of years waits for its turn as an entry does; nobody is sitting in front of it. It leaves a part of the hour to
  // what live strategies need.
  candles: {
    windows: [
      { windowMs: SECOND_MS, count: 2 },
      { windowMs: MINUTE_MS, count: 180 },
      { windowMs: HOUR_MS, count: 5_000, shares: { others: 4_000, change: 4_000, entry: 4_000 } },
    ],
    patienceMs: everybody(Number.POSITIVE_INFINITY),
  },
} satisfies Readonly<Record<string, LaneLimits>>;

/** Calls that are counted together. */
export type Lane = keyof typeof BY_LANE;

/**
 * Limits of one client code, by lane. Placing, changing and cancelling share one lane of 9 a second: the exchanges
 * allow 10 (since 2026-04-01), the broker 500 a minute and 1,000 an hour. A third of each window is the exits' alone;
 * changes take no more than a third, and entries leave some to the changes but for the second, where those go first.
 * Candles: 3 a second by the book, 2 in practice, and 180 a minute by the word of an administrator of the broker's
 * forum.
 */
export const LIMITS: Readonly<Record<Lane, LaneLimits>> = BY_LANE;
