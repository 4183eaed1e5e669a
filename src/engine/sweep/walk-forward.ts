import { fail, succeed, type Result } from '../../shared/failure.ts';
import { DAY_MS, istDate, istDayStart } from '../../shared/time.ts';

/** Days in India (`YYYY-MM-DD`), both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface WalkForwardWindow {
  /** The combination is chosen on these days… */
  readonly train: DayRange;
  /** …and tried on these, which follow at once. */
  readonly test: DayRange;
}

/**
 * Roll training and test windows over a range of calendar days. Test windows adjoin, the last one ends with the range,
 * and `trainPercent` of each window's days are for training (rounded to whole days). Refused (`invalid`) when a window
 * would have no day to test on. Source: R. Pardo, The Evaluation and Optimization of Trading Strategies (2008), ch. 11.
 */
export const walkForwardWindows = (
  from: string,
  to: string,
  windows: number,
  trainPercent: number,
): Result<WalkForwardWindow[]> => {
  const first = istDayStart(from);
  const days = Math.round((istDayStart(to) - first) / DAY_MS) + 1;
  const testDays = days / (windows + trainPercent / (100 - trainPercent));
  if (!(testDays >= 1))
    return fail(
      'invalid',
      `${days} days are too few for ${windows} windows with ${trainPercent}% for training; a window needs at least a day to test on.`,
      { fields: { walkForward: 'needs more days or fewer windows' } },
    );
  const testStart = (window: number) => days - Math.round((windows - window) * testDays);
  const trainDays = testStart(0);
  const dayAt = (index: number) => istDate(first + index * DAY_MS);
  const range = (start: number, end: number): DayRange => ({ from: dayAt(start), to: dayAt(end - 1) });
  return succeed(
    Array.from({ length: windows }, (_, window) => {
      const start = testStart(window);
      return { train: range(start - trainDays, start), test: range(start, testStart(window + 1)) };
    }),
  );
};
