/** So many calls within so many milliseconds. */
interface Window {
  readonly windowMs: number;
  readonly count: number;
  /** Of these, so many for entries; the rest is kept for exits. */
  readonly entryCount?: number;
}

interface LaneLimits {
  readonly windows: readonly Window[];
  /** Longer than this a call does not wait: it is refused at once. */
  readonly patienceMs: number;
}

/** The broker counts when calls arrive, which is not as evenly as they were sent. */
const SECOND_MS = 1_100;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const READ_PATIENCE_MS = 10_000;

const reads = (perSecond: number, perHour?: number): LaneLimits => ({
  windows: [
    { windowMs: SECOND_MS, count: perSecond },
    ...(perHour === undefined ? [] : [{ windowMs: HOUR_MS, count: perHour }]),
  ],
  patienceMs: READ_PATIENCE_MS,
});

const BY_LANE = {
  orders: {
    windows: [
      { windowMs: SECOND_MS, count: 9, entryCount: 6 },
      { windowMs: MINUTE_MS, count: 500, entryCount: 333 },
      { windowMs: HOUR_MS, count: 1_000, entryCount: 666 },
    ],
    patienceMs: 2_000,
  },
  login: reads(1),
  refresh: reads(1, 1_000),
  logout: reads(1),
  profile: reads(3, 1_000),
  funds: reads(2),
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
    patienceMs: READ_PATIENCE_MS,
  },
  // An import of years waits for its turn; nobody is sitting in front of it.
  candles: {
    windows: [
      { windowMs: SECOND_MS, count: 2 },
      { windowMs: MINUTE_MS, count: 180 },
      { windowMs: HOUR_MS, count: 5_000 },
    ],
    patienceMs: Number.POSITIVE_INFINITY,
  },
} satisfies Readonly<Record<string, LaneLimits>>;

/** Calls that are counted together. */
export type Lane = keyof typeof BY_LANE;

/**
 * What one client code may ask, by lane. Placing, changing and cancelling share one lane of 9 a second: the exchanges
 * allow 10 (since 2026-04-01), the broker 500 a minute and 1,000 an hour. Candles: 3 a second by the book, 2 in
 * practice, and 180 a minute by the word of an administrator of the broker's forum.
 */
export const LIMITS: Readonly<Record<Lane, LaneLimits>> = BY_LANE;
