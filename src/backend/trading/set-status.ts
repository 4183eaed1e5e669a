import type { Transaction } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { announceStrategy } from './announce.ts';

/** Write a strategy's new status, and publish it after the commit. It ends what the strategy needed its owner for. */
export const setStatus = async (
  tx: Transaction,
  hub: EventHub,
  strategy: StrategyRow,
  status: StrategyRow['status'],
): Promise<StrategyRow> => {
  const row = await tx.query
    .updateTable('strategies')
    .set({ status, attention: null, status_before: null })
    .where('id', '=', strategy.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  announceStrategy(hub, tx, row);
  return row;
};
