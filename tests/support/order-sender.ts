import {
  OrderSending,
  type OrderSendingDeps,
  type Ticket,
} from '../../src/backend/broker-accounts/order-sending.ts';
import type { Broker, BrokerInstrument } from '../../src/backend/brokers/broker.ts';

/** Ten ITC to buy at ₹400. */
export const TEN_ITC: Ticket = {
  instrument: { symbol: 'ITC', exchange: 'NSE', token: '1', lotSize: 1 } as BrokerInstrument,
  ...{ side: 'buy', quantity: 10, product: 'intraday', price: 400_00, trigger: null },
};

type Given = Pick<OrderSendingDeps, 'database' | 'userId' | 'clock' | 'sinks' | 'ownership'> &
  Partial<Pick<OrderSendingDeps, 'denial' | 'knownMoneyOf'>>;

/** Sender of written orders in one process: nothing denies them unless told, and nobody follows. */
export const orderSender = (broker: Broker, given: Given): OrderSending =>
  new OrderSending({
    denial: () => Promise.resolve(null),
    ...given,
    broker: () => broker,
    notifyRejected: () => Promise.resolve(),
    onChange: () => undefined,
    wantSync: () => undefined,
  });
