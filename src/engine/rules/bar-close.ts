import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istMinuteOfDay } from '../../shared/time.ts';
import type { Traded } from '../instrument.ts';
import { LONGEST_SESSION_MINUTES, sessionHoursOn } from '../trading/session-hours.ts';

/**
 * Minutes after midnight (India) at which a bar closes. The bar starts at `time`. The session of its day cuts its last
 * bar short; a daily bar closes with the closing auction, which sets its close.
 */
export const minuteAtClose = (time: number, timeframe: Timeframe, traded: Traded): number => {
  const { close, auctionEnd } = sessionHoursOn(traded, time);
  if (timeframe === '1d') return auctionEnd;
  const start = istMinuteOfDay(time);
  const end = start + TIMEFRAME_MINUTES[timeframe];
  return start < close ? Math.min(end, close) : end;
};

/** Most bars of a timeframe in one session. */
export const barsPerSession = (timeframe: Timeframe): number =>
  Math.ceil(LONGEST_SESSION_MINUTES / TIMEFRAME_MINUTES[timeframe]);
