import { squareOffMinute } from '../../engine/trading/session-hours.ts';
import { clockToMinutes, istDate, istMinuteOfDay, minutesToClock } from '../../shared/time.ts';
import { tradedAs } from '../market/instrument-master.ts';

/**
 * The time by which an intraday entry had to be squared off. Null while that has not come. It is the wanted time, or
 * an earlier one where continuous trading ends before it or soon after it. What an earlier day left over is due at
 * once.
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
