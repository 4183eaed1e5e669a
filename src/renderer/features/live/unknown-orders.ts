import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import type { Order } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';

export type BrokerOrder = OutputOf<typeof live.brokerOrders>['orders'][number];

/** Live orders of a strategy that have not ended, unknown ones included. */
export const waitingOrders = createResource(({ strategyId }: { strategyId: number }) =>
  api.positions.orders({ strategyId, isTest: tradeHistoryFlag('live'), status: 'open', pageSize: 50 }),
);

/** The broker's own order book of today; the place that shows it shows its failure too. */
export const brokerOrders = createResource(() => api.live.brokerOrders(), { isQuiet: true });

/** Likeness of an order of the broker's to ours: of the same instrument, and of the same quantity. */
const likeness = (order: Order, other: BrokerOrder): number =>
  Number(other.symbol.startsWith(order.symbol)) * 2 + Number(other.quantity === order.quantity);

/** Orders at the broker that may be ours: of the same side and not known as another one; the likeliest first. */
export const candidatesFor = (order: Order, book: readonly BrokerOrder[]): BrokerOrder[] =>
  book
    .filter((other) => other.orderId === null && other.side === order.side)
    .toSorted((one, other) => likeness(order, other) - likeness(order, one));
