import type { Kysely } from 'kysely';
import type { AnalystCall, CALL_STATES } from '../../shared/contract/advisors.ts';
import { istIso } from '../../shared/time.ts';
import type { PositionRow, Schema } from '../db/schema.ts';
import { paged } from '../db/paged.ts';
import { EXIT_LABELS } from '../trading/exit-text.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import type { LastPrice } from '../market/last-price.ts';

type CallState = (typeof CALL_STATES)[number];

const STOPS: readonly string[] = [EXIT_LABELS['stop-loss'], EXIT_LABELS['trailing-stop']];

/** State of a call: open, or why its last part was closed. */
export const callState = (status: PositionRow['status'], exitReason: string | null): CallState => {
  if (status === 'open') return 'open';
  if (exitReason === EXIT_LABELS.target) return 'target-hit';
  if (exitReason !== null && STOPS.includes(exitReason)) return 'stopped';
  return 'closed';
};

interface CallQuery {
  readonly planId: string;
  /** Where the analysts' strategies trade. */
  readonly run: RunIdentity;
  readonly state: 'all' | 'open' | 'done';
  readonly pageNumber: number;
  readonly pageSize: number;
}

/**
 * The calls of a plan, newest first: each position that one of its strategies took. Results from before anybody could
 * see them come from running the rules over history and left no position, so they are no calls.
 */
export const analystCalls = async (
  query: Kysely<Schema>,
  { planId, run, state, ...page }: CallQuery,
  lastPrice: (symbol: string) => LastPrice | null,
): Promise<{ calls: AnalystCall[]; total: number }> => {
  const some = query
    .selectFrom('positions')
    .innerJoin('advisor_plan_strategies as managed', 'managed.strategy_id', 'positions.strategy_id')
    .innerJoin('advisor_plans as plan', 'plan.plan_id', 'managed.plan_id')
    .innerJoin('advisors as advisor', 'advisor.id', 'plan.advisor_id')
    .innerJoin('strategies', 'strategies.id', 'positions.strategy_id')
    .where('managed.plan_id', '=', planId)
    .where('positions.source', '=', run.source)
    .where('positions.run_id', '=', run.runId)
    .$if(state !== 'all', (rows) =>
      rows.where('positions.status', '=', state === 'open' ? 'open' : 'closed'),
    );
  const { rows, total } = await paged(some, page, (found) =>
    found
      .selectAll('positions')
      .select(['strategies.name as strategyName', 'advisor.name as advisorName'])
      .select((eb) =>
        eb
          .selectFrom('trades')
          .select('trades.exit_reason')
          .whereRef('trades.position_id', '=', 'positions.id')
          .orderBy('trades.id', 'desc')
          .limit(1)
          .as('exitReason'),
      )
      .orderBy('positions.id', 'desc'),
  );
  return { calls: rows.map((row) => callOf(row, lastPrice(row.symbol))), total };
};

type CallRow = PositionRow & {
  readonly strategyName: string;
  readonly advisorName: string;
  readonly exitReason: string | null;
};

const callOf = (row: CallRow, last: LastPrice | null): AnalystCall => {
  const isOpen = row.status === 'open';
  const entry = row.entry_value / row.entry_quantity;
  const exit = isOpen ? null : row.exit_value / row.entry_quantity;
  const now = exit ?? last?.price ?? null;
  const sign = row.side === 'long' ? 1 : -1;
  return {
    callId: row.id,
    strategyId: row.strategy_id,
    strategyName: row.strategyName,
    advisor: row.advisorName,
    symbol: row.symbol,
    side: row.side,
    at: istIso(row.opened_at),
    entry: Math.round(entry),
    stopLoss: row.stop_loss,
    target: row.target,
    state: callState(row.status, row.exitReason),
    ltp: isOpen ? (last?.price ?? null) : null,
    exit: exit === null ? null : Math.round(exit),
    exitAt: row.closed_at === null ? null : istIso(row.closed_at),
    reason: isOpen ? row.entry_reason : (row.exitReason ?? ''),
    movePercent: now === null ? null : (sign * (now - entry) * 100) / entry,
  };
};
