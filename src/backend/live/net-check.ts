import { BrokerTrouble, type Broker, type BrokerInstrument, type BrokerProduct } from '../brokers/broker.ts';

/** What a broker says that an account holds. */
export type NetBook = Pick<Broker, 'positions' | 'holdings'>;

/** The same, read once for all who ask while it is being read: a basket sells many shares at a time. */
export const sharedReads = (broker: () => NetBook | null): (() => NetBook | null) => {
  const reading = new Map<string, Promise<unknown>>();
  const shared = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const known = reading.get(name) as Promise<T> | undefined;
    if (known) return known;
    const begun = read().finally(() => reading.delete(name));
    reading.set(name, begun);
    return begun;
  };
  return () => {
    const now = broker();
    return (
      now && {
        positions: () => shared('positions', () => now.positions()),
        holdings: () => shared('holdings', () => now.holdings()),
      }
    );
  };
};

/** What the broker holds of an instrument, bought and sold and delivered taken together. @throws BrokerTrouble */
const netOf = async (
  broker: NetBook,
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
  broker: NetBook,
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
