import { THIRTY_DAYS_MS } from '../../shared/time.ts';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import {
  type KnownResult,
  type KnownStrategy,
  readResults,
  readStrategies,
  scopeKey,
} from './known-strategies.ts';
import type { ResultTrade } from './result-fold.ts';
import { LIVE_SCOPE } from './result-scope.ts';
import { isOfRun, type ResultScope } from './results.ts';
import type { MarketRuns } from './market-runs.ts';

/** Result of a public strategy in one scope. */
export interface PublicResult extends KnownResult {
  /** Trades of the thirty days before they were read, and since. */
  readonly recent: readonly ResultTrade[];
}

/** Results of every public strategy in one scope, by strategy. */
export type PublicResults = ReadonlyMap<number, PublicResult>;

/**
 * The public strategies with their results, the same for every user. They are held in memory. What a commit changes
 * in one is read again before the next answer: no user sees less than what is committed. Results on the simulated
 * market and live are held; those of a user's own replay are read when they are asked for.
 */
export class PublicStrategies {
  private readonly database: Database;
  private readonly marketRuns: MarketRuns;
  private readonly clock: Clock;
  private readonly strategies = new Map<number, KnownStrategy>();
  private readonly results = new Map<string, Map<number, PublicResult>>();
  private changed = new Set<number>();
  private isRead = false;
  private reading: Promise<void> | null = null;
  /** The moment up to which results were last read: what is asked for an earlier one needs more than is held. */
  private readAt = Number.NEGATIVE_INFINITY;
  private revision = 0;

  constructor(database: Database, marketRuns: MarketRuns, clock: Clock) {
    this.database = database;
    this.marketRuns = marketRuns;
    this.clock = clock;
    database.onStrategiesChanged(({ ids, of }) => {
      if (of === 'anything') this.isRead = false;
      for (const id of ids) this.changed.add(id);
    });
  }

  /** Grows with every change of what is held; what was worked out at one of them holds until the next. */
  get version(): number {
    return this.revision;
  }

  /** All of them as they are committed now, in no order. */
  async all(): Promise<ReadonlyMap<number, KnownStrategy>> {
    await this.readChanges();
    return this.strategies;
  }

  /**
   * Results in a scope, up to `now` of its market (epoch ms). `isHeld` says whether they change only with the
   * version.
   */
  async resultsIn(
    scope: ResultScope,
    now: number,
  ): Promise<{ readonly byId: PublicResults; readonly isHeld: boolean }> {
    await this.readChanges();
    const held = this.results.get(scopeKey(scope));
    if (held && now >= this.readAt) return { byId: held, isHeld: true };
    return { byId: await this.readPublic([...this.strategies.values()], scope, now), isHeld: false };
  }

  /** Reads again what has changed; a call that comes meanwhile sees what was committed before it came. */
  private async readChanges(): Promise<void> {
    // Of a reading that was under way already nobody knows whether it has seen the last commit.
    for (let turn = 0; turn < 2 && (!this.isRead || this.changed.size > 0 || this.reading); turn++) {
      this.reading ??= this.readOnce().finally(() => (this.reading = null));
      await this.reading;
    }
  }

  private async readOnce(): Promise<void> {
    const ids = this.isRead ? [...this.changed] : null;
    this.changed = new Set();
    // Before it is read: a change that comes meanwhile has it read again.
    this.isRead = true;
    try {
      await this.readAgain(ids);
    } catch (error) {
      if (ids === null) this.isRead = false;
      for (const id of ids ?? []) this.changed.add(id);
      throw error;
    }
  }

  /** Reads strategies by number, or all of them. */
  private async readAgain(ids: readonly number[] | null): Promise<void> {
    const now = Math.min(this.clock.now(), this.marketRuns.simulated.session.now);
    const read = await readStrategies(this.database, ids === null ? 'public' : { ids });
    const found = read.filter(({ row }) => row.is_public === 1);
    const results = [];
    for (const scope of [this.simulatedScope(), LIVE_SCOPE])
      results.push({ key: scopeKey(scope), byId: await this.readPublic(found, scope, now) });

    for (const id of ids ?? this.strategies.keys()) this.strategies.delete(id);
    for (const strategy of found) this.strategies.set(strategy.row.id, strategy);
    for (const { key, byId } of results) {
      const held = this.results.get(key) ?? new Map<number, PublicResult>();
      for (const id of ids ?? held.keys()) held.delete(id);
      for (const [id, result] of byId) held.set(id, result);
      this.results.set(key, held);
    }
    // Of a part only that was read again, the rest is as it was read before.
    this.readAt = ids === null ? now : Math.max(this.readAt, now);
    this.revision++;
  }

  private simulatedScope(): ResultScope {
    const { source, runId } = this.marketRuns.simulated.identity;
    return { mode: 'test', source, runId };
  }

  private async readPublic(
    strategies: readonly KnownStrategy[],
    scope: ResultScope,
    now: number,
  ): Promise<Map<number, PublicResult>> {
    const results = await readResults(this.database, strategies, scope, now);
    const traded = [...results].flatMap(([id, { fold }]) => (fold.trades === 0 ? [] : [id]));
    const recent = await this.readRecent(traded, scope, now);
    return new Map([...results].map(([id, result]) => [id, { ...result, recent: recent.get(id) ?? [] }]));
  }

  private async readRecent(ids: readonly number[], scope: ResultScope, now: number) {
    const { rows } = await sql<ResultTrade & { strategy_id: number }>`
      select strategy_id, gross, charges, net, entry_at, exit_at, structure_day from trades
      where strategy_id in (select value from json_each(${JSON.stringify(ids)})) and mode = ${scope.mode}
        and source = ${scope.source} and ${isOfRun(scope, 'run_id')} and exit_at >= ${now - THIRTY_DAYS_MS}
      order by exit_at, id`.execute(this.database.read);
    return Map.groupBy(rows, ({ strategy_id: id }) => id);
  }
}
