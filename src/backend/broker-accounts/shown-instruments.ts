import type { Logger } from 'pino';
import { symbolOfDepth } from '../../shared/quotes.ts';
import { type Broker, type BrokerInstrument, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { LivePrices } from './live-prices.ts';

/** Symbols of the names under which prices and depths come. */
const symbolsOf = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names].map((name) => symbolOfDepth(name) ?? name));

/** After a failure nothing is asked of the broker for so long. */
const PAUSE_MS = 30_000;
const NO_RANGE = { open: 0, high: 0, low: 0 } as const;
const NO_BOOK = { volume: 0, bid: 0, ask: 0 } as const;

type Session = Pick<Broker, 'quotes'>;

interface ShownInstrumentsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly prices: LivePrices;
  /** With its session; null while there is none. */
  readonly broker: () => Session | null;
  /** Null for what the broker does not trade. @throws BrokerTrouble */
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument | null>;
  /** Subscribe anew, these instruments among the others. @throws BrokerTrouble */
  readonly watch: () => Promise<unknown>;
}

/**
 * Instruments whose prices windows show, and nobody need trade. They are subscribed to after all that trades, in the
 * room that is left, and nothing that trades waits for them.
 */
export class ShownInstruments {
  private readonly deps: ShownInstrumentsDeps;
  private names: ReadonlySet<string> = new Set();
  /** By symbol, as found today; null for what the broker does not trade. */
  private found = new Map<string, BrokerInstrument | null>();
  /** Whose instruments have been brought; null while some have not. */
  private brought: ReadonlySet<string> | null = null;
  private isBringing = false;
  private waitsUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: ShownInstrumentsDeps) {
    this.deps = deps;
  }

  /** Those that are found, in the order in which they are shown. */
  instruments(): BrokerInstrument[] {
    return [...symbolsOf(this.names)].flatMap((symbol) => this.found.get(symbol) ?? []);
  }

  /** Those whose depth is shown. */
  withDepth(): BrokerInstrument[] {
    return [...this.names].flatMap((name) => this.found.get(symbolOfDepth(name) ?? '') ?? []);
  }

  /** Show what has these names, and nothing else, from now on. Said again, it tries what has failed. */
  show(names: ReadonlySet<string>): void {
    this.names = names;
    const { clock, broker } = this.deps;
    if (this.brought === names || this.isBringing || !broker()) return;
    const isWaiting = Math.abs(this.waitsUntil - clock.now()) <= PAUSE_MS && clock.now() < this.waitsUntil;
    // Of the broker nothing is asked for what nobody looks at any more.
    if (isWaiting && names.size > 0) return;
    this.isBringing = true;
    void this.bring(names).finally(() => {
      this.isBringing = false;
      // Windows have closed or opened meanwhile: of what is shown no longer nobody speaks again.
      if (this.names !== names) this.show(this.names);
    });
  }

  /** The session has ended, or the day: what is shown is looked up anew when it is said again. */
  forget(): void {
    this.found = new Map();
    this.brought = null;
    this.waitsUntil = Number.NEGATIVE_INFINITY;
  }

  private async bring(names: ReadonlySet<string>): Promise<void> {
    const { deps, found } = this;
    const symbols = symbolsOf(names);
    try {
      for (const symbol of symbols)
        if (!found.has(symbol)) {
          const instrument = await deps.instrumentOf(symbol);
          found.set(symbol, instrument);
          if (instrument) deps.prices.trade(symbol, instrument);
        }
      // The day is another by now, or the session.
      if (found !== this.found) return;
      // Nobody makes it grow by looking at ever other names.
      for (const symbol of [...found.keys()]) if (!symbols.has(symbol)) found.delete(symbol);
      await deps.watch();
      this.brought = names;
      await this.ask([...symbols].flatMap((symbol) => found.get(symbol) ?? []));
    } catch (error) {
      this.waitsUntil = deps.clock.now() + PAUSE_MS;
      if (error instanceof BrokerTrouble)
        deps.logger.warn({ kind: error.kind }, 'what is looked at could not be subscribed to');
      else deps.logger.error({ err: error }, 'what is looked at could not be subscribed to');
    }
  }

  /** Ask for prices of what has had none. Nothing waits for its next trade. @throws BrokerTrouble */
  private async ask(instruments: readonly BrokerInstrument[]): Promise<void> {
    const { broker, prices, clock } = this.deps;
    const session = broker();
    const unknown = instruments.filter((instrument) => !prices.shownPrice(instrument.symbol));
    if (!session || unknown.length === 0) return;
    const quotes = await session.quotes(unknown, true);
    if (broker() !== session) return;
    for (const { symbol, exchange, token } of unknown) {
      const quote = quotes.find((one) => one.exchange === exchange && one.token === token);
      if (!quote) continue;
      const { price, close, upperCircuit, lowerCircuit, range = NO_RANGE, book = NO_BOOK } = quote;
      prices.know(
        {
          ...{ symbol, exchange, token, price, volume: 0, upperCircuit, lowerCircuit },
          at: quote.at ?? clock.now(),
          day: { ...range, close, volume: book.volume, bid: book.bid, ask: book.ask },
        },
        close,
      );
    }
  }
}
