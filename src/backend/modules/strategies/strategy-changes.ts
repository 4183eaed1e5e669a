import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

export type StrategyChange = OutputOf<typeof strategies.start>;

interface Deps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
}

/** Result of a change: the strategy's state and what it still holds, with the protection in place. */
export const changeOf = async (
  { database, marketRuns }: Deps,
  strategy: StrategyRow,
): Promise<StrategyChange> => {
  // In an account that could not be taken up what is written is held all the same.
  const written = await database.read
    .selectFrom('positions')
    .selectAll()
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', 'live')
    .where('status', '=', 'open')
    .execute();
  const held = marketRuns.runsOf(strategy.owner_id).flatMap((run) => run.execution.positionsOf(strategy.id));
  const positions = new Map([...written, ...held].map((position) => [position.id, position]));
  return {
    strategyId: strategy.id,
    strategyStatus: strategy.status,
    openPositions: [...positions.values()].map(
      ({ id: positionId, symbol, quantity, stop_loss: stopLoss, target }) => ({
        positionId,
        symbol,
        quantity,
        stopLoss,
        target,
      }),
    ),
  };
};
