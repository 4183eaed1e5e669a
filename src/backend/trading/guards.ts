import { formatRupees } from '../../shared/money.ts';
import { clockToMinutes, istMinuteOfDay } from '../../shared/time.ts';
import type { Session } from '../market/calendar.ts';

/** What an entry is judged by. Times are market time; money in paise. */
export interface EntryCase {
  readonly now: number;
  /** Net result of the trick on this market day, open positions included. */
  readonly today: number;
  readonly maxLossPerDay: number | null;
  readonly entriesToday: number;
  readonly maxTradesPerDay: number;
  readonly isReentryAllowed: boolean;
  readonly exitsToday: number;
  readonly session: Session | null;
  readonly window: { readonly from: string; readonly to: string };
  readonly squareOffTime: string;
  readonly isIntraday: boolean;
  /** Market time of the instrument's last tick. */
  readonly lastTickAt: number | null;
  readonly hasOpenPosition: boolean;
  readonly hasLiveOrder: boolean;
}

/** A price older than this is no price to enter on. */
export const STALE_AFTER_MS = 5 * 60_000;

type Guard = (entry: EntryCase) => string | null;

const riskGuard: Guard = ({ today, maxLossPerDay, entriesToday, maxTradesPerDay }) => {
  if (maxLossPerDay !== null && today <= -maxLossPerDay)
    return `the day's loss limit of ${formatRupees(maxLossPerDay)} is reached`;
  if (entriesToday >= maxTradesPerDay) return `the limit of ${maxTradesPerDay} trades a day is reached`;
  return null;
};

const sessionGuard: Guard = ({
  now,
  session,
  window,
  squareOffTime,
  isIntraday,
  isReentryAllowed,
  exitsToday,
}) => {
  if (!session || now < session.open || now >= session.auctionEnd) return 'the market is closed';
  const minute = istMinuteOfDay(now);
  if (minute < clockToMinutes(window.from) || minute >= clockToMinutes(window.to))
    return `entries are allowed from ${window.from} to ${window.to} only`;
  if (isIntraday && minute >= clockToMinutes(squareOffTime))
    return `it is past the square-off time of ${squareOffTime}`;
  if (!isReentryAllowed && exitsToday > 0) return 'the rules do not enter twice on one day';
  return null;
};

const feedGuard: Guard = ({ now, lastTickAt }) =>
  lastTickAt === null || now - lastTickAt > STALE_AFTER_MS ? 'there is no fresh price' : null;

const duplicateGuard: Guard = ({ hasOpenPosition, hasLiveOrder }) =>
  hasOpenPosition || hasLiveOrder ? 'there is a position or an order already' : null;

/** In this order; the first refusal is the reason. Funds are checked by sizing, right after. */
const GUARDS: readonly Guard[] = [riskGuard, sessionGuard, feedGuard, duplicateGuard];

/** Why an entry must not be made now, or null. Exits are never asked. */
export const refuseEntry = (entry: EntryCase): string | null => {
  for (const guard of GUARDS) {
    const reason = guard(entry);
    if (reason) return reason;
  }
  return null;
};
