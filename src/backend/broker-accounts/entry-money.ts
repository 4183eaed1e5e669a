import type { Logger } from 'pino';
import { type Broker, type BrokerFunds, type BrokerOrder, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import { inTime } from '../in-time.ts';

/** An entry's money by the broker's own words, all in paise. */
export interface EntryMoney {
  /** Margin that the broker blocks for it. */
  readonly required: number;
  /** Money that is left for it now: what was claimed since it was read is taken off, but for its own claim. */
  readonly available: (intentKey?: string) => number;
  /** Says that the entry of an intent is sent; again where its transaction is begun anew. */
  readonly claim: (intentKey?: string) => void;
}

/** An entry is not held up longer than this by the question; the broker itself refuses what is not covered. */
const PATIENCE_MS = 1_500;
/** Entries of one moment share a reading. */
const SHARED_MS = 500;
/** No reading is used for so long. */
const CLAIM_MS = 60_000;
/** Age up to which a preview counts. Money that is missing since, the broker refuses. */
const PREVIEWED_MS = 30_000;
/** Share by which a limit may be dearer than previewed. A market order's moves with the price. */
const PRICE_ROOM = 0.05;

interface Reading {
  readonly at: number;
  readonly funds: Promise<BrokerFunds>;
}

interface Claim {
  /** Figures that it was made by: an order and each of its changes have their own. */
  readonly by: object;
  readonly intentKey: string | undefined;
  readonly at: number;
  readonly paise: number;
}

interface Previewed {
  readonly key: string;
  /** Limit of it, paise. */
  readonly price: number;
  readonly at: number;
  readonly money: EntryMoney;
}

/** All that a margin depends on, but the price. */
const keyOf = ({ instrument, side, quantity, product }: Omit<BrokerOrder, 'tag'>): string =>
  JSON.stringify([instrument.exchange, instrument.token, side, quantity, product]);

/** Money of one account. Asked of its broker right before each entry. */
export class AccountMoney {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private reading: Reading | null = null;
  private previewed: Previewed | null = null;
  /** Entries that the last reading may lack. */
  private claims: readonly Claim[] = [];

  constructor(clock: Clock, logger: Logger) {
    this.clock = clock;
    this.logger = logger;
  }

  /**
   * Resolves to null when the broker does not say: then it alone decides. An order that was previewed a moment
   * ago has the figures of its preview, less what was sent since.
   */
  check(broker: Broker, order: Omit<BrokerOrder, 'tag'>): Promise<EntryMoney | null> {
    const known = this.known(order);
    return known ? Promise.resolve(known) : this.ask(broker, order);
  }

  /** Money of an order that was previewed a moment ago; null where the broker must be asked. */
  known(order: Omit<BrokerOrder, 'tag'>): EntryMoney | null {
    const { previewed } = this;
    const isOfThis =
      previewed?.key === keyOf(order) &&
      order.price <= previewed.price * (1 + PRICE_ROOM) &&
      Math.abs(this.clock.now() - previewed.at) < PREVIEWED_MS;
    return isOfThis ? previewed.money : null;
  }

  /** The same for an order before it is sent. */
  async preview(broker: Broker, order: Omit<BrokerOrder, 'tag'>): Promise<EntryMoney | null> {
    const money = await this.ask(broker, order);
    this.previewed = money && { key: keyOf(order), price: order.price, at: this.clock.now(), money };
    return money;
  }

  /** The broker blocks nothing (any more) for the order of an intent: it was refused, or ended unfilled. */
  release(intentKey: string): void {
    this.claims = this.claims.filter((claim) => claim.intentKey !== intentKey);
  }

  private ask(broker: Broker, order: Omit<BrokerOrder, 'tag'>): Promise<EntryMoney | null> {
    return this.knownInTime(() => this.read(broker, () => broker.marginOf([order])));
  }

  /** The money of orders beside what is held. Null when the broker does not say in time. */
  checkTogether(
    broker: Broker,
    held: readonly Omit<BrokerOrder, 'tag'>[],
    orders: readonly Omit<BrokerOrder, 'tag'>[],
  ): Promise<(EntryMoney & { readonly together: number }) | null> {
    return this.knownInTime(async () => {
      const [together, before] = await Promise.all([
        broker.marginOf([...held, ...orders]),
        held.length > 0 ? broker.marginOf(held) : 0,
      ]);
      const more = Math.max(0, together - before);
      return { ...(await this.read(broker, () => Promise.resolve(more))), together };
    });
  }

  /** Money that a change takes beside what its order has. */
  checkChange(
    broker: Broker,
    before: Omit<BrokerOrder, 'tag'>,
    after: Omit<BrokerOrder, 'tag'>,
  ): Promise<EntryMoney | null> {
    return this.knownInTime(() =>
      this.read(broker, async () => {
        const [taken, wanted] = await Promise.all([broker.marginOf([before]), broker.marginOf([after])]);
        return Math.max(0, wanted - taken);
      }),
    );
  }

  private async knownInTime<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await inTime(read(), PATIENCE_MS);
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      this.logger.warn({ kind: error.kind, said: error.said }, 'the margin of an entry is not known');
      return null;
    }
  }

  private async read(broker: Broker, marginOf: () => Promise<number>): Promise<EntryMoney> {
    const now = this.clock.now();
    if (this.reading === null || Math.abs(now - this.reading.at) > SHARED_MS)
      this.reading = { at: now, funds: broker.funds() };
    const { at, funds } = this.reading;
    const [required, { available }] = await Promise.all([marginOf(), funds]);
    // One that is ahead was made by a clock that has been put back since.
    this.claims = this.claims.filter((claim) => Math.abs(now - claim.at) < CLAIM_MS);
    const by = {};
    const others = (intentKey: string | undefined): readonly Claim[] =>
      intentKey === undefined
        ? this.claims
        : this.claims.filter((claim) => claim.by !== by || claim.intentKey !== intentKey);
    return {
      required,
      available: (intentKey) =>
        others(intentKey).reduce((left, claim) => (claim.at >= at ? left - claim.paise : left), available),
      claim: (intentKey) => {
        this.claims = [...others(intentKey), { by, intentKey, at: this.clock.now(), paise: required }];
      },
    };
  }
}
