import { sql } from 'kysely';
import type { Statistics } from '../../shared/contract/trick-card.ts';
import { istDate } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { TrickRow } from '../db/schema.ts';
import { instrumentsOf } from './effective-rules.ts';
import { followingOf } from './followers.ts';
import { type KeptResult, loadKept, NO_RESULT } from './kept-results.ts';
import type { ResultTrade } from './result-fold.ts';
import { LIVE_SCOPE } from './result-scope.ts';
import {
  EQUITY_DAYS,
  isOfRun,
  lastMarketDays,
  type ResultScope,
  statisticsOf,
  THIRTY_DAYS_MS,
} from './results.ts';
import type { TradingDesk } from './trading-desk.ts';

/** A strategy with the name of its author. */
export type AuthoredRow = TrickRow & { readonly trickerName: string };

/** A public strategy as everybody sees it. */
export interface PublicStrategy {
  readonly row: AuthoredRow;
  readonly followers: number;
  readonly instruments: readonly string[];
}

/** What a public strategy has come to in one scope. */
export interface PublicResult extends KeptResult {
  readonly statistics: Statistics;
  /** Trades that closed in the last thirty days before they were read, and since. */
  readonly recent: readonly ResultTrade[];
}

/** Results of every public strategy in one scope, by strategy. */
export type PublicResults = ReadonlyMap<number, PublicResult>;

const keyOf = ({ mode, source, runId }: ResultScope): string => `${mode} ${source} ${runId ?? 'any'}`;

/**
 * The public strategies and what they have come to, the same for everybody, held in memory. What a commit changes of one
 * is read again before the next answer: nobody sees less than what is committed. Results on the simulated market and
 * live are held; those of somebody's own replay are read when they are asked for.
 */
export class PublicStrategies {
  private readonly database: Database;
  private readonly desk: TradingDesk;
  private readonly clock: Clock;
  private readonly strategies = new Map<number, PublicStrategy>();
  private readonly results = new Map<string, { scope: ResultScope; byId: Map<number, PublicResult> }>();
  private changed = new Set<number>();
  private isRead = false;
  private reading: Promise<void> | null = null;
  /** The moment up to which results were last read: what is asked for an earlier one needs more than is held. */
  private readAt = Number.NEGATIVE_INFINITY;
  private revision = 0;

  constructor(database: Database, desk: TradingDesk, clock: Clock) {
    this.database = database;
    this.desk = desk;
    this.clock = clock;
    database.onStrategiesChanged((ids) => {
      for (const id of ids) this.changed.add(id);
    });
  }

  /** Grows with every change of what is held; what was worked out at one of them holds until the next. */
  get version(): number {
    return this.revision;
  }

  /** All of them as they are committed now, in no order. */
  async all(): Promise<ReadonlyMap<number, PublicStrategy>> {
    await this.readChanges();
    return this.strategies;
  }

  /**
   * What they have come to in a scope, up to a moment of its market (epoch ms); `isHeld` says whether it changes only
   * with the version.
   */
  async resultsIn(
    scope: ResultScope,
    now: number,
  ): Promise<{ readonly byId: PublicResults; readonly isHeld: boolean }> {
    await this.readChanges();
    const held = this.results.get(keyOf(scope));
    if (held && now >= this.readAt) return { byId: held.byId, isHeld: true };
    return { byId: await this.readResults([...this.strategies.keys()], scope, now), isHeld: false };
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
    try {
      await this.readStrategies(ids);
      this.isRead = true;
    } catch (error) {
      for (const id of ids ?? []) this.changed.add(id);
      throw error;
    }
  }

  /** Reads strategies by number, or all of them. */
  private async readStrategies(ids: readonly number[] | null): Promise<void> {
    const now = Math.min(this.clock.now(), this.desk.simulated.session.now);
    const which =
      ids === null ? sql`1 = 1` : sql`tricks.id in (select value from json_each(${JSON.stringify(ids)}))`;
    const { rows } = await sql<AuthoredRow>`
      select tricks.*, owner.full_name as "trickerName" from tricks join users as owner on owner.id = tricks.owner_id
      where ${which} and tricks.is_public = 1 and tricks.kind = 'rules' and tricks.removed_at is null`.execute(
      this.database.read,
    );
    const found = rows.map(({ id }) => id);
    const following = await followingOf(this.database.read, null, found);
    const scopes = [this.simulatedScope(), LIVE_SCOPE];
    const results = [];
    for (const scope of scopes)
      results.push({ scope, byId: await this.readResults(found, scope, now, rows) });

    for (const id of ids ?? this.strategies.keys()) this.strategies.delete(id);
    for (const row of rows)
      this.strategies.set(row.id, {
        row,
        followers: following(row.id).followers,
        instruments: instrumentsOf(row),
      });
    for (const { scope, byId } of results) {
      const held = this.results.get(keyOf(scope))?.byId ?? new Map<number, PublicResult>();
      for (const id of ids ?? []) held.delete(id);
      for (const [id, result] of byId) held.set(id, result);
      this.results.set(keyOf(scope), { scope, byId: held });
    }
    this.readAt = now;
    this.revision++;
  }

  private simulatedScope(): ResultScope {
    const { source, runId } = this.desk.simulated.identity;
    return { mode: 'test', source, runId };
  }

  private async readResults(
    ids: readonly number[],
    scope: ResultScope,
    now: number,
    rows: readonly AuthoredRow[] = [...this.strategies.values()].map(({ row }) => row),
  ): Promise<Map<number, PublicResult>> {
    const kept = await loadKept(this.database.read, ids, scope, firstDayFor(now));
    const recent = await this.readRecent([...kept.keys()], scope, now);
    const results = new Map<number, PublicResult>();
    for (const { id, capital } of rows) {
      const result = kept.get(id) ?? NO_RESULT;
      results.set(id, {
        ...result,
        statistics: statisticsOf(result.fold, capital, scope.source),
        recent: recent.get(id) ?? [],
      });
    }
    return results;
  }

  private async readRecent(ids: readonly number[], scope: ResultScope, now: number) {
    const { rows } = await sql<ResultTrade & { trick_id: number }>`
      select trick_id, gross, charges, net, entry_at, exit_at from trades
      where trick_id in (select value from json_each(${JSON.stringify(ids)})) and mode = ${scope.mode}
        and source = ${scope.source} and ${isOfRun(scope, 'run_id')} and exit_at >= ${now - THIRTY_DAYS_MS}
      order by exit_at, id`.execute(this.database.read);
    return Map.groupBy(rows, ({ trick_id: id }) => id);
  }
}

/** The first day that an equity line up to a moment needs. */
const firstDayFor = (now: number): string => lastMarketDays(now, EQUITY_DAYS)[0]?.day ?? istDate(now);
