import { Reply } from '../../../shared/contract/endpoint.ts';
import type { OrderRow } from '../../db/schema.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

const cancelledText = ({ mode, slot, state }: OrderRow): string => {
  if (mode === 'live' && slot === 'resting-stop')
    return 'The order is being cancelled, and is placed again: the position still has its stop-loss. To remove that, empty it under SL/TGT in Open positions.';
  return WORKING_STATES.includes(state)
    ? 'The broker has not cancelled the order yet: it may still fill.'
    : 'The order is cancelled.';
};

/** Cancels a working order. */
export const cancelOrder =
  (deps: PositionsDeps): PositionsCalls['cancelOrder'] =>
  async (input, { userId }) => {
    const { database, marketRuns } = deps;
    const order = await database.read
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', input.orderId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!order) throw notFound('order');
    if (order.mode === 'test') await marketRuns.whenOpen();
    const run = marketRuns.findRun(userId, order.run_id);
    if (!run || !WORKING_STATES.includes(order.state))
      throw new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
    const cancelled = await run.execution.cancel(order.id, run.session.now, 'Cancelled by you');
    return new Reply({ orderId: order.id, state: cancelled.state as 'cancelled' }, cancelledText(cancelled));
  };
