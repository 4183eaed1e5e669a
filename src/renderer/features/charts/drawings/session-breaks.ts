import { istDate } from '../../../../shared/time.ts';
import type { Candles } from '../bars.ts';

/** Bars with which a trading day begins, but the first; none of daily candles. */
export const sessionBreaks = ({ time, timeframe }: Pick<Candles, 'time' | 'timeframe'>): number[] =>
  timeframe === '1d'
    ? []
    : time.flatMap((at, bar) => {
        const before = time[bar - 1];
        return before !== undefined && istDate(before) !== istDate(at) ? bar : [];
      });
