import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Mode, Source } from '../../shared/contract/fields.ts';
import type { Position } from '../../shared/contract/positions.ts';
import type { OpenResult, Statistics } from '../../shared/contract/strategy-card.ts';
import { DAY_MS, istDate, istDayStart, istIso } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { tradingDaysBefore } from '../../engine/trading/trading-day.ts';
import type { ResultFold, ResultTrade } from './result-fold.ts';

/** Which results: one source and one run of it, since the figures of two are never added. */
export interface ResultScope {
  readonly mode: Mode;
  readonly source: Source;
  /** Null for whatever run it was: a user's live trades are of one. */
  readonly runId: number | null;
}

/** Whether a row is of the scope's run; `column` names where the run is written. */
export const isOfRun = ({ runId }: ResultScope, column: string): RawBuilder<SqlBool> =>
  runId === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.ref(column)} = ${runId}`;

export const EQUITY_DAYS = 30;

/** Trades of the given strategies in the order they closed, by strategy: all of them, for what is shown trade by trade. */
export const loadTrades = async (
  db: Kysely<Schema>,
  strategyIds: readonly number[],
  scope: ResultScope,
): Promise<Map<number, ResultTrade[]>> => {
  const byStrategy = new Map<number, ResultTrade[]>(strategyIds.map((id) => [id, []]));
  if (strategyIds.length === 0) return byStrategy;
  const rows = await db
    .selectFrom('trades')
    .select(['strategy_id', 'gross', 'charges', 'net', 'entry_at', 'exit_at', 'structure_day'])
    .where('strategy_id', 'in', strategyIds)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .orderBy('exit_at')
    .orderBy('id')
    .execute();
  for (const row of rows) byStrategy.get(row.strategy_id)?.push(row);
  return byStrategy;
};

/**
 * Result of open positions beside the trades, paise: what of one was sold already is a trade of its own, and in its
 * result as well.
 */
export const openResult = async (
  db: Kysely<Schema>,
  open: readonly Pick<Position, 'positionId' | 'pnl'>[],
): Promise<OpenResult> => {
  if (open.length === 0) return { pnl: 0, unrealised: 0 };
  const ids = JSON.stringify(open.map(({ positionId }) => positionId));
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(trades.net), 0) as net
    from trades join strategies on strategies.id = trades.strategy_id and strategies.mode = trades.mode
    where trades.position_id in (select value from json_each(${ids}))`.execute(db);
  const pnl = open.reduce((sum, position) => sum + position.pnl, 0);
  const newestId = Math.max(...open.map(({ positionId }) => positionId));
  return { pnl, unrealised: pnl - (rows[0]?.net ?? 0), newestId };
};

export interface MarketDay {
  readonly day: string;
  /** Epoch ms, no more of the day. */
  readonly end: number;
  readonly lastMoment: string;
}

/** Every card asks for the days up to today: the one of the clock, of the test market, of each person's replay. */
const daysAsked = new Map<string, readonly MarketDay[]>();
const MOST_DAYS_ASKED = 100;

/** The last market days up to `now`, oldest first. Each has its end (epoch ms, excluded). */
export const lastMarketDays = (now: number, count: number): readonly MarketDay[] => {
  const key = `${istDate(now)} ${count}`;
  const known = daysAsked.get(key);
  if (known) return known;
  if (daysAsked.size >= MOST_DAYS_ASKED) daysAsked.clear();
  const days = marketDays(now, count);
  daysAsked.set(key, days);
  return days;
};

const marketDays = (now: number, count: number): MarketDay[] =>
  tradingDaysBefore(istDate(now + DAY_MS), count).map((day) => {
    const end = istDayStart(day) + DAY_MS;
    return { day, end, lastMoment: istIso(end - 1) };
  });

/** Result of trades that closed on one day. */
export interface DayResult {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly net: number;
}

/** Results of single trades as results of days. */
export const dayResultsOf = (trades: readonly ResultTrade[]): DayResult[] =>
  trades.map(({ exit_at: at, net }) => ({ day: istDate(at), net }));

/**
 * The running net result at the end of each last market day. `days` are those since the first of them, oldest first;
 * `net` is the result of them and all before.
 */
export const dailyEquity = (net: number, days: readonly DayResult[], now: number): number[] => {
  const ends = lastMarketDays(now, EQUITY_DAYS);
  const equity = ends.map(() => net);
  let [total, later] = [net, days.length - 1];
  for (let index = ends.length - 1; index >= 0; index--) {
    const end = ends[index]?.day ?? '';
    for (let day = days[later]; day && day.day > end; day = days[--later]) total -= day.net;
    equity[index] = total;
  }
  return equity;
};

/** The net of the days since that of `at` (epoch ms). That day is included. */
export const netSinceDayOf = (days: readonly DayResult[], at: number): number => {
  const first = istDate(at);
  return days.reduce((total, { day, net }) => (day >= first ? total + net : total), 0);
};

/** The worst market day, or null when no day lost. */
export const worstDay = ({ dayNet, worstDayBefore }: ResultFold): number | null => {
  const worst = Math.min(dayNet, worstDayBefore);
  return worst < 0 ? worst : null;
};

const DAYS_A_MONTH = 365.25 / 12;
/** Of less, trades a month say nothing: one trade on the first day would be thirty. */
const LEAST_DAYS = 7;

/** The statistics of closed trades; definitions are the engine's. */
export const statisticsOf = (fold: ResultFold, capital: number, source: Source): Statistics => {
  const { trades, gross, charges, net, firstEntryAt, lastExitAt } = fold;
  const { results, total, wins, won, losses, lost, falls, longestLosingStreak } = fold.outcomes;
  const days = firstEntryAt === null || lastExitAt === null ? 0 : (lastExitAt - firstEntryAt) / DAY_MS;
  return {
    source,
    from: firstEntryAt === null ? null : istIso(firstEntryAt),
    to: lastExitAt === null ? null : istIso(lastExitAt),
    capital,
    trades,
    results,
    gross,
    charges,
    net,
    returnPercent: (net / capital) * 100,
    maxDrawdown: falls.at(-1)?.depth ?? 0,
    maxDrawdownPercent: falls.reduce(
      (percent, { peak, depth }) => Math.max(percent, (depth / (capital + peak)) * 100),
      0,
    ),
    winPercent: results === 0 ? null : (wins / results) * 100,
    profitFactor: lost === 0 ? null : won / lost,
    expectancy: results === 0 ? null : Math.round(total / results),
    averageWin: wins === 0 ? null : Math.round(won / wins),
    averageLoss: losses === 0 ? null : Math.round(-lost / losses),
    longestLosingStreak,
    tradesPerMonth: days < LEAST_DAYS ? null : (trades / days) * DAYS_A_MONTH,
    chargesPercentOfGross: gross > 0 ? (charges / gross) * 100 : null,
    worstDay: worstDay(fold),
  };
};
