import type { RuleDocument } from '../shared/rule-document.ts';
import { clockToMinutes, istMinuteOfDay, minutesToClock } from '../shared/time.ts';
import type { Traded } from './instrument.ts';
import { squareOffMinute } from './trading/session-hours.ts';

/** Facts about an entry that is about to fill. */
interface EntryMoment {
  /** When it would fill, epoch ms. */
  readonly time: number;
  readonly instrument: Traded;
  /** Entries the strategy has made this day, over all its instruments. */
  readonly entriesToday: number;
  /** The strategy has left a position in this instrument today. */
  readonly hasExitedToday: boolean;
}

/** The limits that a rule document sets to its trading day. They are the same in backtests and live. */
export interface SessionGuard {
  /** Why an entry may not be filled now, as a sentence; else null. */
  objectionTo(moment: EntryMoment): string | null;
  /** Whether open positions must be closed now. `time` is in epoch ms; delivery is never squared off. */
  isSquareOff(time: number, instrument: Traded): boolean;
}

/** Until when entries are taken: what is squared off is not entered any more, whatever the window says. */
export const entriesUntil = ({
  window,
  product,
  squareOffTime,
}: Pick<RuleDocument, 'window' | 'product' | 'squareOffTime'>): string =>
  product === 'intraday' && squareOffTime < window.to ? squareOffTime : window.to;

/**
 * The guard of a document. Daily bars have no time of day, so its window and square-off do not apply to them; a
 * rotation trades as often as a rebalance takes, so the day's limit does not apply to it.
 */
export const sessionGuard = (document: RuleDocument): SessionGuard => {
  const { window, timeframe, product, squareOffTime, reentry } = document;
  const maxTradesPerDay = document.rotation ? Infinity : document.maxTradesPerDay;
  const isDaily = timeframe === '1d';
  const from = isDaily ? 0 : clockToMinutes(window.from);
  const to = isDaily ? Infinity : clockToMinutes(window.to);
  const squareOff = product === 'intraday' ? clockToMinutes(squareOffTime) : Infinity;
  const limit = maxTradesPerDay === 1 ? 'one trade' : `${maxTradesPerDay} trades`;
  return {
    objectionTo: ({ time, instrument, entriesToday, hasExitedToday }) => {
      const minute = istMinuteOfDay(time);
      if (minute < from || minute >= to)
        return `Entries are only taken between ${window.from} and ${entriesUntil(document)}.`;
      if (squareOff < Infinity) {
        const from = squareOffMinute(squareOff, instrument, time);
        if (minute >= from) return `Positions are squared off from ${minutesToClock(from)} on.`;
      }
      if (entriesToday >= maxTradesPerDay) return `The day's limit of ${limit} was reached.`;
      if (!reentry && hasExitedToday) return 'The instrument was exited today and may not be entered again.';
      return null;
    },
    isSquareOff:
      product === 'intraday'
        ? (time, instrument) => istMinuteOfDay(time) >= squareOffMinute(squareOff, instrument, time)
        : () => false,
  };
};
