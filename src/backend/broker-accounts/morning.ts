import { istDate, istMinuteOfDay, MINUTE_MS } from '../../shared/time.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';

/** An account's situation on a day whose broker session is over. */
export interface Morning {
  /** Epoch ms. */
  readonly now: number;
  /** Whether the program can make the code by itself. */
  readonly hasTotpSecret: boolean;
  /** Live strategies or positions wait for the session. */
  readonly isNeeded: boolean;
  /** When it last tried to log in by itself, epoch ms; null when it did not. */
  readonly triedAt: number | null;
  /** The broker said no to what is stored: trying again could lock the account. */
  readonly isRefused: boolean;
  /** `YYYY-MM-DD` on which the owner was last reminded. */
  readonly remindedOn: string | null;
}

/** Sessions end at night; nobody needs one before the morning. */
const FROM = 7 * 60;
const REMIND_FROM = 8 * 60 + 15;
const TRY_EVERY_MS = 5 * MINUTE_MS;

/** Whether an account without a session should have one by now: a trading day, from seven until the market is over. */
export const isLoginTime = (now: number): boolean => {
  const session = sessionOn(istDate(now), { kind: 'index-proxy' });
  return session !== null && istMinuteOfDay(now) >= FROM && now < session.auctionEnd;
};

/** Next step about the session of the day: log in by itself, remind the owner, or nothing. */
export const morningStep = (morning: Morning): 'log-in' | 'remind' | null => {
  const { now, hasTotpSecret, isNeeded, triedAt, isRefused, remindedOn } = morning;
  if (!isLoginTime(now)) return null;
  const canTry = hasTotpSecret && !isRefused;
  // Tried further ahead of now than that: the clock was put back since.
  if (canTry && (triedAt === null || Math.abs(now - triedAt) >= TRY_EVERY_MS)) return 'log-in';
  return isNeeded && istMinuteOfDay(now) >= REMIND_FROM && remindedOn !== istDate(now) ? 'remind' : null;
};
