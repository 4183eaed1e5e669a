import type { BrokerProduct } from '../db/broker-products.ts';
import {
  BrokerTrouble,
  type Broker,
  type BrokerHolding,
  type BrokerInstrument,
  type NetPosition,
} from '../brokers/broker.ts';
import { isHoldingOf } from '../brokers/match-holding.ts';
import { contractKey } from './contract-key.ts';

/** Reading of an account at a moment. */
export interface AccountReading {
  readonly at: number;
  readonly positions: readonly NetPosition[];
  readonly holdings: readonly BrokerHolding[];
}

/** Names what is compared: a contract and the product it is held in. */
export const holdingKey = (
  instrument: Pick<BrokerInstrument, 'exchange' | 'token'>,
  product: BrokerProduct,
): string => `${contractKey(instrument)}:${product}`;

/**
 * Net quantity of an instrument and product by a reading: bought, sold and delivered taken together; below zero when
 * short.
 */
export const netOf = (
  { positions, holdings }: AccountReading,
  instrument: BrokerInstrument,
  product: BrokerProduct,
): number => {
  const net = positions
    .filter(
      (one) =>
        one.exchange === instrument.exchange && one.token === instrument.token && one.product === product,
    )
    .reduce((sum, { quantity }) => sum + quantity, 0);
  if (product !== 'delivery') return net;
  return holdings
    .filter((holding) => isHoldingOf(holding, instrument))
    .reduce((sum, { quantity }) => sum + quantity, net);
};

/** Reads what the account holds; those who ask while it is being read share the answer. */
export class AccountBook {
  private readonly broker: () => Pick<Broker, 'positions' | 'holdings'> | null;
  private readonly now: () => number;
  private reading: Promise<AccountReading | null> | null = null;
  private latest: AccountReading | null = null;

  constructor(broker: () => Pick<Broker, 'positions' | 'holdings'> | null, now: () => number) {
    this.broker = broker;
    this.now = now;
  }

  /** The last reading; null before the first. */
  get last(): AccountReading | null {
    return this.latest;
  }

  /** Forgets what was read: something has been traded in the account. */
  forget(): void {
    this.latest = null;
  }

  /** Null when the broker does not say. */
  read(): Promise<AccountReading | null> {
    this.reading ??= this.readOnce().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readOnce(): Promise<AccountReading | null> {
    const broker = this.broker();
    if (!broker) return null;
    const at = this.now();
    try {
      const [positions, holdings] = await Promise.all([broker.positions(), broker.holdings()]);
      this.latest = { at, positions, holdings };
      return this.latest;
    } catch (error) {
      if (error instanceof BrokerTrouble) return null;
      throw error;
    }
  }
}
