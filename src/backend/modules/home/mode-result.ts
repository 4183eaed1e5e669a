import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import { DAY_MS, istDate, istDayStart, THIRTY_DAYS_MS } from '../../../shared/time.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { firstDayFor, scopeKey } from '../../trading/known-strategies.ts';
import type { MarketRun } from '../../trading/market-run.ts';
import {
  dailyEquity,
  type DayResult,
  EQUITY_DAYS,
  isOfRun,
  lastMarketDays,
  netSinceDayOf,
  openResult,
  type ResultScope,
} from '../../trading/results.ts';
import { positionView } from '../../trading/views.ts';
import { exposedCounts } from './exposed.ts';

type ModeResult = OutputOf<typeof home.summary>['test'];

/** Which user's result of which mode: the user's strategies of it, and what is open on `run`. */
interface Asked {
  readonly userId: number;
  readonly scope: ResultScope;
  readonly run: MarketRun | null;
  /** A moment of its market, epoch ms. */
  readonly now: number;
  readonly account: { readonly strategies: number; readonly running: number };
}

/** Results of a user's strategies: since the start, and on each day since `firstDay`. */
interface Closed {
  readonly net: number;
  readonly days: readonly DayResult[];
  readonly firstDay: string;
  /** Day on which the last thirty began; `edge` has the trades that closed on it. */
  readonly edgeDay: string;
  readonly edge: readonly (Funded & { readonly at: number; readonly net: number })[];
  /** Strategies that have closed a trade since that day. */
  readonly traded: readonly Funded[];
}

/** A strategy with its capital, paise. */
interface Funded {
  readonly id: number;
  readonly capital: number;
}

/** Most people of whom it is held. */
const MOST_HELD = 5_000;
const WHOLE = 'whole';

/**
 * Results of people's closed trades, held until their strategies change. They are held for each person until one
 * strategy of theirs changes, and read from what is kept of results and days, whatever they have done before.
 */
export class ClosedResults {
  private readonly database: Database;
  private readonly held = new Map<number, Map<string, Closed>>();
  private changes = 0;

  constructor(database: Database) {
    this.database = database;
    database.onStrategiesChanged(({ owners, of }) => {
      this.changes++;
      if (of === 'anything') this.held.clear();
      for (const userId of owners) this.held.delete(userId);
    });
  }

  /** As of a moment of the market, epoch ms. */
  async of(userId: number, scope: ResultScope, now: number): Promise<Closed> {
    const [firstDay, edgeDay] = [firstDayFor(now), istDate(now - THIRTY_DAYS_MS)];
    const known = this.held.get(userId)?.get(scopeKey(scope));
    if (known && known.firstDay <= firstDay && known.edgeDay === edgeDay) return known;
    const before = this.changes;
    const closed = await this.read(userId, scope, firstDay < edgeDay ? firstDay : edgeDay, edgeDay);
    // What changed while it was read is for this answer only.
    if (before !== this.changes) return closed;
    if (this.held.size >= MOST_HELD) this.held.clear();
    const scopes = this.held.get(userId) ?? new Map<string, Closed>();
    this.held.set(userId, scopes.set(scopeKey(scope), closed));
    return closed;
  }

