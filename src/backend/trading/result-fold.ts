import { istDate } from '../../shared/time.ts';

/** A closed trade as results are worked out from; money in paise, time epoch ms. */
export interface ResultTrade {
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly entry_at: number;
  readonly exit_at: number;
}

/** Fall of the running result below a highest one, paise. */
export interface Fall {
  readonly peak: number;
  readonly depth: number;
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
  readonly wins: number;
  readonly won: number;
  readonly losses: number;
  /** Above zero. */
  readonly lost: number;
  /** Null of no trades. */
  readonly firstEntryAt: number | null;
  readonly lastExitAt: number | null;
  /** Highest running result so far; at least zero. */
  readonly peak: number;
  /**
   * Falls that were deeper than every one before, in their order. A later fall from a higher peak is a larger part of
   * any capital only if it is deeper too: so the worst in paise is the last, and the worst in percent is among them.
   */
  readonly falls: readonly Fall[];
  readonly losingStreak: number;
  readonly longestLosingStreak: number;
  /** Of the day of the last trade. */
  readonly dayNet: number;
  /** The worst of the days before it; at most zero. */
  readonly worstDayBefore: number;
}

export const EMPTY_FOLD: ResultFold = {
  trades: 0,
  gross: 0,
  charges: 0,
  net: 0,
  wins: 0,
  won: 0,
  losses: 0,
  lost: 0,
  firstEntryAt: null,
  lastExitAt: null,
  peak: 0,
  falls: [],
  losingStreak: 0,
  longestLosingStreak: 0,
  dayNet: 0,
  worstDayBefore: 0,
};

const withFall = (falls: readonly Fall[], fall: Fall): readonly Fall[] => {
  const last = falls.at(-1);
  if (fall.depth <= (last?.depth ?? 0)) return falls;
  // Of one peak only the deepest counts.
  return last?.peak === fall.peak ? [...falls.slice(0, -1), fall] : [...falls, fall];
};

/** Adds a trade that closed after all that are in the fold. */
export const addTrade = (fold: ResultFold, trade: ResultTrade): ResultFold => {
  const { net } = trade;
  const total = fold.net + net;
  const peak = Math.max(fold.peak, total);
  const losingStreak = net < 0 ? fold.losingStreak + 1 : 0;
  const isSameDay = fold.lastExitAt !== null && istDate(fold.lastExitAt) === istDate(trade.exit_at);
  return {
    trades: fold.trades + 1,
    gross: fold.gross + trade.gross,
    charges: fold.charges + trade.charges,
    net: total,
    wins: fold.wins + (net > 0 ? 1 : 0),
    won: fold.won + Math.max(0, net),
    losses: fold.losses + (net < 0 ? 1 : 0),
    lost: fold.lost + Math.max(0, -net),
    firstEntryAt: fold.firstEntryAt ?? trade.entry_at,
    lastExitAt: trade.exit_at,
    peak,
    falls: withFall(fold.falls, { peak, depth: peak - total }),
    losingStreak,
    longestLosingStreak: Math.max(fold.longestLosingStreak, losingStreak),
    dayNet: isSameDay ? fold.dayNet + net : net,
    worstDayBefore: isSameDay ? fold.worstDayBefore : Math.min(fold.worstDayBefore, fold.dayNet),
  };
};

/** Totals of trades, in the order they are given. */
export const foldOf = (trades: Iterable<ResultTrade>): ResultFold => {
  let fold = EMPTY_FOLD;
  for (const trade of trades) fold = addTrade(fold, trade);
  return fold;
};
