import { istDayStart, istWeekday } from '../../shared/time.ts';
import type { LegSimulation, StructureOutcome } from './simulate-legs.ts';

/** Results of some structures together. Money in paise, after charges. */
export interface LegGroup {
  readonly name: string;
  readonly days: number;
  readonly won: number;
  readonly net: number;
}

/** Result of one structure. */
export interface LegDay {
  readonly day: string;
  readonly daysToExpiry: number;
  /** Entries of legs, re-entries included. */
  readonly entries: number;
  readonly why: StructureOutcome['why'];
  readonly net: number;
}

/** A backtest of legs in figures. Money in paise; before charges only where it says gross. */
export interface LegResults {
  readonly label: string;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly days: LegDay[];
  readonly won: number;
  /** Null without a day. */
  readonly best: number | null;
  readonly worst: number | null;
  /** Greatest fall of the results from their peak, from 0 on. */
  readonly maxDrawdown: number;
  /** 1 (Monday) to 7. */
  readonly byWeekday: LegGroup[];
  readonly byDaysToExpiry: LegGroup[];
  readonly byExit: LegGroup[];
  readonly missed: { day: string; sentence: string }[];
  readonly minutesWithoutPrice: number;
}

const grouped = (days: readonly LegDay[], nameOf: (day: LegDay) => string): LegGroup[] =>
  [...Map.groupBy(days, nameOf)]
    .map(([name, some]) => ({
      name,
      days: some.length,
      won: some.filter(({ net }) => net > 0).length,
      net: some.reduce((sum, { net }) => sum + net, 0),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));

const drawdownOf = (days: readonly LegDay[]): number => {
  let [sum, peak, deepest] = [0, 0, 0];
  for (const { net } of days) {
    sum += net;
    peak = Math.max(peak, sum);
    deepest = Math.max(deepest, peak - sum);
  }
  return deepest;
};

const weekdayOf = ({ day }: LegDay): string => String(istWeekday(istDayStart(day)) || 7);

/** Figures of a backtest of legs. */
export const legResults = ({ outcomes, missed, label, minutesWithoutPrice }: LegSimulation): LegResults => {
  const days: LegDay[] = outcomes.map(({ day, daysToExpiry, trades, why, net }) => ({
    day,
    daysToExpiry,
    entries: trades.length,
    why,
    net,
  }));
  const nets = days.map(({ net }) => net);
  const net = nets.reduce((sum, one) => sum + one, 0);
  const gross = outcomes.reduce(
    (sum, { trades }) => sum + trades.reduce((inner, trade) => inner + trade.gross, 0),
    0,
  );
  return {
    label,
    gross,
    charges: gross - net,
    net,
    days,
    won: nets.filter((one) => one > 0).length,
    best: nets.length > 0 ? Math.max(...nets) : null,
    worst: nets.length > 0 ? Math.min(...nets) : null,
    maxDrawdown: drawdownOf(days),
    byWeekday: grouped(days, weekdayOf),
    byDaysToExpiry: grouped(days, ({ daysToExpiry }) => String(daysToExpiry)),
    byExit: grouped(days, ({ why }) => why),
    missed: [...missed],
    minutesWithoutPrice,
  };
};
