import { setTimeout as wait } from 'node:timers/promises';
import type { BrokerContract, BrokerLink, LinkBroker } from '../../src/backend/brokers/broker-link.ts';
import type {
  BrokerDepth,
  BrokerFeed,
  BrokerInstrument,
  BrokerTick,
} from '../../src/backend/brokers/broker.ts';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { NO_FAULTS, SeededBroker } from './seeded-broker.ts';

export const GOOD_CODE = '123456';
/** Symbol that this broker does not trade. */
export const UNLISTED = 'TITAN';

/** A feed that is moved by hand. */
class ManualFeed implements BrokerFeed {
  lastPacketAt: number | null = null;
  watched: readonly BrokerInstrument[] = [];
  watchedDepth: readonly BrokerInstrument[] = [];
  /** More than these are refused, as a broker does. */
  mostWatched = Number.POSITIVE_INFINITY;
  private readonly now: () => number;
  private readonly listeners = new Set<(ticks: readonly BrokerTick[]) => void>();
  private readonly depthListeners = new Set<(depth: BrokerDepth) => void>();
  private readonly lostListeners = new Set<() => void>();

  constructor(now: () => number) {
    this.now = now;
  }

  watch(instruments: readonly BrokerInstrument[]): void {
    if (instruments.length > this.mostWatched)
      throw new BrokerTrouble('rate', `No more than ${this.mostWatched} instruments are streamed.`);
    this.watched = instruments;
  }

  onTicks(listener: (ticks: readonly BrokerTick[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  watchDepth(instruments: readonly BrokerInstrument[]): void {
    this.watchedDepth = instruments;
  }

  onDepth(listener: (depth: BrokerDepth) => void): () => void {
    this.depthListeners.add(listener);
    return () => this.depthListeners.delete(listener);
  }

  onLost(listener: () => void): () => void {
    this.lostListeners.add(listener);
    return () => this.lostListeners.delete(listener);
  }

  /** Its connection is lost. */
  lose(): void {
    for (const listener of this.lostListeners) listener();
  }

  depth(depth: BrokerDepth): void {
    for (const listener of this.depthListeners) listener(depth);
  }

  close(): void {
    this.listeners.clear();
    this.depthListeners.clear();
    this.lostListeners.clear();
  }

  tick(symbol: string, price: number, at = this.now()): void {
    this.tickOf({ symbol, exchange: 'NSE', token: symbol }, price, at);
  }

  tickOf(
    { symbol, exchange, token }: Pick<BrokerInstrument, 'symbol' | 'exchange' | 'token'>,
    price: number,
    at = this.now(),
    depth?: BrokerTick['depth'],
  ): void {
    this.lastPacketAt = this.now();
    const day = { volume: 100, upperCircuit: null, lowerCircuit: null };
    const tick = { symbol, exchange, token, price, ...day, at, depth };
    for (const listener of this.listeners) listener([tick]);
  }
}

/** Accounts at a test broker that keep to the port. A right code logs in, prices move by hand. */
export class SeededLinks {
  readonly broker: SeededBroker;
  readonly feed: ManualFeed;
  /** Why the next logins fail; null while they may succeed. */
  loginTrouble: BrokerTrouble | null = null;
  /** Done while the broker answers a login. */
  whileLoggingIn: () => Promise<void> = () => Promise.resolve();
  /** Contracts that today's list changes: another tick, another lot. By token. */
  readonly relisted = new Map<string, BrokerInstrument>();
  /** Futures and options that it lists. */
  contracts: readonly BrokerContract[] = [];
  /** How often somebody tried to log in. */
  logins = 0;
  /** How long the broker takes to answer with candles. */
  candleDelayMs = 0;
  private readonly now: () => number;

  constructor(now = () => Date.now(), random = seededRandom('links')) {
    this.now = now;
    this.broker = new SeededBroker(random, now, NO_FAULTS);
    this.feed = new ManualFeed(now);
  }

  readonly link: LinkBroker = () => {
    const link: BrokerLink = {
      logIn: async (credentials, code) => {
        this.logins++;
        await this.whileLoggingIn();
        if (this.loginTrouble) throw this.loginTrouble;
        if (code !== GOOD_CODE && credentials.totpSecret === null)
          throw new BrokerTrouble('credentials', 'The code is wrong.', 'AB1050');
        return { tokens: 'session', until: this.now() + DAY_MS };
      },
      nameOf: () => Promise.resolve('ASHA RAO'),
      open: () => ({
        broker: Object.assign(this.broker, { candles: () => wait(this.candleDelayMs, []) }),
        feed: this.feed,
        close: () => this.feed.close(),
      }),
      currentAddress: () => Promise.resolve('203.0.113.7'),
      logOut: () => Promise.resolve(),
      contractsOn: () => Promise.resolve(this.contracts),
      contract: (held) => Promise.resolve(this.relisted.get(held.token) ?? held),
      instrumentFor: (symbol) => {
        if (symbol === UNLISTED)
          return Promise.reject(new BrokerTrouble('order', `${symbol} is not listed at the broker.`));
        const contract = this.contracts.find(({ instrument }) => instrument.symbol === symbol);
        if (contract) return Promise.resolve(contract.instrument);
        return Promise.resolve({
          symbol,
          exchange: 'NSE',
          token: symbol,
          tradingSymbol: `${symbol}-EQ`,
          lotSize: 1,
          tickSize: 5,
          expiry: null,
          freezeQuantity: null,
          isin: null,
        });
      },
    };
    return Promise.resolve(link);
  };

  /** The market comes to a price: orders fill, and strategies see it. */
  move(symbol: string, price: number): void {
    this.broker.prices.set(symbol, price);
    this.broker.moveTo(price, symbol);
    this.broker.rules.moveTo(price, symbol);
    const contract = this.contracts.find(({ instrument }) => instrument.symbol === symbol);
    if (contract) this.feed.tickOf(contract.instrument, price);
    else this.feed.tick(symbol, price);
  }
}
