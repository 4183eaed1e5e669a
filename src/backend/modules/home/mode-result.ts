import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import { DAY_MS, istDate, istMidnight } from '../../../shared/time.ts';
import type { Schema } from '../../db/schema.ts';
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
  THIRTY_DAYS_MS,
} from '../../trading/results.ts';
import { positionView } from '../../trading/views.ts';
import { exposedCounts } from './exposed.ts';

type ModeResult = OutputOf<typeof home.summary>['test'];

/** Whose result of which mode: their strategies of it, and what is open on `run`. */
interface Asked {
  readonly userId: number;
  readonly scope: ResultScope;
  readonly run: MarketRun | null;
  /** A moment of its market, epoch ms. */
  readonly now: number;
  readonly account: { readonly strategies: number; readonly capital: number; readonly running: number };
}

/** What a user's strategies came to: since the start, on each of their last days, and late on the first of those. */
interface Closed {
  readonly net: number;
  readonly days: readonly DayResult[];
  /** What closed from `since` until the end of its day. */
  readonly restOfDay: number;
}

const NOTHING: Closed = { net: 0, days: [], restOfDay: 0 };
const WHOLE = 'whole';
const REST = 'rest';

const closedOf = async (
  db: Kysely<Schema>,
  { userId, scope }: Asked,
  since: number,
  firstDay: string,
): Promise<Closed> => {
  const { mode, source } = scope;
  const { rows } = await sql<DayResult>`
    select ${WHOLE} as day, coalesce(sum(result.net), 0) as net
    from tricks join strategy_results as result on result.trick_id = tricks.id and result.mode = tricks.mode
    where tricks.owner_id = ${userId} and tricks.mode = ${mode} and result.source = ${source}
      and ${isOfRun(scope, 'result.run_id')}
    union all
    select ${REST}, coalesce(sum(trades.net), 0)
    from trades join tricks on tricks.id = trades.trick_id and tricks.mode = trades.mode
    where trades.user_id = ${userId} and trades.mode = ${mode} and trades.exit_at >= ${since}
      and trades.exit_at < ${istMidnight(since) + DAY_MS} and trades.source = ${source}
      and ${isOfRun(scope, 'trades.run_id')}
    union all
    select result.day, sum(result.net)
    from result_days as result join tricks on tricks.id = result.trick_id and tricks.mode = result.mode
    where result.user_id = ${userId} and result.mode = ${mode} and result.source = ${source}
      and ${isOfRun(scope, 'result.run_id')} and result.day >= ${firstDay}
    group by result.day`.execute(db);
  const sumOf = (name: string) => rows.find(({ day }) => day === name)?.net ?? 0;
  const days = rows.filter(({ day }) => day !== WHOLE && day !== REST);
  return { net: sumOf(WHOLE), restOfDay: sumOf(REST), days };
};

/**
 * What a user's strategies of one mode come to, with what is open of them. Read from what is kept of days, whatever they
 * have done before.
 */
export const modeResult = async (db: Kysely<Schema>, asked: Asked): Promise<ModeResult> => {
  const { userId, run, now, account } = asked;
  const marketDays = lastMarketDays(now, EQUITY_DAYS);
  const since = now - THIRTY_DAYS_MS;
  const firstDay = [istDate(since), ...marketDays.map(({ day }) => day)].sort()[0] ?? istDate(since);
  const closed = account.strategies > 0 ? await closedOf(db, asked, since, firstDay) : NOTHING;
  const open = (run?.execution.openPositions() ?? [])
    .filter((position) => position.user_id === userId)
    .map((position) => positionView(position, '', run?.session.lastPriceOf(position) ?? null));
  const openNet = await openResult(db, open);
  const thirtyDays = netSinceDayOf(closed.days, since + DAY_MS) + closed.restOfDay + openNet;
  const equity = dailyEquity(closed.net, closed.days, now);
  return {
    today: netSinceDayOf(closed.days, now) + openNet,
    thirtyDays,
    thirtyDayReturnPercent: account.capital === 0 ? 0 : (thirtyDays / account.capital) * 100,
    running: account.running,
    openPositions: open.length,
    ...exposedCounts(open),
    equity: marketDays.map(({ lastMoment }, index) => ({ at: lastMoment, value: equity[index] ?? 0 })),
  };
};
