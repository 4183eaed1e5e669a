import { BrokerTrouble, type Broker, type BrokerInstrument, type BrokerProduct } from '../brokers/broker.ts';

/** What the broker holds of an instrument, bought and sold and delivered taken together. @throws BrokerTrouble */
const netOf = async (
  broker: Broker,
  { exchange, token }: BrokerInstrument,
  product: BrokerProduct,
): Promise<number> => {
  const positions = await broker.positions();
  const net = positions
    .filter((one) => one.exchange === exchange && one.token === token && one.product === product)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  if (product !== 'delivery') return net;
  const holdings = await broker.holdings();
  return holdings.filter((one) => one.token === token).reduce((sum, { quantity }) => sum + quantity, net);
};

/**
 * How many of `quantity` shares may be taken off so that the account does not turn around: what the broker holds in the
 * direction of the position, less what our other positions in the instrument hold. `ours` is all we hold of it, this
 * position included. Null when the broker does not say: our own book, which rests on its reports, is what is left then.
 */
export const sellable = async (
  broker: Broker,
  instrument: BrokerInstrument,
  product: BrokerProduct,
  side: 'long' | 'short',
  quantity: number,
  ours: number,
): Promise<number | null> => {
  try {
    const net = await netOf(broker, instrument, product);
    const there = side === 'long' ? net : -net;
    return Math.max(0, Math.min(quantity, there - (ours - quantity)));
  } catch (error) {
    if (error instanceof BrokerTrouble) return null;
    throw error;
  }
};
