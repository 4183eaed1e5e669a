import { GTT_STATES } from '../../../shared/gtt-states.ts';
import { nextGttState } from '../../../engine/trading/gtt.ts';
import type { Transaction } from '../../db/database.ts';

/** Leave every GTT order to its owner. Of data that was restored or moved nothing is followed here. */
export const leaveGtt = async (tx: Transaction, reason: string, now: number): Promise<void> => {
  const states = GTT_STATES.filter((state) => nextGttState(state, 'leave') !== null);
  await tx.query
    .updateTable('gtt_orders')
    .set({ state: 'left', reason, updated_at: now })
    .where('state', 'in', states)
    .execute();
};
