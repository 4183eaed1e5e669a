import { refusedBy } from '../../broker-accounts/refused-by.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

/** The broker's order book, with our order behind each where known. */
export const listBrokerOrders =
  (deps: LiveDeps): LiveCalls['brokerOrders'] =>
  async (_input, { userId }) => {
    const { brokerAccounts } = deps;
    const { read } = deps.database;
    const { run } = brokerAccounts.requireAccount(userId);
    const { broker } = run;
    if (!broker) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
    const reports = await refusedBy(broker.orderBook());
    const ours = await read
      .selectFrom('orders')
      .select(['id', 'broker_order_id'])
      .where('user_id', '=', userId)
      .where('broker_order_id', 'is not', null)
      .where('run_id', '=', run.identity.runId)
      .execute();
    const known = new Map(ours.map((row) => [row.broker_order_id, row.id]));
    return {
      orders: reports.map((report) => ({
        brokerOrderId: report.brokerOrderId,
        orderId: known.get(report.brokerOrderId) ?? null,
        symbol: report.tradingSymbol,
        side: report.side,
        quantity: report.quantity,
        filledQuantity: report.filledQuantity,
        price: report.price,
        state: report.state,
        reason: report.reason,
      })),
    };
  };

/** Settles an order of which nobody knew: it is one of the broker's, or was not placed. */
export const settleOrder =
  (deps: LiveDeps): LiveCalls['resolve'] =>
  async ({ orderId, decision, brokerOrderId }, { userId }) => {
    const { database, brokerAccounts, logActivity } = deps;
    const { read } = deps.database;
    const order = await read
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('user_id', '=', userId)
      .where('mode', '=', 'live')
      .executeTakeFirst();
    if (!order) throw notFound('order');
    if (decision === 'is' && brokerOrderId === undefined)
      throw new Refusal('invalid', 'brokerOrderId is needed: say which order of the broker it is.', {
        fields: { brokerOrderId: 'say which order it is' },
      });
    const { execution } = brokerAccounts.requireAccount(userId).run;
    const is = decision === 'is' && brokerOrderId !== undefined ? { brokerOrderId } : 'not-placed';
    const resolved = await refusedBy(execution.resolve(orderId, is));
    await database.write(userId, (tx) =>
      logActivity(
        tx,
        userId,
        'order',
        `Settled order ${orderId}: ${decision === 'is' ? `it is ${brokerOrderId} at the broker` : 'not placed'}.`,
      ),
    );
    return { orderId, state: resolved.state as 'open', reason: resolved.reason };
  };
