import { DAY_MS, istDate, istDayStart, istMidnight, istMinute, MINUTE_MS } from '../../shared/time.ts';
import { isTradingDay, KNOWN_UNTIL } from '../../shared/trading-days.ts';
import type { Traded } from '../instrument.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import { EVERY_SEGMENT, sessionHoursOn } from './session-hours.ts';

/** One day of a segment, epoch ms; `close` and `auctionEnd` are excluded. */
export interface Session {
  /** When the exchange begins to take orders; equals `open` where there is no pre-open. */
  readonly preOpen: number;
  /** Continuous trading begins. */
  readonly open: number;
  readonly close: number;
  /** When the closing auction ends; equals `close` where there is none. */
  readonly auctionEnd: number;
}

/** Where in its trading day a segment stands. Orders of ours are only sent while it is `open`. */
export type Phase = 'pre-open' | 'open' | 'closing-auction' | 'closed';

/** A share with futures: its phases are shown as those of the market. */
const MARKET: Traded = { kind: 'equity' };

/** The session of what is traded on a `YYYY-MM-DD` day; null when the market is shut. */
export const sessionOn = (day: string, traded: Traded): Session | null => {
  if (!isTradingDay(day)) return null;
  const midnight = istDayStart(day);
  const { preOpen, open, close, auctionEnd } = sessionHoursOn(traded, midnight);
  return {
    preOpen: midnight + preOpen * MINUTE_MS,
    open: midnight + open * MINUTE_MS,
    close: midnight + close * MINUTE_MS,
    auctionEnd: midnight + auctionEnd * MINUTE_MS,
  };
};

/** When the last session of a day is over, closing auctions included: its daily candles close then. Null when shut. */
export const marketEndOn = (day: string): number | null => {
  const ends = EVERY_SEGMENT.map((traded) => sessionOn(day, traded)?.auctionEnd ?? 0);
  return Math.max(...ends) || null;
};

/** The trading day of a moment (epoch ms), as `YYYY-MM-DD`: its own day, or the next with a session. */
export const tradingDayOf = (at: number): string => {
  for (let midnight = istMidnight(at); ; midnight += DAY_MS) {
    const day = istDate(midnight);
    if (isTradingDay(day)) return day;
  }
};

/** The trading day after a day. */
export const nextTradingDay = (day: string): string => tradingDayOf(istDayStart(day) + DAY_MS);

/** The last `count` trading days before a day, oldest first. */
export const tradingDaysBefore = (day: string, count: number): string[] => {
  const days: string[] = [];
  for (let midnight = istDayStart(day) - DAY_MS; days.length < count; midnight -= DAY_MS) {
    const candidate = istDate(midnight);
    if (isTradingDay(candidate)) days.unshift(candidate);
  }
  return days;
};

/** The first session at or after a moment's day that `isWanted`. */
const firstSession = (traded: Traded, at: number, isWanted: (session: Session) => boolean): Session => {
  for (let day = tradingDayOf(at); ; day = nextTradingDay(day)) {
    const session = sessionOn(day, traded);
    if (session && isWanted(session)) return session;
  }
};

/** The phase of what is traded at a moment, epoch ms. */
export const phaseAt = (traded: Traded, at: number): Phase => {
  const session = sessionOn(istDate(at), traded);
  if (!session || at < session.preOpen || at >= session.auctionEnd) return 'closed';
  if (at < session.open) return 'pre-open';
  return at < session.close ? 'open' : 'closing-auction';
};

/** When continuous trading next begins after a moment, epoch ms. */
export const nextOpen = (traded: Traded, at: number): number =>
  firstSession(traded, at, ({ open }) => open > at).open;

/** End of the last session that is over, epoch ms. The closing auction belongs to the session. */
export const lastSessionEnd = (traded: Traded, at: number): number => {
  const today = sessionOn(istDate(at), traded);
  if (today && today.auctionEnd <= at) return today.auctionEnd;
  const [day = ''] = tradingDaysBefore(istDate(at), 1);
  return sessionOn(day, traded)?.auctionEnd ?? istDayStart(day);
};