  private async read(userId: number, scope: ResultScope, firstDay: string, edgeDay: string): Promise<Closed> {
    const { mode, source } = scope;
    const { rows } = await sql<DayResult>`
      select ${WHOLE} as day, coalesce(sum(result.net), 0) as net
      from strategies join strategy_results as result on result.strategy_id = strategies.id and result.mode = strategies.mode
      where strategies.owner_id = ${userId} and strategies.mode = ${mode} and strategies.kind <> 'basket'
        and result.source = ${source}
        and ${isOfRun(scope, 'result.run_id')}
      union all
      select result.day, sum(result.net)
      from result_days as result join strategies on strategies.id = result.strategy_id and strategies.mode = result.mode
      where result.user_id = ${userId} and result.mode = ${mode} and result.source = ${source}
        and strategies.kind <> 'basket' and ${isOfRun(scope, 'result.run_id')} and result.day >= ${firstDay}
      group by result.day order by 1`.execute(this.database.read);
    const { rows: traded } = await sql<Funded>`
      select distinct strategies.id, strategies.capital
      from result_days as result join strategies on strategies.id = result.strategy_id and strategies.mode = result.mode
      where result.user_id = ${userId} and result.mode = ${mode} and result.source = ${source}
        and strategies.kind <> 'basket' and ${isOfRun(scope, 'result.run_id')} and result.day > ${edgeDay}`.execute(
      this.database.read,
    );
    const { rows: edge } = await sql<Funded & { at: number; net: number }>`
      select trades.exit_at as at, trades.net, strategies.id, strategies.capital
      from trades join strategies on strategies.id = trades.strategy_id and strategies.mode = trades.mode
      where trades.user_id = ${userId} and trades.mode = ${mode} and trades.exit_at >= ${istDayStart(edgeDay)}
        and trades.exit_at < ${istDayStart(edgeDay) + DAY_MS} and trades.source = ${source}
        and strategies.kind <> 'basket'
        and ${isOfRun(scope, 'trades.run_id')}`.execute(this.database.read);
    return {
      net: rows.find(({ day }) => day === WHOLE)?.net ?? 0,
      days: rows.filter(({ day }) => day !== WHOLE),
      firstDay,
      edgeDay,
      edge,
      traded,
    };
  }
}

/** Those among some strategies that are no baskets: what a basket holds is no result of a day, but of years. */
const rulesAmong = async (db: Kysely<Schema>, strategyIds: readonly number[]): Promise<readonly Funded[]> => {
  if (strategyIds.length === 0) return [];
  const { rows } = await sql<Funded>`
    select id, capital from strategies
    where kind <> 'basket' and id in (select value from json_each(${JSON.stringify(strategyIds)}))`.execute(
    db,
  );
  return rows;
};

/** Capital that was at work in the last thirty days: what did not trade earned nothing on its own. Paise. */
const capitalAtWork = (closed: Closed, since: number, held: readonly Funded[]): number => {
  const atEdge = closed.edge.filter(({ at }) => at >= since);
  const capitals = new Map([...closed.traded, ...atEdge, ...held].map(({ id, capital }) => [id, capital]));
  return [...capitals.values()].reduce((sum, capital) => sum + capital, 0);
};

const NOTHING: Closed = { net: 0, days: [], firstDay: '', edgeDay: '', edge: [], traded: [] };

/** Result of a user's strategies of one mode, open positions included. Baskets only count as a number of shares. */
export const modeResult = async (
  db: Kysely<Schema>,
  results: ClosedResults,
  asked: Asked,
): Promise<ModeResult> => {
  const { userId, run, now, account } = asked;
  const marketDays = lastMarketDays(now, EQUITY_DAYS);
  const since = now - THIRTY_DAYS_MS;
  const closed = account.strategies > 0 ? await results.of(userId, asked.scope, now) : NOTHING;
  const restOfEdge = closed.edge.reduce((sum, { at, net }) => (at >= since ? sum + net : sum), 0);
  const open = (run?.execution.openPositionsOf(userId) ?? []).map((position) =>
    positionView(position, { name: '' }, run?.session.lastPriceOf(position) ?? null),
  );
  const rules = await rulesAmong(
    db,
    open.map(({ strategyId }) => strategyId),
  );
  const ruled = new Set(rules.map(({ id }) => id));
  const positions = open.filter(({ strategyId }) => ruled.has(strategyId));
  const held = await openResult(db, positions);
  const capital = capitalAtWork(closed, since, rules);
  const thirtyDays = netSinceDayOf(closed.days, since + DAY_MS) + restOfEdge + held.unrealised;
  const equity = dailyEquity(closed.net, closed.days, now);
  return {
    today: netSinceDayOf(closed.days, now) + held.unrealised,
    thirtyDays,
    thirtyDayReturnPercent: capital === 0 ? 0 : (thirtyDays / capital) * 100,
    running: account.running,
    openPositions: positions.length,
    basketShares: open.length - positions.length,
    resting: run?.execution.restingByHand?.() ?? 0,
    open: held,
    ...exposedCounts(open),
    equity: marketDays.map(({ lastMoment }, index) => ({ at: lastMoment, value: equity[index] ?? 0 })),
  };
};
