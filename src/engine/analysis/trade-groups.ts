import type { Rejection, Trade } from '../simulation/simulation.ts';

const returnPercent = (trade: Trade): number => (100 * trade.net) / (trade.entryPrice * trade.quantity);

/** Widths of a bucket in percent, from fine to coarse. */
const WIDTHS = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500] as const;
const MOST_BUCKETS = 24;

/** Trades by net result, in percent of the entry value. `fromPercent` is included, `toPercent` is not. */
export interface Bucket {
  readonly fromPercent: number;
  readonly toPercent: number;
  readonly trades: number;
}

/** Neighbours without a trade as one, none across zero: a gap takes one row however wide it is. */
const withoutGaps = (buckets: readonly Bucket[]): Bucket[] => {
  const kept: Bucket[] = [];
  for (const bucket of buckets) {
    const last = kept.at(-1);
    if (last?.trades === 0 && bucket.trades === 0 && bucket.fromPercent !== 0)
      kept.splice(-1, 1, { ...last, toPercent: bucket.toPercent });
    else kept.push(bucket);
  }
  return kept;
};

/**
 * Distribution of the trades' results, in buckets that meet at zero. They are of equal width, but a gap between them is
 * one bucket.
 */
export const distributionOf = (trades: readonly Trade[]): Bucket[] => {
  if (trades.length === 0) return [];
  const results = trades.map(returnPercent);
  const low = results.reduce((a, b) => Math.min(a, b));
  const high = results.reduce((a, b) => Math.max(a, b));
  const width = WIDTHS.find((w) => Math.floor(high / w) - Math.floor(low / w) < MOST_BUCKETS) ?? 1_000;
  const first = Math.floor(low / width);
  const counts = new Array<number>(Math.floor(high / width) - first + 1).fill(0);
  for (const result of results) {
    const bucket = Math.floor(result / width) - first;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const edge = (step: number) => Number(((first + step) * width).toFixed(2));
  return withoutGaps(
    counts.map((count, step) => ({ fromPercent: edge(step), toPercent: edge(step + 1), trades: count })),
  );
};

const grouped = <Key>(trades: readonly Trade[], keyOf: (trade: Trade) => Key): Map<Key, Trade[]> => {
  const groups = new Map<Key, Trade[]>();
  for (const trade of trades) {
    const group = groups.get(keyOf(trade));
    if (group) group.push(trade);
    else groups.set(keyOf(trade), [trade]);
  }
  return groups;
};

const netOf = (trades: readonly Trade[]): number => trades.reduce((sum, trade) => sum + trade.net, 0);

/** Why trades ended and what each reason came to, most frequent first. */
export const exitsOf = (trades: readonly Trade[]) =>
  [...grouped(trades, (trade) => trade.why)]
    .map(([why, group]) => ({ why, trades: group.length, net: netOf(group) }))
    .sort((a, b) => b.trades - a.trades || a.why.localeCompare(b.why));

/** Result of each instrument, best first. */
export const bySymbol = (trades: readonly Trade[]) =>
  [...grouped(trades, (trade) => trade.symbol)]
    .map(([symbol, group]) => ({
      symbol,
      trades: group.length,
      net: netOf(group),
      winRatePercent: (100 * group.filter((trade) => trade.net > 0).length) / group.length,
    }))
    .sort((a, b) => b.net - a.net || a.symbol.localeCompare(b.symbol));

/** Amounts differ from one refusal to the next; without them, refusals for the same reason are counted as one. */
const withoutAmounts = (reason: string): string => reason.replace(/₹[\d,.]*\d/g, '₹…');
const REASONS = 20;

/** Signals that did not become a position, by reason, most frequent first; the rarest beyond twenty are left out. */
export const rejectionsOf = (rejections: readonly Rejection[]) => {
  const counts = new Map<string, number>();
  for (const rejection of rejections) {
    const reason = withoutAmounts(rejection.reason);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
    .slice(0, REASONS);
};
