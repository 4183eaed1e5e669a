import { KeyedLanes } from '../keyed-lanes.ts';
import type { WorkerPool } from '../backtests/worker-pool.ts';
import type { Database } from '../db/database.ts';
import type { ImportPlace } from '../market/import/import-files.ts';
import { loadKept } from '../trading/kept-results.ts';
import { foldTogether, type ResultFold } from '../trading/result-fold.ts';
import {
  type DayResult,
  EQUITY_DAYS,
  lastMarketDays,
  loadTrades,
  type ResultScope,
} from '../trading/results.ts';
import type { AdvisorPlan } from './advisor-plans.ts';

/** More trades than these are folded on a thread. */
const MOST_FOLDED_HERE = 5_000;

/** Joint record of a plan's strategies. */
export interface PlanRecord {
  readonly fold: ResultFold;
  /** Since the first day of the equity line, oldest first. */
  readonly days: readonly DayResult[];
}

interface KeptFold {
  /** Key of its inputs; another one is made when this has changed. */
  readonly of: string;
  readonly fold: ResultFold;
}

/** Track records of plans, each worked out once after a change: everybody is shown the same. */
export class PlanRecords {
  private readonly database: Database;
  private readonly place: ImportPlace<WorkerPool>;
  private readonly kept = new Map<string, KeptFold>();
  private readonly lanes = new KeyedLanes<string>();

  constructor(place: ImportPlace<WorkerPool>) {
    this.database = place.database;
    this.place = place;
  }

  /** The record of a plan in a scope; `now` is the market's, epoch ms. */
  of(plan: AdvisorPlan, scope: ResultScope, now: number): Promise<PlanRecord> {
    return this.lanes.run(plan.planId, () => this.recordOf(plan, scope, now));
  }

  private async recordOf(plan: AdvisorPlan, scope: ResultScope, now: number): Promise<PlanRecord> {
    const ids = plan.strategies.map(({ id }) => id);
    const firstDay = lastMarketDays(now, EQUITY_DAYS)[0]?.day ?? '';
    const results = [...(await loadKept(this.database.read, ids, scope, firstDay)).values()];
    const of = JSON.stringify([ids, scope, results.map(({ fold: { trades, net } }) => [trades, net])]);
    const days = results.flatMap((result) => result.days).sort((a, b) => (a.day < b.day ? -1 : 1));
    const kept = this.kept.get(plan.planId);
    if (kept?.of === of) return { fold: kept.fold, days };
    const trades = results.reduce((sum, { fold }) => sum + fold.trades, 0);
    const fold = await this.foldOf(ids, scope, trades);
    this.kept.set(plan.planId, { of, fold });
    return { fold, days };
  }

  private async foldOf(ids: readonly number[], scope: ResultScope, trades: number): Promise<ResultFold> {
    const { databaseAt, pool } = this.place;
    if (trades > MOST_FOLDED_HERE) return pool.run('foldTrades', { databaseAt, strategyIds: ids, scope });
    return foldTogether((await loadTrades(this.database.read, ids, scope)).values());
  }
}
