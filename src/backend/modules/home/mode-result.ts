import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { home } from '../../../shared/contract/home.ts';
import { DAY_MS, istDate, istIso, istMidnight } from '../../../shared/time.ts';
import { TRICK_STATUS } from '../../../shared/trick-status.ts';
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

interface Account {
  readonly strategies: number;
  readonly capital: number;
  readonly running: number;
}

/** What a user's strategies of a mode are, all together; of a removed one its results stay. */
const accountOf = async (db: Kysely<Schema>, userId: number, mode: Mode): Promise<Account> => {
  const { rows } = await sql<Account>`
    select count(*) as strategies, coalesce(sum(capital), 0) as capital,
      coalesce(sum(kind = 'rules' and status = ${TRICK_STATUS.running}), 0) as running
    from tricks where owner_id = ${userId} and mode = ${mode}`.execute(db);
  return rows[0] ?? { strategies: 0, capital: 0, running: 0 };
};

/** What they have come to since the start. */
const netOf = async (db: Kysely<Schema>, userId: number, scope: ResultScope): Promise<number> => {
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(result.net), 0) as net
    from tricks join strategy_results as result on result.trick_id = tricks.id and result.mode = tricks.mode
    where tricks.owner_id = ${userId} and tricks.mode = ${scope.mode} and result.source = ${scope.source}
      and ${isOfRun(scope, 'result.run_id')}`.execute(db);
  return rows[0]?.net ?? 0;
};

/** What they have come to on each day since one. */
const daysOf = async (
  db: Kysely<Schema>,
  userId: number,
  scope: ResultScope,
  firstDay: string,
): Promise<DayResult[]> => {
  const { rows } = await sql<DayResult>`
    select result.day, sum(result.net) as net
    from result_days as result join tricks on tricks.id = result.trick_id and tricks.mode = result.mode
    where result.user_id = ${userId} and result.mode = ${scope.mode} and result.source = ${scope.source}
      and ${isOfRun(scope, 'result.run_id')} and result.day >= ${firstDay}
    group by result.day`.execute(db);
  return rows;
};

/** What closed from a moment until the end of its day. */
const restOfDay = async (
  db: Kysely<Schema>,
  userId: number,
  scope: ResultScope,
  from: number,
): Promise<number> => {
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(trades.net), 0) as net
    from trades join tricks on tricks.id = trades.trick_id and tricks.mode = trades.mode
    where trades.user_id = ${userId} and trades.mode = ${scope.mode} and trades.exit_at >= ${from}
      and trades.exit_at < ${istMidnight(from) + DAY_MS} and trades.source = ${scope.source}
      and ${isOfRun(scope, 'trades.run_id')}`.execute(db);
  return rows[0]?.net ?? 0;
};

/**
 * What a user's strategies of one mode come to at a moment of their market (epoch ms), with what is open of them on
 * `run`. Read from what is kept of days, whatever they have done before.
 */
export const modeResult = async (
  db: Kysely<Schema>,
  userId: number,
  scope: ResultScope,
  run: MarketRun | null,
  now: number,
): Promise<ModeResult> => {
  const marketDays = lastMarketDays(now, EQUITY_DAYS);
  const since = now - THIRTY_DAYS_MS;
  const firstDay = [istDate(since), ...marketDays.map(({ day }) => day)].sort()[0] ?? istDate(since);
  const account = await accountOf(db, userId, scope.mode);
  const hasAny = account.strategies > 0;
  const days = hasAny ? await daysOf(db, userId, scope, firstDay) : [];
  const open = (run?.execution.openPositions() ?? [])
    .filter((position) => position.user_id === userId)
    .map((position) => positionView(position, '', run?.session.lastPriceOf(position) ?? null));
  const openNet = await openResult(db, open);
  const closed = hasAny
    ? netSinceDayOf(days, since + DAY_MS) + (await restOfDay(db, userId, scope, since))
    : 0;
  const thirtyDays = closed + openNet;
  const equity = dailyEquity(hasAny ? await netOf(db, userId, scope) : 0, days, now);
  return {
    today: netSinceDayOf(days, now) + openNet,
    thirtyDays,
    thirtyDayReturnPercent: account.capital === 0 ? 0 : (thirtyDays / account.capital) * 100,
    running: account.running,
    openPositions: open.length,
    ...exposedCounts(open),
    equity: marketDays.map(({ end }, index) => ({ at: istIso(end - 1), value: equity[index] ?? 0 })),
  };
};
