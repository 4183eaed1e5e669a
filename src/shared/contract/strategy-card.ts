import { z } from 'zod';
import { SEGMENTS } from '../strategy-segments.ts';
import { TIMEFRAMES } from '../rule-document.ts';
import { RESULT_LEVELS } from '../result-level.ts';
import { brokerId, id, mode, paise, percent, source } from './fields.ts';

export const strategyStatus = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

export const segment = z.enum(SEGMENTS);
export const RISKS = ['low', 'medium', 'high'] as const;
export const risk = z.enum(RISKS);

/** Credibility of a figure. */
export const resultLevel = z.enum(RESULT_LEVELS);

/** Results of a strategy in one mode on one source; every figure is after charges unless it says gross. */
export const StatisticsSchema = z.lazy(() =>
  z.object({
    source,
    from: z.iso.datetime({ offset: true }).nullable(),
    to: z.iso.datetime({ offset: true }).nullable(),
    capital: paise,
    trades: z.int(),
    /** Trades, the legs of a structure counted as one: wins, averages, streaks and drawdown are of these. */
    results: z.int(),
    gross: paise,
    charges: paise,
    net: paise,
    returnPercent: percent,
    /** Largest fall of equity from a peak, as positive percent of it. */
    maxDrawdownPercent: percent,
    maxDrawdown: paise,
    winPercent: percent.nullable(),
    profitFactor: z.number().nullable(),
    expectancy: paise.nullable(),
    averageWin: paise.nullable(),
    averageLoss: paise.nullable(),
    longestLosingStreak: z.int(),
    tradesPerMonth: z.number().nullable(),
    chargesPercentOfGross: percent.nullable(),
    worstDay: paise.nullable(),
  }),
);
export type Statistics = z.output<typeof StatisticsSchema>;

export const AuthorSchema = z.lazy(() => z.object({ authorId: id, name: z.string() }));

/** Open positions of one or of many strategies. */
export const OpenResultSchema = z.lazy(() =>
  z.object({
    /** P&L of these positions, with what was closed of them already. */
    pnl: paise,
    /** The part of it that no closed trade holds. */
    unrealised: paise,
    /** The one that was opened last; not there when none is open. */
    newestId: id.optional(),
  }),
);
export type OpenResult = z.output<typeof OpenResultSchema>;

/** A strategy as a card or a row shows it. */
export const StrategySummarySchema = z.lazy(() =>
  z.object({
    strategyId: id,
    parentStrategyId: id.nullable(),
    /** Strategy that one's own was copied from, and its author; null of anything else. */
    origin: z.object({ name: z.string(), author: z.string() }).nullable(),
    name: z.string(),
    summary: z.string(),
    /** Which version of a published strategy it is; null for any other. */
    version: z.int().nullable(),
    strategyAuthor: AuthorSchema,
    isMine: z.boolean(),
    isFollowed: z.boolean(),
    /** Its owner is not notified of its fills. */
    isMuted: z.boolean(),
    mode,
    strategyStatus,
    brokerId,
    brokerName: z.string(),
    /** The advisor plan that manages it, by name; null when none does. */
    managedBy: z.string().nullable(),
    segment,
    timeframe: z.enum(TIMEFRAMES),
    instruments: z.array(z.string()),
    risk,
    minimumCapital: paise,
    capital: paise,
    followers: z.int(),
    /** Its author's price for a copy, once; null of one's own and where nothing is asked for. */
    fee: z.object({ price: paise, gst: paise, isPaid: z.boolean() }).nullable(),
    openPositions: z.int(),
    open: OpenResultSchema,
    /** Net P&L of the market day, on the source in use. Everything unrealised is included. */
    today: paise,
    statistics: StatisticsSchema,
    /** Net result after each of the last 30 market days, oldest first. */
    equity: z.array(paise),
  }),
);
export type StrategySummary = z.output<typeof StrategySummarySchema>;
