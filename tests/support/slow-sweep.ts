import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { RSI_RULES } from './rule-samples.ts';

/** Sets of values that the sweep tries. */
export const SWEEP_SETS = 16 * 10;

/** Order of a sweep that takes some seconds. `today` is a midnight of the market, ms. */
export const slowSweep = (today: number) => ({
  document: { ...RSI_RULES, timeframe: '1m' as const, instruments: ['RELIANCE', 'ITC', 'SBIN'] },
  from_date: istDate(today - 25 * DAY_MS),
  to_date: istDate(today - DAY_MS),
  capital: 5_00_000_00,
  objective: 'netProfit' as const,
  parameters: [
    { path: 'entry.left.indicator.period', from: 5, to: 20, step: 1 },
    { path: 'entry.right.value', from: 20, to: 29, step: 1 },
  ],
});
