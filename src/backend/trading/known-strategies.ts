import { sql } from 'kysely';
import type { Statistics } from '../../shared/contract/strategy-card.ts';
import type { Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import { instrumentsOf } from './effective-rules.ts';
import { followingOf } from './followers.ts';
import { type KeptResult, loadKept, NO_RESULT } from './kept-results.ts';
import { EQUITY_DAYS, lastMarketDays, type ResultScope, statisticsOf } from './results.ts';

/** A strategy with the name of its author. */
export type AuthoredRow = StrategyRow & { readonly authorName: string };

/** A strategy as whoever may see it sees it. */
export interface KnownStrategy {
  readonly row: AuthoredRow;
  readonly followers: number;
  readonly instruments: readonly string[];
  /** Of a published strategy, from 1; null for any other. */
  readonly version: number | null;
  /** The author's price for a copy, before GST in paise; null where nothing is asked for. */
  readonly fee: { readonly publicationId: number; readonly price: number } | null;
}

/** Result of a strategy in one scope. */
export interface KnownResult extends KeptResult {
  readonly statistics: Statistics;
}

/** A strategy in memory: results by scope, each with the moment of its market up to which it was read. */
interface Held extends KnownStrategy {
  readonly results: Map<string, { readonly readAt: number; readonly result: KnownResult }>;
}

/** Most strategies that are held. */
const MOST_HELD = 5_000;

/** The first day of an equity line up to `now` (epoch ms). */
export const firstDayFor = (now: number): string => lastMarketDays(now, EQUITY_DAYS)[0]?.day ?? '';

export const scopeKey = ({ mode, source, runId }: ResultScope): string =>
  `${mode} ${source} ${runId ?? 'any'}`;

/** Strategies by number, or all public ones, as they are committed. */
export const readStrategies = async (
  { read }: Database,
  which: { readonly ids: readonly number[] } | 'public',
): Promise<KnownStrategy[]> => {
  const condition =
    which === 'public'
      ? sql`strategies.is_public = 1`
      : sql`strategies.id in (select value from json_each(${JSON.stringify(which.ids)}))`;
  const { rows } = await sql<
    AuthoredRow & { version: number | null; publicationId: number | null; feePrice: number | null }
  >`
    select strategies.*, owner.full_name as "authorName", strategy_versions.number as version,
      publications.id as "publicationId", publications.fee as "feePrice"
    from strategies join users as owner on owner.id = strategies.owner_id
    left join strategy_versions on strategy_versions.strategy_id = strategies.id
    left join publications on publications.id = strategy_versions.publication_id
    where ${condition} and strategies.kind = 'rules' and strategies.removed_at is null`.execute(read);
  const following = await followingOf(
    read,
    rows.map(({ id }) => id),
  );
  return rows.map(({ version, publicationId, feePrice, ...row }) => ({
    row,
    followers: following(row.id),
    instruments: instrumentsOf(row),
    version,
    fee: publicationId !== null && feePrice ? { publicationId, price: feePrice } : null,
  }));
};

/**
 * Read the results of strategies in a scope, with their days. The days go up to `now`, a moment of its market (epoch
 * ms).
 */
export const readResults = async (
  { read }: Database,
  strategies: readonly KnownStrategy[],
  scope: ResultScope,
  now: number,
): Promise<Map<number, KnownResult>> => {
  const ids = strategies.map(({ row }) => row.id);
  const kept = await loadKept(read, ids, scope, firstDayFor(now));
  return new Map(
    strategies.map(({ row }) => {
      const result = kept.get(row.id) ?? NO_RESULT;
      return [row.id, { ...result, statistics: statisticsOf(result.fold, row.capital, scope.source) }];
    }),
  );
};

/**
 * Strategies that are shown often, cached until something in them changes. What is cached of a strategy is the same
 * for every user who may see it; who may see it is asked of the database each time.
 */
export class KnownStrategies {
  private readonly database: Database;
  private readonly held = new Map<number, Held>();
  private changes = 0;

  constructor(database: Database) {
    this.database = database;
    database.onStrategiesChanged(({ ids, of }) => {
      this.changes++;
      if (of === 'anything') this.held.clear();
      for (const id of ids) this.held.delete(id);
    });
  }

  /**
   * Strategies by number, in that order, with their results. Each result is of the strategy's own scope; removed
   * strategies are left out.
   */
  async of(
    ids: readonly number[],
    scopeOf: (row: AuthoredRow) => { readonly scope: ResultScope; readonly now: number },
  ): Promise<(KnownStrategy & { readonly result: KnownResult })[]> {
    const before = this.changes;
    const found = await this.strategiesOf(ids);
    const missing = Map.groupBy(
      [...found.values()].filter((strategy) => {
        const { scope, now } = scopeOf(strategy.row);
        const result = strategy.results.get(scopeKey(scope));
        return result === undefined || now < result.readAt;
      }),
      ({ row }) => scopeKey(scopeOf(row).scope),
    );
    for (const [key, strategies] of missing) {
      const [first] = strategies;
      if (!first) continue;
      const { scope, now } = scopeOf(first.row);
      const results = await readResults(this.database, strategies, scope, now);
      for (const { row, results: known } of strategies)
        known.set(key, { readAt: now, result: results.get(row.id) as KnownResult });
    }
    // What changed while it was read is shown, as of when it was asked for, and not kept.
    if (before === this.changes) this.keep(found);
    return ids.flatMap((id) => {
      const strategy = found.get(id);
      const known = strategy?.results.get(scopeKey(scopeOf(strategy.row).scope));
      return strategy && known ? [{ ...strategy, result: known.result }] : [];
    });
  }

  private async strategiesOf(ids: readonly number[]): Promise<Map<number, Held>> {
    const found = new Map<number, Held>();
    for (const id of ids) {
      const known = this.held.get(id);
      if (known) found.set(id, { ...known, results: new Map(known.results) });
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      for (const strategy of await readStrategies(this.database, { ids: missing }))
        found.set(strategy.row.id, { ...strategy, results: new Map() });
    return found;
  }

  private keep(found: ReadonlyMap<number, Held>): void {
    if (this.held.size + found.size > MOST_HELD) this.held.clear();
    for (const [id, strategy] of found) this.held.set(id, strategy);
  }
}
