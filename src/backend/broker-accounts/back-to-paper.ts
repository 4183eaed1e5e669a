import type { Transaction } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';

/**
 * Undo a switch to live that came to nothing: a strategy is what it was `before`, but stopped. One that runs, or whose
 * real orders have been sent since (epoch ms), stays live: what it holds must not belong to a paper strategy.
 */
export const backToPaper = async (
  tx: Transaction,
  before: Pick<StrategyRow, 'id' | 'broker_id'>,
  since: number,
): Promise<void> => {
  await tx.query
    .updateTable('strategies')
    .set({ mode: 'test', broker_id: before.broker_id })
    .where('id', '=', before.id)
    .where('status', '!=', STRATEGY_STATUS.running)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .where('strategy_id', '=', before.id)
            .where('mode', '=', 'live')
            .where('placed_at', '>=', since),
        ),
      ),
    )
    .execute();
};