/** The market phase at a moment, and when it next changes. It is that of a share with futures. */
export const marketPhaseAt = (at: number): { phase: Phase; nextChange: number } => {
  const phase = phaseAt(MARKET, at);
  const { preOpen, open, close, auctionEnd } = firstSession(MARKET, at, (session) => session.auctionEnd > at);
  const nextChange = { closed: preOpen, 'pre-open': open, open: close, 'closing-auction': auctionEnd }[phase];
  return { phase, nextChange };
};

/** When the market next trades; null while it does. */
export const marketOpensAt = (at: number): number | null =>
  phaseAt(MARKET, at) === 'open' ? null : nextOpen(MARKET, at);

/**
 * Time for late reports after a session. Until 16:15 the exchange lets the trades of its earliest session to end
 * (15:30) be corrected, and brokers write the end of the day's orders into their books before that. What is not
 * reported by then was not done.
 */
export const LATE_REPORTS_MS = 45 * MINUTE_MS;

/**
 * Latest end of a DAY order placed at a moment. In epoch ms: the end of the first session in which it could trade, with
 * time for late reports.
 */
export const dayEnd = (traded: Traded, at: number): number =>
  firstSession(traded, at, ({ auctionEnd }) => auctionEnd > at).auctionEnd + LATE_REPORTS_MS;

/** A day as sentences say it: `24-11-2026`. */
const inWords = (day: string): string => day.split('-').reverse().join('-');

/** Whether the exchange has published the sessions of a moment's day. */
const isKnown = (at: number): boolean => istDate(at) <= KNOWN_UNTIL;

const WARNED_BEFORE_MS = 42 * DAY_MS;

/**
 * A warning that the calendar of sessions ends; null before that. It begins six weeks ahead. A newer version of the
 * program brings the next year.
 */
export const calendarWarning = (at: number): string | null => {
  if (at < istDayStart(KNOWN_UNTIL) - WARNED_BEFORE_MS) return null;
  const until = inWords(KNOWN_UNTIL);
  return isKnown(at)
    ? `The exchange's trading days are known until ${until}. Update TrickDesk before then: no live entry is sent after it.`
    : `The exchange's trading days were known until ${until}. No live entry is sent until TrickDesk is updated; exits and stops go out on weekdays, during the usual hours.`;
};

const SLOT_LABELS: Readonly<Record<OrderSlot, string>> = {
  entry: 'entry',
  'resting-stop': 'stop',
  'resting-target': 'target',
  leaving: 'exit',
};

const PHASE_LABELS: Readonly<Record<Exclude<Phase, 'open'>, string>> = {
  'pre-open': 'The market is not open yet',
  'closing-auction': 'The closing auction is on',
  closed: 'The market is closed',
};

/** Whether an order may leave, and when it may if not now. `from` is null where no session is known in which it may. */
export type Sendable =
  { readonly now: true } | { readonly now: false; readonly from: number | null; readonly why: string };

/**
 * Whether a slot's order may be sent at a moment (epoch ms). It may in continuous trading alone. Otherwise it waits for
 * the next open (`from`), and `why` says so. After the end of the calendar entries are not sent at all, while what
 * protects and what leaves goes out on weekdays, since nothing may keep a trader in a position.
 */
export const sendable = (slot: OrderSlot, traded: Traded, at: number): Sendable => {
  const phase = phaseAt(traded, at);
  const from = phase === 'open' ? at : nextOpen(traded, at);
  if (slot === 'entry' && !isKnown(from))
    return {
      now: false,
      from: null,
      why: `The exchange's trading days are known until ${inWords(KNOWN_UNTIL)}: no entry is sent after it. Update TrickDesk.`,
    };
  if (phase === 'open') return { now: true };
  return {
    now: false,
    from,
    why: `${PHASE_LABELS[phase]}: the ${SLOT_LABELS[slot]} is sent at ${istMinute(from)} on ${inWords(istDate(from))}.`,
  };
};
