import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Mode, Source } from '../../shared/contract/fields.ts';
import type { Position } from '../../shared/contract/positions.ts';
import type { Statistics } from '../../shared/contract/trick-card.ts';
import { DAY_MS, istDate, istDayStart, istIso } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { tradingDaysBefore } from '../../engine/trading/trading-day.ts';

/** A closed trade as results are worked out from; money in paise, time epoch ms. */
export interface ResultTrade {
  readonly trick_id: number;
  /** The position that it closed, or a part of; null for one of no position. */
  readonly position_id: number | null;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly entry_at: number;
  readonly exit_at: number;
}

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
/** The window of the top ten and of home. */
export const THIRTY_DAYS_MS = 30 * DAY_MS;

/** Trades of the given tricks in the order they closed, by trick. */
export const loadResults = async (
  db: Kysely<Schema>,
  trickIds: readonly number[],
  scope: ResultScope,
): Promise<Map<number, ResultTrade[]>> => {
  const byTrick = new Map<number, ResultTrade[]>(trickIds.map((id) => [id, []]));
  if (trickIds.length === 0) return byTrick;
  const rows = await db
    .selectFrom('trades')
    .select(['trick_id', 'position_id', 'gross', 'charges', 'net', 'entry_at', 'exit_at'])
    .where('trick_id', 'in', trickIds)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .orderBy('exit_at')
    .orderBy('id')
    .execute();
  for (const row of rows) byTrick.get(row.trick_id)?.push(row);
  return byTrick;
};

/**
 * What open positions come to beside the trades, paise: what of one was sold already is a trade of its own, and in its
 * result as well.
 */
export const openResult = (
  open: readonly Pick<Position, 'positionId' | 'pnl'>[],
  trades: readonly ResultTrade[],
): number => {
  const ids = new Set(open.map(({ positionId }) => positionId));
  const booked = trades.reduce(
    (sum, { position_id: id, net }) => (id !== null && ids.has(id) ? sum + net : sum),
    0,
  );
  return open.reduce((sum, { pnl }) => sum + pnl, 0) - booked;
};

/** Running net result after each trade, for equity and drawdown lines. */
export const equityPoints = (trades: readonly ResultTrade[]): { at: string; value: number }[] => {
  let total = 0;
  return trades.map((trade) => {
    total += trade.net;
    return { at: istIso(trade.exit_at), value: total };
  });
};

/** How far the running result lies below its highest so far, as a negative amount or zero. */
export const drawdownPoints = (trades: readonly ResultTrade[]): { at: string; value: number }[] => {
  let [total, peak] = [0, 0];
  return trades.map((trade) => {
    total += trade.net;
    peak = Math.max(peak, total);
    return { at: istIso(trade.exit_at), value: total - peak };
  });
};

/** The last market days up to now, oldest first, each with its end (epoch ms, excluded). */
export const lastMarketDays = (now: number, count: number): { day: string; end: number }[] =>
  tradingDaysBefore(istDate(now + DAY_MS), count).map((day) => ({ day, end: istDayStart(day) + DAY_MS }));

/** Running net result at the end of each of the last market days. */
export const dailyEquity = (trades: readonly ResultTrade[], now: number): number[] => {
  let index = 0;
  let total = 0;
  return lastMarketDays(now, EQUITY_DAYS).map(({ end }) => {
    for (; index < trades.length && trades[index]!.exit_at < end; index++) total += trades[index]!.net;
    return total;
  });
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

const netByDay = (trades: readonly ResultTrade[]): Map<string, number> => {
  const days = new Map<string, number>();
  for (const trade of trades) {
    const day = istDate(trade.exit_at);
    days.set(day, (days.get(day) ?? 0) + trade.net);
  }
  return days;
};

/** The worst market day, or null when no day lost. */
export const worstDay = (trades: readonly ResultTrade[]): number | null => {
  const worst = Math.min(0, ...netByDay(trades).values());
  return worst < 0 ? worst : null;
};

const longestLosingStreak = (trades: readonly ResultTrade[]): number => {
  let [streak, longest] = [0, 0];
  for (const trade of trades) {
    streak = trade.net < 0 ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest;
};

const drawdown = (trades: readonly ResultTrade[], capital: number): { amount: number; percent: number } => {
  let [equity, peak, amount, percent] = [capital, capital, 0, 0];
  for (const trade of trades) {
    equity += trade.net;
    peak = Math.max(peak, equity);
    amount = Math.max(amount, peak - equity);
    if (peak > 0) percent = Math.max(percent, ((peak - equity) / peak) * 100);
  }
  return { amount, percent };
};

const DAYS_A_MONTH = 365.25 / 12;

/** The statistics of a list of closed trades, in the order they closed; definitions are the engine's. */
export const statisticsOf = (trades: readonly ResultTrade[], capital: number, source: Source): Statistics => {
  const sum = (pick: (trade: ResultTrade) => number) =>
    trades.reduce((total, trade) => total + pick(trade), 0);
  const [gross, charges, net] = [sum((t) => t.gross), sum((t) => t.charges), sum((t) => t.net)];
  const wins = trades.filter((trade) => trade.net > 0).map((trade) => trade.net);
  const losses = trades.filter((trade) => trade.net < 0).map((trade) => trade.net);
  const won = wins.reduce((total, value) => total + value, 0);
  const lost = -losses.reduce((total, value) => total + value, 0);
  const first = trades[0];
  const last = trades.at(-1);
  const months =
    first && last ? Math.max(1 / DAYS_A_MONTH, (last.exit_at - first.entry_at) / DAY_MS / DAYS_A_MONTH) : 0;
  const fall = drawdown(trades, capital);
  return {
    source,
    from: first ? istIso(first.entry_at) : null,
    to: last ? istIso(last.exit_at) : null,
    capital,
    trades: trades.length,
    gross,
    charges,
    net,
    returnPercent: (net / capital) * 100,
    maxDrawdown: fall.amount,
    maxDrawdownPercent: fall.percent,
    winPercent: trades.length === 0 ? null : (wins.length / trades.length) * 100,
    profitFactor: lost === 0 ? null : won / lost,
    expectancy: trades.length === 0 ? null : Math.round(net / trades.length),
    averageWin: mean(wins),
    averageLoss: mean(losses),
    longestLosingStreak: longestLosingStreak(trades),
    tradesPerMonth: months === 0 ? null : trades.length / months,
    chargesPercentOfGross: gross > 0 ? (charges / gross) * 100 : null,
    worstDay: worstDay(trades),
  };
};
