import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { Transaction } from '../../db/database.ts';
import type { TrickRow } from '../../db/schema.ts';
import type { EventHub } from '../../http/event-hub.ts';
import type { TradingDesk } from '../../trading/trading-desk.ts';

export type TrickChange = OutputOf<typeof strategies.start>;

/** What a change leaves: the trick's state and what it still holds, with the protection in place. */
export const changeOf = (desk: TradingDesk, trick: TrickRow): TrickChange => ({
  TricksId: trick.id,
  trickStatus: trick.status,
  openPositions: desk.runsOf(trick.owner_id).flatMap((run) =>
    run.positionsOf(trick.id).map((position) => ({
      positionId: position.id,
      symbol: position.symbol,
      quantity: position.quantity,
      stopLoss: position.stop_loss,
      target: position.target,
    })),
  ),
});

/** Writes a trick's new status and tells the stream after the commit. */
export const setStatus = async (
  tx: Transaction,
  hub: EventHub,
  trick: TrickRow,
  status: TrickRow['status'],
): Promise<TrickRow> => {
  const row = await tx.query
    .updateTable('tricks')
    .set({ status })
    .where('id', '=', trick.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  tx.afterCommit(() =>
    hub.publish(trick.owner_id, { type: 'trick', TricksId: trick.id, trickStatus: status, today: 0 }),
  );
  return row;
};
