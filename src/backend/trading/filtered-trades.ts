import type { Mode } from '../../shared/contract/fields.ts';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { containing } from '../db/containing.ts';
import type { Database } from '../db/database.ts';
import { isOfRun, type ResultScope } from './results.ts';

/** Which trades; days in India, both included. */
export interface TradeFilter {
  readonly strategyId?: number | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly search: string;
  readonly symbol?: string | undefined;
  readonly labelId?: number | undefined;
}

/** A user's closed trades in one mode and market, as filtered. */
export const filteredTrades = (
  db: Database['read'],
  userId: number,
  scope: ResultScope,
  mode: Mode,
  input: TradeFilter,
) => {
  let query = db
    .selectFrom('trades')
    .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
    .where('trades.user_id', '=', userId)
    .where('trades.mode', '=', mode)
    .where('trades.source', '=', scope.source)
    .where(isOfRun(scope, 'trades.run_id'));
  if (input.strategyId !== undefined) query = query.where('trades.strategy_id', '=', input.strategyId);
  if (input.from_date) query = query.where('trades.exit_at', '>=', istDayStart(input.from_date));
  if (input.to_date) query = query.where('trades.exit_at', '<', istDayStart(input.to_date) + DAY_MS);
  if (input.search)
    query = query.where((eb) =>
      eb.or([containing('trades.symbol', input.search), containing('strategies.name', input.search)]),
    );
  if (input.symbol !== undefined) query = query.where('trades.symbol', '=', input.symbol);
  const { labelId } = input;
  if (labelId !== undefined)
    query = query.where('trades.id', 'in', (eb) =>
      eb
        .selectFrom('trade_labels')
        .select('trade_id')
        .where('label_id', '=', labelId)
        .where('user_id', '=', userId),
    );
  return query;
};
