import type { Logger } from 'pino';
import { type Broker, type BrokerQuote, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import { findInstrument } from '../market/instrument-master.ts';

/** So often at most the broker is asked. */
const EVERY_MS = 5_000;

interface IndexQuotesDeps {
  /** With its session; null while there is none. */
  readonly broker: () => Pick<Broker, 'quotes'> | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An index as the exchange has it; money in paise. */
export interface IndexQuote {
  readonly price: number;
  readonly previousClose: number;
  readonly at: number;
}

/**
 * Indices of the exchange itself, asked of the broker. Under the same symbol a strategy trades its future: that has
 * another price.
 */
export class IndexQuotes {
  private readonly deps: IndexQuotesDeps;
  private readonly known = new Map<string, IndexQuote>();
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: IndexQuotesDeps) {
    this.deps = deps;
  }

  /** Latest quotes by symbol; none without a session. Newer ones are requested where they are old. */
  latest(symbols: readonly string[]): ReadonlyMap<string, IndexQuote> {
    const { broker, clock, logger } = this.deps;
    const now = clock.now();
    const open = broker();
    if (!open) this.known.clear();
    else if (now - this.askedAt >= EVERY_MS) {
      this.askedAt = now;
      this.ask(open, symbols).catch((error: unknown) => {
        if (!(error instanceof BrokerTrouble)) logger.error({ err: error }, 'the indices could not be read');
      });
    }
    return this.known;
  }

  private async ask(broker: Pick<Broker, 'quotes'>, symbols: readonly string[]): Promise<void> {
    const tokens = new Map(symbols.map((symbol) => [findInstrument(symbol)?.token ?? '', symbol]));
    const quotes = await broker.quotes([...tokens.keys()].map((token) => ({ exchange: 'NSE', token })));
    for (const quote of quotes) this.keep(tokens.get(quote.token), quote);
  }

  private keep(symbol: string | undefined, { price, close, at }: BrokerQuote): void {
    if (symbol !== undefined)
      this.known.set(symbol, { price, previousClose: close, at: at ?? this.deps.clock.now() });
  }
}
