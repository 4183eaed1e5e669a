import { squareOffMinute } from '../../engine/trading/session-hours.ts';
import { clockToMinutes, istDate, istMinuteOfDay, minutesToClock } from '../../shared/time.ts';
import { tradedAs } from '../market/instrument-master.ts';

/**
 * The clock time at which what was begun intraday in an instrument had to be gone; null while that has not come. It is
 * the wanted time or, where continuous trading ends soon after it or before it, an earlier one; what an earlier day left
 * over is due at once.
 */
export const squareOffDue = (
  symbol: string,
  begun: number,
  now: number,
  squareOffTime: string,
): string | null => {
  const minute = squareOffMinute(clockToMinutes(squareOffTime), tradedAs(symbol), now);
  const isDue = istDate(begun) < istDate(now) || istMinuteOfDay(now) >= minute;
  return isDue ? minutesToClock(minute) : null;
};
