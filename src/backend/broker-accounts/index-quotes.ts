import type { Logger } from 'pino';
import { type Broker, type BrokerQuote, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import { lastSessionEnd, marketPhaseAt } from '../../engine/trading/trading-day.ts';
import { findInstrument } from '../market/instrument-master.ts';

/** So often at most the broker is asked. */
const EVERY_MS = 5_000;
/** So long nothing is asked after the broker was asked too much. */
const RATE_PAUSE_MS = 60_000;
/** So long a quote is kept while the broker does not answer. */
const KEPT_MS = 60_000;

type Session = Pick<Broker, 'quotes'>;

interface IndexQuotesDeps {
  /** With its session; null while there is none. */
  readonly broker: () => Session | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An index as the exchange has it; money in paise. */
export interface IndexQuote {
  readonly price: number;
  readonly previousClose: number;
  readonly at: number;
}

/** When an index last moved at the latest: a price without a time is no younger. */
const lastTraded = (now: number): number =>
  marketPhaseAt(now).phase === 'closed' ? lastSessionEnd({ kind: 'equity' }, now) : now;

/**
 * Indices of the exchange itself, asked of the broker. Under the same symbol a strategy trades its future: that has
 * another price.
 */
export class IndexQuotes {
  private readonly deps: IndexQuotesDeps;
  private readonly known = new Map<string, IndexQuote>();
  private everyMs = EVERY_MS;
  private askedAt = Number.NEGATIVE_INFINITY;
  private answeredAt = Number.NEGATIVE_INFINITY;
  /** The session of which an answer is awaited; null while none is. */
  private asking: Session | null = null;

  constructor(deps: IndexQuotesDeps) {
    this.deps = deps;
  }

  /** Latest quotes by symbol; none without a session. Newer ones are requested where they are old. */
  latest(symbols: readonly string[]): ReadonlyMap<string, IndexQuote> {
    const now = this.deps.clock.now();
    const open = this.deps.broker();
    // Either way: a clock that was ahead is put right.
    if (!open || Math.abs(now - this.answeredAt) > KEPT_MS) this.known.clear();
    if (open && this.asking !== open && Math.abs(now - this.askedAt) >= this.everyMs) {
      this.askedAt = now;
      void this.ask(open, symbols);
    }
    return this.known;
  }

  /** Ask for quotes now, and wait for them. Without a session, or while an answer is awaited, nothing is asked. */
  async bring(symbols: readonly string[]): Promise<void> {
    const open = this.deps.broker();
    if (symbols.length === 0 || !open || this.asking === open) return;
    this.askedAt = this.deps.clock.now();
    await this.ask(open, symbols);
  }

  private async ask(session: Session, symbols: readonly string[]): Promise<void> {
    const { broker, clock, logger } = this.deps;
    this.asking = session;
    const tokens = new Map(symbols.map((symbol) => [findInstrument(symbol)?.token ?? '', symbol]));
    try {
      const quotes = await session.quotes(
        [...tokens.keys()].map((token) => ({ exchange: 'NSE', token })),
        true,
      );
      // Of a session that has ended nothing is kept.
      if (broker() !== session) return;
      this.answeredAt = clock.now();
      this.everyMs = EVERY_MS;
      for (const quote of quotes) this.keep(tokens.get(quote.token), quote);
    } catch (error) {
      const isTooMuch = error instanceof BrokerTrouble && error.kind === 'rate';
      this.everyMs = isTooMuch ? RATE_PAUSE_MS : EVERY_MS;
      if (!(error instanceof BrokerTrouble)) logger.error({ err: error }, 'the indices could not be read');
    } finally {
      if (this.asking === session) this.asking = null;
    }
  }

  private keep(symbol: string | undefined, { price, close, at }: BrokerQuote): void {
    if (symbol === undefined) return;
    this.known.set(symbol, { price, previousClose: close, at: at ?? lastTraded(this.deps.clock.now()) });
  }
}
