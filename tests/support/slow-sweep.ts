import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { RSI_RULES } from './rule-samples.ts';

/** Order of a sweep of 400 sets, which takes some seconds. `today` is a midnight of the market, ms. */
export const slowSweep = (today: number) => ({
  document: { ...RSI_RULES, timeframe: '1m' as const, instruments: ['RELIANCE', 'ITC', 'SBIN'] },
  from_date: istDate(today - 25 * DAY_MS),
  to_date: istDate(today - DAY_MS),
  capital: 5_00_000_00,
  objective: 'netProfit' as const,
  parameters: [
    { path: 'entry.left.indicator.period', from: 5, to: 24, step: 1 },
    { path: 'entry.right.value', from: 20, to: 39, step: 1 },
  ],
});
