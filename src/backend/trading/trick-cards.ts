import type { TrickCard } from '../../shared/contract/trick-card.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { istMidnight } from '../../shared/time.ts';
import { BROKER_ID } from '../../shared/trick-status.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { TrickRow } from '../db/schema.ts';
import { readableRules } from './effective-rules.ts';
import { dailyEquity, loadResults, openResult, statisticsOf } from './results.ts';
import { LIVE_SCOPE, testScope } from './result-scope.ts';
import type { TradingDesk } from './trading-desk.ts';
import { positionView } from './views.ts';

export const BROKER_NAMES: Readonly<Record<number, string>> = {
  [BROKER_ID.any]: 'None',
  [BROKER_ID.paper]: 'Paper',
  [BROKER_ID.angelOne]: 'Angel One',
};

/** A trick with what its card needs of other tables. */
export type CardRow = TrickRow & { readonly trickerName: string };

/** Builds cards for a page of tricks with a handful of queries, however many there are. */
export class TrickCards {
  private readonly database: Database;
  private readonly desk: TradingDesk;
  private readonly clock: Clock;

  constructor(database: Database, desk: TradingDesk, clock: Clock) {
    this.database = database;
    this.desk = desk;
    this.clock = clock;
  }

  /** Strategies that may be shown to a user: public ones and their own, not removed. */
  visibleTo(userId: number) {
    return this.database.read
      .selectFrom('tricks')
      .innerJoin('users as owner', 'owner.id', 'tricks.owner_id')
      .where('tricks.removed_at', 'is', null)
      .where('tricks.kind', '=', 'rules')
      .where((eb) => eb.or([eb('tricks.is_public', '=', 1), eb('tricks.owner_id', '=', userId)]));
  }

  async cards(rows: readonly CardRow[], userId: number): Promise<TrickCard[]> {
    const ids = rows.map((row) => row.id);
    const scope = testScope(this.desk, userId);
    const test = await loadResults(this.database.read, ids, scope);
    const live = await loadResults(
      this.database.read,
      rows.filter((row) => row.mode === 'live').map((row) => row.id),
      LIVE_SCOPE,
    );
    const followers = await this.followers(ids);
    const mine = await this.followedBy(userId, ids);
    const plans = await this.plansOf(rows);
    const marketTime = this.desk.runOf(userId).session.now;
    return rows.map((row) => {
      const run = this.desk.runFor(userId, row.mode);
      const now = row.mode === 'live' ? this.clock.now() : marketTime;
      const midnight = istMidnight(now);
      const trades = (row.mode === 'live' ? live : test).get(row.id) ?? [];
      const held = run?.positionsOf(row.id) ?? [];
      const open = held.map((position) =>
        positionView(position, row.name, run?.session.lastPriceOf(position) ?? null),
      );
      const closedToday = trades.reduce(
        (sum, trade) => (trade.exit_at >= midnight ? sum + trade.net : sum),
        0,
      );
      return {
        TricksId: row.id,
        parentTricksId: row.parent_id,
        name: row.name,
        summary: row.summary,
        tricker: { trickerId: row.owner_id, name: row.trickerName },
        isMine: row.owner_id === userId,
        isFollowed: mine.has(row.id),
        mode: row.mode,
        trickStatus: row.status,
        brokerId: row.broker_id as TrickCard['brokerId'],
        brokerName: BROKER_NAMES[row.broker_id] ?? 'None',
        managedBy: row.managed_by === null ? null : (plans.get(row.managed_by) ?? null),
        segment: row.segment,
        timeframe: row.timeframe as Timeframe,
        instruments: readableRules(row)?.instruments ?? [],
        risk: row.risk,
        minimumCapital: row.minimum_capital,
        capital: row.capital,
        followers: followers.get(row.id) ?? 0,
        openPositions: held.length,
        today: closedToday + openResult(open, trades),
        statistics: statisticsOf(trades, row.capital, row.mode === 'live' ? 'broker' : scope.source),
        equity: dailyEquity(trades, now),
      };
    });
  }

  /** People who follow a trick or hold a copy of it, by trick. */
  private async followers(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const follows = await this.database.read
      .selectFrom('follows')
      .select('trick_id as id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('trick_id', 'in', ids)
      .groupBy('trick_id')
      .execute();
    const copies = await this.database.read
      .selectFrom('tricks')
      .select('parent_id as id')
      .select((eb) => eb.fn.count<number>('owner_id').distinct().as('count'))
      .where('parent_id', 'in', ids)
      .where('removed_at', 'is', null)
      .groupBy('parent_id')
      .execute();
    const total = new Map<number, number>();
    for (const { id, count } of [...follows, ...copies])
      if (id !== null) total.set(id, (total.get(id) ?? 0) + count);
    return total;
  }

  /** Names of the advisor plans that manage some of the tricks, by subscription. */
  private async plansOf(rows: readonly CardRow[]): Promise<Map<number, string>> {
    const ids = rows.flatMap(({ managed_by }) => (managed_by === null ? [] : [managed_by]));
    if (ids.length === 0) return new Map();
    const plans = await this.database.read
      .selectFrom('subscriptions')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    return new Map(plans.map(({ id, name }) => [id, name]));
  }

  private async followedBy(userId: number, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.read
      .selectFrom('follows')
      .select('trick_id')
      .where('user_id', '=', userId)
      .where('trick_id', 'in', ids)
      .execute();
    return new Set(rows.map((row) => row.trick_id));
  }
}
