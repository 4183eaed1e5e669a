import type { RuleDocument } from '../../shared/rule-document.ts';
import { clockToMinutes, minutesToClock } from '../../shared/time.ts';
import type { Traded } from '../instrument.ts';
import { sessionHoursOn, squareOffMinute } from '../trading/session-hours.ts';

/**
 * Rules with the times that a day's market hours leave them. The day is that of a moment (epoch ms). Nothing is entered
 * after continuous trading, and a square-off may have to be earlier than wanted. Of several instruments the latest time
 * counts.
 */
export const withHoursOfDay = (
  document: RuleDocument,
  instruments: readonly Traded[],
  time: number,
): RuleDocument => {
  const { window, squareOffTime } = document;
  const close = Math.max(...instruments.map((traded) => sessionHoursOn(traded, time).close));
  const squareOff = clockToMinutes(squareOffTime);
  return {
    ...document,
    window: { ...window, to: minutesToClock(Math.min(clockToMinutes(window.to), close)) },
    squareOffTime: minutesToClock(
      Math.max(...instruments.map((traded) => squareOffMinute(squareOff, traded, time))),
    ),
  };
};
