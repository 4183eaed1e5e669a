import { DAY_MS } from '../../shared/time.ts';
import type { EquityCurve } from '../simulation/simulation.ts';

/** A time below an earlier peak. Times in epoch ms, money in paise. */
export interface DrawdownPeriod {
  /** Last bar at the peak. */
  readonly from: number;
  readonly lowest: number;
  /** First bar back at the peak; null while it lasts. */
  readonly to: number | null;
  readonly percent: number;
  readonly amount: number;
  /** Calendar days from peak to recovery, or to the run's end. */
  readonly days: number;
}

/**
 * The deepest falls of an account, deepest first (by percent). The starting capital is the first peak. Source as
 * `drawdownOf`.
 */
export const drawdownPeriods = (curve: EquityCurve, capital: number, most: number): DrawdownPeriod[] => {
  const { time, equity } = curve;
  const periods: DrawdownPeriod[] = [];
  let peak = capital;
  let peakTime = time[0] ?? 0;
  let low = Infinity;
  let lowTime = 0;
  const end = (at: number, isOver: boolean) => {
    if (low >= peak) return;
    periods.push({
      from: peakTime,
      lowest: lowTime,
      to: isOver ? at : null,
      percent: (100 * (peak - low)) / peak,
      amount: peak - low,
      days: (at - peakTime) / DAY_MS,
    });
  };
  for (let index = 0; index < time.length; index++) {
    const value = equity[index] as number;
    const at = time[index] as number;
    if (value >= peak) {
      end(at, true);
      peak = value;
      peakTime = at;
      low = Infinity;
    } else if (value < low) {
      low = value;
      lowTime = at;
    }
  }
  end(time.at(-1) ?? 0, false);
  return periods.sort((a, b) => b.percent - a.percent).slice(0, most);
};
