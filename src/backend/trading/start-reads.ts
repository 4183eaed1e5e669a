import type { Timeframe } from '../../shared/rule-document.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Bar } from '../../engine/bars.ts';
import type { Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import { GatheredReads } from '../gathered-reads.ts';
import type { History, HistoryKey } from '../market/history.ts';
import { evaluatedRows } from './evaluated-strategies.ts';
import type { RunIdentity } from './order-path.ts';

/** Activity of a strategy on a run, so far and today. */
export interface Activity {
  /** Net result of its trades, paise. */
  realised: number;
  /** Entries of today by instrument. */
  readonly entriesToday: { readonly symbol: string; readonly count: number }[];
  /** Trades that closed today, in order. */
  readonly tradesToday: { readonly symbol: string; readonly gross: number }[];
}

interface StartReadsDeps {
  readonly database: Pick<Database, 'read'>;
  readonly history: Pick<History, 'candlesBefore'>;
  readonly run: RunIdentity;
}

/**
 * Reads that the start of a strategy needs. Those of many that start together are done together: one after the other
 * they take a large market's start minutes.
 */
export class StartReads {
  private readonly deps: StartReadsDeps;
  private readonly rows: GatheredReads<number, StrategyRow>;
  /** Those of one day; `midnight` is its start, epoch ms. */
  private activities: { readonly midnight: number; readonly reads: GatheredReads<number, Activity> };
  /** Candles of the past that starts under way share. */
  private readonly past = new Map<string, Promise<Bar[]>>();

  constructor(deps: StartReadsDeps) {
    this.deps = deps;
    this.rows = new GatheredReads((ids) => this.readRows(ids));
    this.activities = this.activitiesSince(0);
  }

  /** A strategy as it is stored now; null when it is not to be evaluated (any more). */
  async row(strategyId: number): Promise<StrategyRow | null> {
    return (await this.rows.get(strategyId)) ?? null;
  }

  async activity(strategyId: number, now: number): Promise<Activity> {
    const midnight = istMidnight(now);
    if (midnight !== this.activities.midnight) this.activities = this.activitiesSince(midnight);
    return (await this.activities.reads.get(strategyId)) ?? newActivity();
  }

  private activitiesSince(midnight: number) {
    return {
      midnight,
      reads: new GatheredReads<number, Activity>((ids) => this.readActivities(ids, midnight)),
    };
  }

  /** At most `count` candles before the day at hand. */
  candles(key: HistoryKey, timeframe: Timeframe, now: number, count: number): Promise<Bar[]> {
    const midnight = istMidnight(now);
    const read = () => this.deps.history.candlesBefore(key, timeframe, midnight, count);
    // Those of a broker are completed, and those of a replay imported, while strategies start.
    if (key.source !== 'simulated') return read();
    const name = `${key.symbol} ${timeframe} ${midnight} ${count}`;
    const known = this.past.get(name);
    if (known) return known;
    const reading = read();
    this.past.set(name, reading);
    reading.catch(() => this.past.delete(name));
    return reading;
  }

  /** Forget what starts have shared; to be called when none is under way. */
  forget(): void {
    this.past.clear();
  }

  private async readRows(ids: readonly number[]): Promise<Map<number, StrategyRow>> {
    const rows = await evaluatedRows(this.deps.database.read, this.deps.run.mode)
      .selectAll('strategies')
      .where('strategies.id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async readActivities(ids: readonly number[], midnight: number): Promise<Map<number, Activity>> {
    const { run, database } = this.deps;
    const here = { source: run.source, run_id: run.runId };
    const activities = new Map(ids.map((id) => [id, newActivity()]));
    const results = await database.read
      .selectFrom('trades')
      .select(['strategy_id', (eb) => eb.fn.sum<number>('net').as('realised')])
      .where((eb) => eb.and(here))
      .where('strategy_id', 'in', ids)
      .groupBy('strategy_id')
      .execute();
    const exits = await database.read
      .selectFrom('trades')
      .select(['strategy_id', 'symbol', 'gross'])
      .where((eb) => eb.and(here))
      .where('strategy_id', 'in', ids)
      .where('exit_at', '>=', midnight)
      .orderBy('exit_at')
      .orderBy('id')
      .execute();
    // As while it runs, an entry counts from its order on: one may still wait for its fill.
    const entries = await database.read
      .selectFrom('orders')
      .select(['strategy_id', 'symbol', (eb) => eb.fn.countAll<number>().as('count')])
      .where((eb) => eb.and(here))
      .where('strategy_id', 'in', ids)
      .where('purpose', '=', 'entry')
      .where('placed_at', '>=', midnight)
      .groupBy(['strategy_id', 'symbol'])
      .execute();
    const of = (id: number): Activity => activities.get(id) ?? newActivity();
    for (const { strategy_id, realised } of results) of(strategy_id).realised = realised;
    for (const { strategy_id, ...trade } of exits) of(strategy_id).tradesToday.push(trade);
    for (const { strategy_id, ...entry } of entries) of(strategy_id).entriesToday.push(entry);
    return activities;
  }
}

const newActivity = (): Activity => ({ realised: 0, entriesToday: [], tradesToday: [] });
