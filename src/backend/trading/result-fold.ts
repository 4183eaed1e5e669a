import { istDate } from '../../shared/time.ts';

/** A closed trade as results are worked out from; money in paise, time epoch ms. */
export interface ResultTrade {
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly entry_at: number;
  readonly exit_at: number;
  /** Day of entry of its structure; null of what is no leg. */
  readonly structure_day: string | null;
}

/** Fall of the running result below a highest one, paise. */
export interface Fall {
  readonly peak: number;
  readonly depth: number;
}

/** Wins, losses and falls of results. A result is that of a structure with all its legs, or of a trade by itself. */
export interface Outcomes {
  readonly results: number;
  readonly total: number;
  readonly wins: number;
  readonly won: number;
  readonly losses: number;
  /** Above zero. */
  readonly lost: number;
  /** Highest running result so far; at least zero. */
  readonly peak: number;
  /**
   * Falls that were deeper than every one before, in their order. A later fall from a higher peak is a larger part of
   * any capital only if it is deeper too: so the worst in paise is the last, and the worst in percent is among them.
   */
  readonly falls: readonly Fall[];
  readonly losingStreak: number;
  readonly longestLosingStreak: number;
}

/** Structure of the newest trade. Another leg of it changes its result. */
export interface LatestStructure {
  readonly day: string;
  /** Of its legs so far, paise. */
  readonly net: number;
  /** Without it. */
  readonly before: Outcomes;
}

/**
 * Totals of a list of trades, in the order they closed: everything that statistics need, in a size that does not grow
 * with the list. A trade that closes later is added; one in between means folding the list anew.
 */
export interface ResultFold {
  readonly trades: number;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  /** Null of no trades. */
  readonly firstEntryAt: number | null;
  readonly lastExitAt: number | null;
  readonly outcomes: Outcomes;
  readonly latest: LatestStructure | null;
  /** Of the day of the last trade. */
  readonly dayNet: number;
  /** The worst of the days before it; at most zero. */
  readonly worstDayBefore: number;
}

export const NO_OUTCOMES: Outcomes = {
  results: 0,
  total: 0,
  wins: 0,
  won: 0,
  losses: 0,
  lost: 0,
  peak: 0,
  falls: [],
  losingStreak: 0,
  longestLosingStreak: 0,
};

export const EMPTY_FOLD: ResultFold = {
  trades: 0,
  gross: 0,
  charges: 0,
  net: 0,
  firstEntryAt: null,
  lastExitAt: null,
  outcomes: NO_OUTCOMES,
  latest: null,
  dayNet: 0,
  worstDayBefore: 0,
};

const withFall = (falls: readonly Fall[], fall: Fall): readonly Fall[] => {
  const last = falls.at(-1);
  if (fall.depth <= (last?.depth ?? 0)) return falls;
  // Of one peak only the deepest counts.
  return last?.peak === fall.peak ? [...falls.slice(0, -1), fall] : [...falls, fall];
};

const addResult = (before: Outcomes, net: number): Outcomes => {
  const total = before.total + net;
  const peak = Math.max(before.peak, total);
  const losingStreak = net < 0 ? before.losingStreak + 1 : 0;
  return {
    results: before.results + 1,
    total,
    wins: before.wins + (net > 0 ? 1 : 0),
    won: before.won + Math.max(0, net),
    losses: before.losses + (net < 0 ? 1 : 0),
    lost: before.lost + Math.max(0, -net),
    peak,
    falls: withFall(before.falls, { peak, depth: peak - total }),
    losingStreak,
    longestLosingStreak: Math.max(before.longestLosingStreak, losingStreak),
  };
};

/** Outcomes with a trade added. Legs of one structure that close one after the other are one result. */
const withResult = (
  { outcomes, latest }: Pick<ResultFold, 'outcomes' | 'latest'>,
  { net, structure_day: day }: ResultTrade,
): Pick<ResultFold, 'outcomes' | 'latest'> => {
  if (day === null) return { outcomes: addResult(outcomes, net), latest: null };
  const before = latest?.day === day ? latest.before : outcomes;
  const ofLegs = net + (latest?.day === day ? latest.net : 0);
  return { outcomes: addResult(before, ofLegs), latest: { day, net: ofLegs, before } };
};

/** Adds a trade that closed after all that are in the fold. */
export const addTrade = (fold: ResultFold, trade: ResultTrade): ResultFold => {
  const { net } = trade;
  const isSameDay = fold.lastExitAt !== null && istDate(fold.lastExitAt) === istDate(trade.exit_at);
  return {
    trades: fold.trades + 1,
    gross: fold.gross + trade.gross,
    charges: fold.charges + trade.charges,
    net: fold.net + net,
    firstEntryAt: fold.firstEntryAt ?? trade.entry_at,
    lastExitAt: trade.exit_at,
    ...withResult(fold, trade),
    dayNet: isSameDay ? fold.dayNet + net : net,
    worstDayBefore: isSameDay ? fold.worstDayBefore : Math.min(fold.worstDayBefore, fold.dayNet),
  };
};

/** Totals of trades of one strategy, in the order they are given. */
export const foldOf = (trades: Iterable<ResultTrade>): ResultFold => {
  let fold = EMPTY_FOLD;
  for (const trade of trades) fold = addTrade(fold, trade);
  return fold;
};

/** Results of one strategy. Each has the moment at which it was final, epoch ms. */
const resultsIn = (trades: readonly ResultTrade[]): { net: number; at: number }[] => {
  const results: { net: number; at: number }[] = [];
  let day: string | null = null;
  for (const { net, exit_at: at, structure_day } of trades) {
    const last = structure_day !== null && structure_day === day ? results.pop() : undefined;
    results.push({ net: net + (last?.net ?? 0), at });
    day = structure_day;
  }
  return results;
};

const byTime = <T>(lists: readonly (readonly T[])[], at: (one: T) => number): T[] =>
  lists.flat().sort((a, b) => at(a) - at(b));

/**
 * Totals of several strategies together. Trades of each are given in the order they closed. A leg that closes between
 * those of another strategy counts for its own structure.
 */
export const foldTogether = (byStrategy: Iterable<readonly ResultTrade[]>): ResultFold => {
  const all = [...byStrategy];
  const fold = foldOf(byTime(all, ({ exit_at: at }) => at));
  const outcomes = byTime(all.map(resultsIn), ({ at }) => at).reduce(
    (before, { net }) => addResult(before, net),
    NO_OUTCOMES,
  );
  return { ...fold, outcomes, latest: null };
};
