import { type Kysely, sql } from 'kysely';
import type { OpenResult, StrategySummary } from '../../shared/contract/strategy-card.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow, Schema } from '../db/schema.ts';
import { licensedTo } from './licensed-to.ts';
import { followedBy, followedInAnyVersion } from './followers.ts';
import {
  type AuthoredRow,
  KnownStrategies,
  type KnownResult,
  type KnownStrategy,
} from './known-strategies.ts';
import type { PublicStrategies } from './public-strategies.ts';
import {
  dailyEquity,
  EQUITY_DAYS,
  lastMarketDays,
  type MarketDay,
  netSinceDayOf,
  openResult,
} from './results.ts';
import { LIVE_SCOPE, testScope } from './result-scope.ts';
import type { MarketRuns } from './market-runs.ts';
import { positionView } from './views.ts';

export const BROKER_NAMES: Readonly<Record<number, string>> = {
  [BROKER_ID.any]: 'None',
  [BROKER_ID.paper]: 'Paper',
  [BROKER_ID.angelOne]: 'Angel One',
};

/** A strategy with its results, before its card is made. */
interface Shown extends KnownStrategy {
  readonly result: KnownResult;
}

/**
 * Builds cards for a page of strategies. It needs a handful of queries, however many strategies there are and
 * whatever they have done.
 */
export class StrategyCards {
  /** The public ones, which are the same for everybody. */
  readonly shared: PublicStrategies;
  private readonly database: Database;
  private readonly marketRuns: MarketRuns;
  private readonly clock: Clock;
  /** GST on a price in paise, as of now. */
  private readonly gstOn: (price: number) => number;
  private readonly known: KnownStrategies;
  private readonly equities = new WeakMap<
    KnownResult,
    { readonly days: readonly MarketDay[]; readonly equity: number[] }
  >();

  constructor(
    database: Database,
    marketRuns: MarketRuns,
    clock: Clock,
    shared: PublicStrategies,
    gstOn: (price: number) => number,
  ) {
    this.database = database;
    this.marketRuns = marketRuns;
    this.clock = clock;
    this.gstOn = gstOn;
    this.shared = shared;
    this.known = new KnownStrategies(database);
  }

  /** Cards of strategies that the user may see. By number, in that order. */
  async cards(ids: readonly number[], userId: number): Promise<StrategySummary[]> {
    const scopes = { test: testScope(this.marketRuns, userId), live: LIVE_SCOPE };
    const shown = await this.known.of(ids, ({ mode }) => ({
      scope: scopes[mode],
      now: this.nowOf(mode, userId),
    }));
    return this.cardsOf(shown, userId);
  }

  /** Strategies that a user follows, in whichever version. */
  followedBy(userId: number): Promise<ReadonlySet<number>> {
    return followedInAnyVersion(this.database.read, userId);
  }

  /** Cards of strategies with their results. The results are those that the user sees. */
  async cardsOf(shown: readonly Shown[], userId: number): Promise<StrategySummary[]> {
    if (shown.length === 0) return [];
    const { read } = this.database;
    // Nobody follows their own.
    const ofOthers = shown.flatMap(({ row }) => (row.owner_id === userId ? [] : row.id));
    const followed = await followedBy(read, userId, ofOthers);
    const plans = await planNames(
      read,
      shown.map(({ row }) => row),
    );
    const origins = await originsOf(
      read,
      shown.flatMap(({ row }) => (row.owner_id === userId ? (row.parent_id ?? []) : [])),
    );
    const licensed = await licensedTo(
      read,
      userId,
      shown.flatMap(({ row, fee }) => (fee && row.owner_id !== userId ? [fee.publicationId] : [])),
    );
    const held = this.heldOf(userId);
    const cards: StrategySummary[] = [];
    for (const { row, followers, instruments, version, fee, result } of shown) {
      const now = this.nowOf(row.mode, userId);
      const positions = held(row);
      const open = await this.openResultOf(positions, row, userId);
      cards.push({
        strategyId: row.id,
        parentStrategyId: row.parent_id,
        origin: (row.owner_id === userId ? origins.get(row.parent_id ?? 0) : null) ?? null,
        name: row.name,
        summary: row.summary,
        version,
        strategyAuthor: { authorId: row.owner_id, name: row.authorName },
        isMine: row.owner_id === userId,
        isFollowed: followed.has(row.id),
        isMuted: row.owner_id === userId && row.is_muted === 1,
        mode: row.mode,
        strategyStatus: row.status,
        brokerId: row.broker_id as StrategySummary['brokerId'],
        brokerName: BROKER_NAMES[row.broker_id] ?? 'None',
        managedBy: row.managed_by === null ? null : (plans.get(row.managed_by) ?? null),
        segment: row.segment,
        timeframe: row.timeframe as Timeframe,
        instruments: [...instruments],
        risk: row.risk,
        minimumCapital: row.minimum_capital,
        capital: row.capital,
        followers,
        fee:
          fee && row.owner_id !== userId
            ? {
                price: fee.price,
                gst: this.gstOn(fee.price),
                isPaid: licensed.has(fee.publicationId),
              }
            : null,
        openPositions: positions.length,
        open,
        today: netSinceDayOf(result.days, now) + open.unrealised,
        statistics: result.statistics,
        equity: this.equityOf(result, now),
      });
    }
    return cards;
  }

  /** The equity line of a result, shared by all users. Cached until a trade closes or a market day begins. */
  private equityOf(result: KnownResult, now: number): number[] {
    const days = lastMarketDays(now, EQUITY_DAYS);
    const known = this.equities.get(result);
    if (known?.days === days) return known.equity;
    const equity = dailyEquity(result.fold.net, result.days, now);
    this.equities.set(result, { days, equity });
    return equity;
  }

  private nowOf(mode: AuthoredRow['mode'], userId: number): number {
    return mode === 'live' ? this.clock.now() : this.marketRuns.runOf(userId).session.now;
  }

  /** Open positions of each strategy where the user's are. */
  private heldOf(userId: number): (row: AuthoredRow) => readonly PositionRow[] {
    return ({ id, mode }) => this.marketRuns.runFor(userId, mode)?.execution.positionsOf(id) ?? [];
  }

  private async openResultOf(
    positions: readonly PositionRow[],
    { name, mode }: AuthoredRow,
    userId: number,
  ): Promise<OpenResult> {
    const run = this.marketRuns.runFor(userId, mode);
    return openResult(
      this.database.read,
      positions.map((position) =>
        positionView(position, { name }, run?.session.lastPriceOf(position) ?? null),
      ),
    );
  }
}

/** Names of the advisor plans that manage strategies, by subscription. */
const planNames = async (
  db: Kysely<Schema>,
  rows: readonly AuthoredRow[],
): Promise<ReadonlyMap<number, string>> => {
  const ids = rows.flatMap(({ managed_by }) => (managed_by === null ? [] : [managed_by]));
  if (ids.length === 0) return new Map();
  const { rows: plans } = await sql<{ id: number; name: string }>`
    select id, name from subscriptions where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(
    db,
  );
  return new Map(plans.map(({ id, name }) => [id, name]));
};

/** Origins of copies, by id. */
const originsOf = async (
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<StrategySummary['origin']>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string; author: string }>`
    select strategies.id, strategies.name, users.full_name as author
    from strategies join users on users.id = strategies.owner_id
    where strategies.id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return new Map(rows.map(({ id, name, author }) => [id, { name, author }]));
};
