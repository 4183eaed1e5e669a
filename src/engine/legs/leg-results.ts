import type { PremiumOrigin } from '../../shared/premium-choices.ts';
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
  /** Null of different ones. */
  readonly premiums: PremiumOrigin | null;
  /** India VIX at the close before the day of entry; null where it is not known. */
  readonly vix: number | null;
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
  /** By bands of India VIX, named by their lower end; `-` where it is not known. */
  readonly byVix: LegGroup[];
  /** By origin of premiums; `mixed` of structures that were entered and left by different ones. */
  readonly byPremiums: LegGroup[];
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

/** Greatest fall of results from their peak, from 0 on. Paise. */
export const drawdownOf = (days: readonly { readonly net: number }[]): number => {
  let [sum, peak, deepest] = [0, 0, 0];
  for (const { net } of days) {
    sum += net;
    peak = Math.max(peak, sum);
    deepest = Math.max(deepest, peak - sum);
  }
  return deepest;
};

const weekdayOf = ({ day }: LegDay): string => String(istWeekday(istDayStart(day)) || 7);

/** Lower ends of the bands of India VIX. */
const VIX_BANDS = [0, 12, 15, 20, 25] as const;

const vixBandOf = ({ vix }: LegDay): string =>
  vix === null ? '-' : String(VIX_BANDS.findLast((from) => vix >= from) ?? '-');

/** Figures of a backtest of legs. India VIX of a day of entry is asked for: that of the close before. */
export const legResults = (
  { outcomes, missed, label, minutesWithoutPrice }: LegSimulation,
  vixBefore: (day: string) => number | null = () => null,
): LegResults => {
  const days: LegDay[] = outcomes.map(({ day, daysToExpiry, trades, why, net, premiums }) => ({
    day,
    daysToExpiry,
    entries: trades.length,
    why,
    net,
    premiums,
    vix: vixBefore(day),
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
    byVix: grouped(days, vixBandOf),
    byPremiums: grouped(days, ({ premiums }) => premiums ?? 'mixed'),
    missed: [...missed],
    minutesWithoutPrice,
  };
};
