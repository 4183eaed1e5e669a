import type { Traded } from '../../engine/instrument.ts';
import { tradingHoursOn } from '../../engine/trading-hours.ts';
import { clockToMinutes, DAY_MS, istDate, istDayStart, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { MUHURAT, isTradingDay } from '../../shared/trading-days.ts';

/** Continuous trading of one day, epoch ms; `close` is excluded. */
export interface Session {
  readonly open: number;
  readonly close: number;
  /** When the closing auction ends; equals `close` where there is none. */
  readonly auctionEnd: number;
}

/** Shares with futures, which close by auction. */
const CASH: Traded = { kind: 'equity' };
const SEGMENTS: readonly Traded[] = [CASH, { kind: 'equity', fixedBandPercent: 20 }, { kind: 'index-proxy' }];
const PRE_OPEN_FROM = '09:00';

const at = (day: string, clock: string): number => istDayStart(day) + clockToMinutes(clock) * MINUTE_MS;

/** The session of what is traded on a day; null when the market is shut. */
export const sessionOn = (day: string, traded: Traded): Session | null => {
  if (!isTradingDay(day)) return null;
  const muhurat = MUHURAT.get(day);
  if (muhurat) {
    const close = at(day, muhurat.to);
    return { open: at(day, muhurat.from), close, auctionEnd: close };
  }
  const midnight = istDayStart(day);
  const { open, close, auctionEnd } = tradingHoursOn(traded, midnight);
  return {
    open: midnight + open * MINUTE_MS,
    close: midnight + close * MINUTE_MS,
    auctionEnd: midnight + auctionEnd * MINUTE_MS,
  };
};

/** When the last session of a day is over, closing auctions included: its daily candles close then. Null when shut. */
export const marketEndOn = (day: string): number | null => {
  const ends = SEGMENTS.map((traded) => sessionOn(day, traded)?.auctionEnd ?? 0);
  return Math.max(...ends) || null;
};

/** The first trading day on or after a moment's day. */
export const tradingDayFrom = (time: number): string => {
  for (let midnight = istMidnight(time); ; midnight += DAY_MS) {
    const day = istDate(midnight);
    if (isTradingDay(day)) return day;
  }
};

/** The trading day after a day. */
export const nextTradingDay = (day: string): string => tradingDayFrom(istDayStart(day) + DAY_MS);

/** The last `count` trading days before a day, oldest first. */
export const tradingDaysBefore = (day: string, count: number): string[] => {
  const days: string[] = [];
  for (let midnight = istDayStart(day) - DAY_MS; days.length < count; midnight -= DAY_MS) {
    const candidate = istDate(midnight);
    if (isTradingDay(candidate)) days.unshift(candidate);
  }
  return days;
};

export type MarketState = 'open' | 'closed' | 'pre-open' | 'closing-auction';

/** When orders are first taken on a day; the Muhurat hour has no pre-open of its own here. */
const preOpenOf = (day: string, session: Session): number =>
  MUHURAT.has(day) ? session.open : at(day, PRE_OPEN_FROM);

/** State of the cash market at a moment, and when it next changes. */
export const marketStateAt = (time: number): { state: MarketState; nextChange: number } => {
  const day = istDate(time);
  const session = sessionOn(day, CASH);
  if (session && time < session.auctionEnd) {
    const preOpen = preOpenOf(day, session);
    if (time < preOpen) return { state: 'closed', nextChange: preOpen };
    if (time < session.open) return { state: 'pre-open', nextChange: session.open };
    if (time < session.close) return { state: 'open', nextChange: session.close };
    return { state: 'closing-auction', nextChange: session.auctionEnd };
  }
  const next = nextTradingDay(day);
  const opening = sessionOn(next, CASH);
  return { state: 'closed', nextChange: opening ? preOpenOf(next, opening) : istDayStart(next) };
};
