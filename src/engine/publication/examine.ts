import { type Bars, sliceBars } from '../bars.ts';
import { findLookAhead } from '../look-ahead.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import type { SimulatedSeries, Simulation } from '../simulation/simulation.ts';
import type { ReviewFindings } from './review.ts';

/** Bars at each series' end on which the future is cut off. They are enough, and done within seconds. */
const LOOK_AHEAD_BARS = 2_000;
const LOOK_AHEAD_CUTS = 40;

/** Average value traded in a day, paise. */
const dailyValueOf = ({ close, volume, day }: Bars): number => {
  const value = close.reduce((sum, price, index) => sum + price * (volume[index] as number), 0);
  return value / Math.max(1, new Set(day).size);
};

/** Findings about the rules, and about the run made of them. */
export const examine = (
  rules: CompiledRules,
  series: readonly SimulatedSeries[],
  { trades }: Simulation,
  others: readonly SimulatedSeries[] = [],
): ReviewFindings => {
  const latest = series.map(({ instrument, bars }) => ({
    instrument,
    bars: sliceBars(bars, Math.max(0, bars.length - LOOK_AHEAD_BARS), bars.length),
  }));
  const [difference] = findLookAhead({ rules, series: latest, others, cuts: LOOK_AHEAD_CUTS }).differences;
  const closed = trades.filter(({ isOpenAtEnd }) => !isOpenAtEnd);
  const sum = (read: (trade: (typeof closed)[number]) => number): number =>
    closed.reduce((total, trade) => total + read(trade), 0);
  return {
    lookAhead: difference ? { symbol: difference.symbol, time: difference.time } : null,
    instruments: series.map(({ instrument: { symbol, kind }, bars }) => ({
      symbol,
      dailyValue: kind === 'index-proxy' ? null : dailyValueOf(bars),
      largestEntry: trades.reduce(
        (most, trade) => (trade.symbol === symbol ? Math.max(most, trade.quantity * trade.entryPrice) : most),
        0,
      ),
    })),
    trades: closed.length,
    gross: Math.round(sum(({ gross }) => gross)),
    charges: sum(({ chargesPaise }) => chargesPaise),
    net: sum(({ gross, chargesPaise }) => Math.round(gross) - chargesPaise),
    won: Math.round(sum(({ gross }) => Math.max(0, gross))),
  };
};
