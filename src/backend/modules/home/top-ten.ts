import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import type { Statistics } from '../../../shared/contract/strategy-card.ts';
import { istDate, THIRTY_DAYS_MS } from '../../../shared/time.ts';
import type { KnownStrategy } from '../../trading/known-strategies.ts';
import type { PublicResult, PublicStrategies } from '../../trading/public-strategies.ts';
import { foldOf, type ResultTrade } from '../../trading/result-fold.ts';
import {
  dailyEquity,
  dayResultsOf,
  type DayResult,
  type ResultScope,
  statisticsOf,
} from '../../trading/results.ts';

type TopTenRow = OutputOf<typeof home.topTen>[number];

const TOP = 10;

/** A strategy of the ranking, with what it is judged by. */
interface Candidate {
  readonly strategy: KnownStrategy;
  readonly statistics: Statistics;
  readonly days: readonly DayResult[];
}

/** A computed top ten, and for how long it holds. */
interface Worked {
  readonly version: number;
  readonly day: string;
  /** Market times between which the same trades are in the window. */
  readonly from: number;
  readonly until: number;
  readonly rows: TopTenRow[];
}

const better = (a: Candidate, b: Candidate): number =>
  b.statistics.returnPercent - a.statistics.returnPercent ||
  a.statistics.maxDrawdownPercent - b.statistics.maxDrawdownPercent ||
  a.strategy.row.id - b.strategy.row.id;

const sinceStart = (strategy: KnownStrategy, result: PublicResult): Candidate[] =>
  result.fold.trades === 0 ? [] : [{ strategy, statistics: result.statistics, days: result.days }];

const inWindow = (
  strategy: KnownStrategy,
  trades: readonly ResultTrade[],
  { source }: ResultScope,
): Candidate[] =>
  trades.length === 0
    ? []
    : [
        {
          strategy,
          statistics: statisticsOf(foldOf(trades), strategy.row.capital, source),
          days: dayResultsOf(trades),
        },
      ];

/**
 * The ten public strategies with the highest return. The list is the same for everybody on the same market: it is worked
 * out once and holds until a strategy changes, a trade leaves the window or a day begins.
 */
export class TopTen {
  private readonly strategies: PublicStrategies;
  private readonly worked = new Map<string, Worked>();

  constructor(strategies: PublicStrategies) {
    this.strategies = strategies;
  }

  /** At a moment of the market (epoch ms): of the thirty days before it, or since the start. */
  async at(scope: ResultScope, now: number, isThirtyDays: boolean): Promise<TopTenRow[]> {
    const { byId, isHeld } = await this.strategies.resultsIn(scope, now);
    const from = now - THIRTY_DAYS_MS;
    const key = `${scope.mode} ${scope.source} ${scope.runId ?? 'any'} ${isThirtyDays}`;
    const { version } = this.strategies;
    const known = this.worked.get(key);
    if (
      isHeld &&
      known?.version === version &&
      known.day === istDate(now) &&
      from >= known.from &&
      from <= known.until
    )
      return known.rows;
    const all = await this.strategies.all();
    let until = Number.POSITIVE_INFINITY;
    const candidates: Candidate[] = [];
    for (const [id, result] of byId) {
      const strategy = all.get(id);
      if (!strategy) continue;
      if (!isThirtyDays) {
        candidates.push(...sinceStart(strategy, result));
        continue;
      }
      const trades = result.recent.filter((trade) => trade.exit_at >= from);
      until = Math.min(until, trades[0]?.exit_at ?? until);
      candidates.push(...inWindow(strategy, trades, scope));
    }
    const rows = candidates
      .sort(better)
      .slice(0, TOP)
      .map((candidate, index) => rowOf(candidate, index + 1, scope, now));
    if (isHeld) this.worked.set(key, { version, day: istDate(now), from, until, rows });
    return rows;
  }
}

const rowOf = (
  { strategy: { row, followers }, statistics, days }: Candidate,
  rank: number,
  { source }: ResultScope,
  now: number,
): TopTenRow => ({
  rank,
  strategyId: row.id,
  name: row.name,
  strategyAuthor: row.authorName,
  source,
  returnPercent: statistics.returnPercent,
  net: statistics.net,
  worstFallPercent: statistics.maxDrawdownPercent,
  winPercent: statistics.winPercent,
  trades: statistics.trades,
  followers,
  minimumCapital: row.minimum_capital,
  equity: dailyEquity(statistics.net, days, now),
});
