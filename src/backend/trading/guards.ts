import type { SessionGuard } from '../../engine/session-guard.ts';
import { type Lock, lockText } from '../../engine/circuits.ts';
import type { Instrument } from '../../engine/instrument.ts';
import { lossBlockReason } from '../../engine/trading/strategy-runtime.ts';
import { istMinute } from '../../shared/time.ts';
import type { Session } from '../../engine/trading/trading-day.ts';

/** Facts by which an entry is judged. Times are market time; money in paise. */
export interface EntryCase {
  readonly now: number;
  readonly instrument: Instrument;
  readonly side: 'buy' | 'sell';
  /** The circuit that the instrument stands at; null when it does not. */
  readonly lock: Lock | null;
  /** The strategy's result of this market day. Open positions are included; it counts from the day's opening equity. */
  readonly today: number;
  readonly maxLossPerDay: number | null;
  readonly entriesToday: number;
  /** It has left something in the instrument today. */
  readonly hasExitedToday: boolean;
  readonly session: Session | null;
  /** The limits of the strategy's own rules. The same as in a backtest. */
  readonly rules: SessionGuard;
  /** Market time of the instrument's last tick. */
  readonly lastTickAt: number | null;
  /** Greatest age of that tick, ms. */
  readonly staleAfterMs: number;
  /** The rules allow another entry in the instrument beside what is open. */
  readonly hasRoom: boolean;
  /** An entry in the instrument is on its way already. */
  readonly hasWorkingEntry: boolean;
}

type Guard = (entry: EntryCase) => string | null;

const lossGuard: Guard = ({ today, maxLossPerDay }) => lossBlockReason(today, maxLossPerDay);

const marketGuard: Guard = ({ now, session, instrument }) => {
  if (!session || now < session.open || now >= session.auctionEnd) return 'The market is closed.';
  if (now < session.close) return null;
  return `${instrument.symbol} is in its closing auction until ${istMinute(session.auctionEnd)}, in which nothing is entered.`;
};

const rulesGuard: Guard = ({ rules, now, instrument, entriesToday, hasExitedToday }) =>
  rules.objectionTo({ time: now, instrument, entriesToday, hasExitedToday });

const circuitGuard: Guard = ({ instrument, side, lock }) =>
  lock?.side === side ? lockText(instrument.symbol, lock) : null;

/**
 * Refuse an entry without a fresh price. A price from the future dates from before the clock was put back, so its age
 * is not known.
 */
const feedGuard: Guard = ({ now, lastTickAt, staleAfterMs }) =>
  lastTickAt === null || Math.abs(now - lastTickAt) > staleAfterMs ? 'There is no fresh price.' : null;

const duplicateGuard: Guard = ({ hasRoom, hasWorkingEntry }) =>
  !hasRoom || hasWorkingEntry ? 'There is a position or an entry on its way already.' : null;

/** In this order; the first refusal is the reason. Funds are checked by sizing, right after. */
const GUARDS: readonly Guard[] = [
  lossGuard,
  marketGuard,
  rulesGuard,
  circuitGuard,
  feedGuard,
  duplicateGuard,
];

/** Why an entry must not be made now, as a sentence. Null if it may. Exits are never asked. */
export const refuseEntry = (entry: EntryCase): string | null => {
  for (const guard of GUARDS) {
    const reason = guard(entry);
    if (reason) return reason;
  }
  return null;
};
